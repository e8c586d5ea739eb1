// Run as a program, it says by its exit code whether there is one.
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";

const projectRoot = join(import.meta.dirname, "..", "..", "..");
const packageFolder = join(projectRoot, "node_modules", "@sparticuz", "chromium");
const unpackedFolder = join(projectRoot, ".cache", "chromium");
const fontsOfSystem = "/etc/fonts/fonts.conf";
const ownFonts = '<fontconfig><dir prefix="relative">fonts</dir></fontconfig>\n';

/** How a browser is started. */
export interface BrowserProgram {
  executablePath: string;
  /** Added to the environment. */
  env: Record<string, string>;
}

/**
 * Finds the Chromium that npm installed, and unpacks it the first time into `.cache/chromium` of the checkout. It takes a third less CPU
 * time than Debian's. Null where it is not installed or cannot run: it is for Linux on x64.
 */
export function findNpmChromium(): BrowserProgram | null {
  if (process.platform !== "linux" || process.arch !== "x64" || !existsSync(packageFolder)) {
    return null;
  }
  const { version } = JSON.parse(readFileSync(join(packageFolder, "package.json"), "utf8"));
  const folder = join(unpackedFolder, version);
  try {
    if (!existsSync(folder)) {
      unpack(version, folder);
    }
  } catch {
    // Another was faster, or may write here and this one may not: running it tells.
  }
  const found = {
    executablePath: join(folder, "chromium"),
    env: {
      LD_LIBRARY_PATH: join(folder, "lib"),
      ...(!existsSync(fontsOfSystem) && { FONTCONFIG_FILE: join(folder, "fonts.conf") }),
    },
  };
  const { status } = spawnSync(found.executablePath, ["--version"], {
    env: { ...process.env, ...found.env },
  });
  return status === 0 ? found : null;
}

/** Others may do the same at the same time: they see all of it or nothing. */
function unpack(version: string, folder: string): void {
  mkdirSync(unpackedFolder, { recursive: true });
  for (const former of readdirSync(unpackedFolder).filter((name) => !name.startsWith(version))) {
    rmSync(join(unpackedFolder, former), { recursive: true, force: true });
  }
  const own = mkdtempSync(`${folder}-`);
  try {
    chmodSync(own, 0o755);
    writeFileSync(join(own, "chromium"), readPart("chromium"), { mode: 0o755 });
    // Its libraries, and fonts for a machine without any.
    for (const part of ["al2023.tar", "fonts.tar"]) {
      spawnSync("tar", ["-x", "--no-same-owner", "-C", own], { input: readPart(part) });
    }
    writeFileSync(join(own, "fonts.conf"), ownFonts);
    renameSync(own, folder);
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
}

const readPart = (name: string): Buffer =>
  brotliDecompressSync(readFileSync(join(packageFolder, "bin", `${name}.br`)));

if (import.meta.main) {
  process.exitCode = findNpmChromium() === null ? 1 : 0;
}
