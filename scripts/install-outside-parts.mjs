import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { projectRoot } from "./set-up.mjs";

/**
 * Programs that tests need and npm does not provide everywhere.
 *
 * @type {{ programs: string[], npmProgram?: string, debianPackage: string, tests: string }[]} one of the programs is enough, and none
 *   is needed where the script `npmProgram` finds one that npm installed
 */
const parts = [
  {
    programs: ["redis-server", "valkey-server"],
    debianPackage: "redis-server",
    tests: "the shared call budgets",
  },
  { programs: ["curl"], debianPackage: "curl", tests: "the commands in the guides" },
  { programs: ["jq"], debianPackage: "jq", tests: "the commands in the guides" },
  {
    programs: ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"],
    npmProgram: "acceptance/oauth/support/npm-chromium.ts",
    debianPackage: "chromium-headless-shell",
    tests: "the pages in a browser",
  },
  {
    // Debian puts it where only root's PATH finds it.
    programs: ["mariadbd", "/usr/sbin/mariadbd"],
    debianPackage: "mariadb-server",
    tests: "MySQL databases as applications",
  },
  {
    programs: ["pgbouncer", "/usr/sbin/pgbouncer"],
    debianPackage: "pgbouncer",
    tests: "a database behind a pooler",
  },
];

/**
 * Installs the Debian packages of missing programs, if the user is root.
 *
 * @param {string} [node] path of the Node that npm installed. Without it, what npm may bring is left out
 * @returns {string[]} one sentence for each thing that is not tested, with the reason
 */
export function installOutsideParts(node) {
  const isMissing = ({ programs, npmProgram }) =>
    !(npmProgram !== undefined && bringsProgram(node, npmProgram)) && !programs.some(isRunnable);
  const missing = parts.filter(isMissing);
  if (missing.length > 0 && process.getuid?.() === 0 && isRunnable("apt-get")) {
    const names = missing.map(({ debianPackage }) => debianPackage);
    console.log(`Installing ${names.join(", ")} (apt-get) ...`);
    const install = () => apt("install", "--yes", "--no-install-recommends", ...names);
    if (!install() && apt("update")) {
      install();
    }
  }
  return missing
    .filter(isMissing)
    .map(
      ({ programs, debianPackage, tests }) =>
        `${tests} (${programs.join(" or ")} is missing and could not be installed; run as root: apt-get install ${debianPackage}).`,
    );
}

function bringsProgram(node, script) {
  return node === undefined || spawnSync(node, [join(projectRoot, script)]).status === 0;
}

function isRunnable(program) {
  return spawnSync(program, ["--version"]).status === 0;
}

function apt(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" };
  return spawnSync("apt-get", ["-qq", ...args], { stdio: ["ignore", "ignore", "inherit"], env }).status === 0;
}
