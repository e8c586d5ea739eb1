// Checks that code, tests and docs are in one dialect: American English. Names that others chose stay as they are.
import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const root = dirname(import.meta.dirname);
const files = globSync(
  ["{packages,acceptance,bench,scripts,docs,templates}/**/*.{ts,tsx,mjs,css,html,md}", "*.md"],
  {
    cwd: root,
    exclude: ["**/node_modules/**", "**/dist/**", "scripts/check-spelling.ts"],
  },
);
const british =
  /behaviour|colour|neighbour|favourite|organis|humanis(?!t)|recognis|serialis|normalis|optimis|initialis|summaris|authoris|synchronis|cancell(?:ed|ing)|labelled\b|misspelt|flavour|rumour|\bcentre|licence|catalogue|\bafterwards\b|\btowards\b|\b(?:up|down)wards\b/gi;
/** Members and paths of applications, a method of MCP, and lists of spellings that people type. */
const names = [
  /getOrganisations|\/organisations?\b/gi,
  /\bAUTHORISED\b/g,
  /notifications\/cancelled/g,
  /\bisCancelled\b|\bcancelledAt\b/g,
  /"cancelled"/g,
];
const lists = [
  "bench/search/held-out-intents.ts",
  "packages/catalog/src/search/synonyms.ts",
  "packages/catalog/src/shorten-name.ts",
];

const problems = files
  .filter((file) => !lists.includes(file))
  .flatMap((file) =>
    readFileSync(join(root, file), "utf8")
      .split("\n")
      .flatMap((line, index) => {
        const own = names.reduce((text, name) => text.replace(name, ""), line);
        return Array.from(own.matchAll(british), ([word]) => `${file}:${index + 1}: ${word}`);
      }),
  );
for (const problem of problems) {
  console.error(problem);
}
console.log(`${files.length} files read.`);
process.exitCode = problems.length > 0 ? 1 : 0;
