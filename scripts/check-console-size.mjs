// Checks the sizes of the built console, as a browser loads them with gzip, against the limits of what people wait for.
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { findConsoleFolder } from "./console-stamp.mjs";

const kilobyte = 1000;
const limits = { firstScripts: 200, firstStyles: 40, lazyScript: 170, all: 800 };
/** What a browser loads before it shows the first page. */
const firstView = ["index.html", "src/pages/home/home-page.tsx"];

const folder = findConsoleFolder(process.env);
const read = (name) => JSON.parse(readFileSync(join(folder, ".vite", name), "utf8"));
const manifest = read("manifest.json");
const modules = read("modules.json");

const sizeOf = (file) => {
  const path = join(folder, `${file}.gz`);
  return existsSync(path) ? statSync(path).size / kilobyte : 0;
};

/** Collects an entry of the manifest and all that it imports at once. */
function collect(name, found = new Set()) {
  if (manifest[name] !== undefined && !found.has(name)) {
    found.add(name);
    for (const imported of manifest[name].imports ?? []) {
      collect(imported, found);
    }
  }
  return found;
}

const first = [...new Set(firstView.flatMap((name) => [...collect(name)]))].map((name) => manifest[name]);
const firstScripts = first.map(({ file }) => file);
const firstStyles = [...new Set(first.flatMap(({ css = [] }) => css))];
const lazyScripts = Object.values(manifest)
  .map(({ file }) => file)
  .filter((file) => file.endsWith(".js") && !firstScripts.includes(file));
const assets = readdirSync(join(folder, "assets"))
  .filter((name) => name.endsWith(".gz"))
  .map((name) => `assets/${name.slice(0, -".gz".length)}`);

const measured = [
  { title: "JavaScript of the first view", files: firstScripts, limit: limits.firstScripts },
  { title: "CSS of the first view", files: firstStyles, limit: limits.firstStyles },
  ...[...new Set(lazyScripts)].map((file) => ({ title: file, files: [file], limit: limits.lazyScript })),
  { title: "The whole console", files: assets, limit: limits.all },
].map((part) => ({ ...part, size: part.files.reduce((sum, file) => sum + sizeOf(file), 0) }));

for (const { title, size, limit } of measured.filter(({ limit }) => limit !== limits.lazyScript)) {
  console.log(`${title}: ${size.toFixed(1)} of ${limit} kB`);
}
const tooLarge = measured.filter(({ size, limit }) => size > limit);
for (const { title, files, size, limit } of tooLarge) {
  console.error(
    `${title} has ${size.toFixed(1)} kB with gzip, and may have at most ${limit} kB. Its largest modules, before they are minified:`,
  );
  for (const file of files.length > 1 ? files : []) {
    console.error(`  ${sizeOf(file).toFixed(1)} kB with gzip: ${file}`);
  }
  const largest = files.flatMap((file) => modules[file] ?? []).sort((one, other) => other.bytes - one.bytes);
  for (const { module, bytes } of largest.slice(0, 10)) {
    console.error(`  ${(bytes / kilobyte).toFixed(1)} kB  ${module}`);
  }
}
if (firstScripts.length < firstView.length) {
  console.error(
    `One of ${firstView.join(", ")} is not in Vite's manifest. Name the first view in this file anew.`,
  );
}
process.exitCode = tooLarge.length > 0 || firstScripts.length < firstView.length ? 1 : 0;
