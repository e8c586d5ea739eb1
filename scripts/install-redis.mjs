import { spawnSync } from "node:child_process";

const PROGRAMS = ["redis-server", "valkey-server"];

/**
 * The shared call budgets are tested against a real Redis: installs Debian's when there is none and this user may.
 *
 * @returns {string | null} what is not tested and why; null: nothing is left out
 */
export function installRedis() {
  if (PROGRAMS.some(isRunnable)) return null;
  if (process.getuid?.() === 0 && isRunnable("apt-get")) {
    console.log("Installing redis-server (apt-get) ...");
    const install = () => apt("install", "--yes", "--no-install-recommends", "redis-server");
    if (install() || (apt("update") && install())) return null;
  }
  return "the shared call budgets (no redis-server or valkey-server here, and none could be installed; as root: apt-get install redis-server).";
}

function isRunnable(program) {
  return spawnSync(program, ["--version"]).status === 0;
}

function apt(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" };
  return spawnSync("apt-get", ["-qq", ...args], { stdio: ["ignore", "ignore", "inherit"], env }).status === 0;
}
