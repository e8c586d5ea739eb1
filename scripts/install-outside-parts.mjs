import { spawnSync } from "node:child_process";

/**
 * What tests need and npm does not carry.
 *
 * @type {{ programs: string[], debianPackage: string, tests: string }[]} any one of the programs will do
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
    programs: ["chromium", "chromium-browser", "google-chrome"],
    debianPackage: "chromium",
    tests: "the pages in a browser",
  },
];

/**
 * Installs Debian's packages of the parts that are missing, where this user may.
 *
 * @returns {string[]} what is not tested and why, a sentence each
 */
export function installOutsideParts() {
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
        `${tests} (no ${programs.join(" or ")} here, and none could be installed; as root: apt-get install ${debianPackage}).`,
    );
}

function isMissing({ programs }) {
  return !programs.some(isRunnable);
}

function isRunnable(program) {
  return spawnSync(program, ["--version"]).status === 0;
}

function apt(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" };
  return spawnSync("apt-get", ["-qq", ...args], { stdio: ["ignore", "ignore", "inherit"], env }).status === 0;
}
