// Checks that docs/decisions.md has an entry for every decision that code, tests and docs cite.
import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const root = dirname(import.meta.dirname);
const page = "docs/decisions.md";

const entries = new Set(
  Array.from(readFileSync(join(root, page), "utf8").matchAll(/\*\*(D\d+[a-z]?)\b/g), ([, number]) => number),
);
const files = globSync(
  ["{packages,acceptance,bench,scripts,docs}/**/*.{ts,tsx,mjs,sql,md}", "*.md", ".ci/*"],
  { cwd: root, exclude: ["**/node_modules/**", page] },
);
const problems = files.flatMap((file) =>
  readFileSync(join(root, file), "utf8")
    .split("\n")
    .flatMap((line, index) => listProblems(line).map((problem) => `${file}:${index + 1}: ${problem}`)),
);
for (const problem of problems) {
  console.error(problem);
}
console.log(`${files.length} files read, ${entries.size} decisions found.`);
process.exitCode = problems.length > 0 ? 1 : 0;

function listProblems(line: string): string[] {
  const cited = Array.from(line.matchAll(/(?<![\w&#\\-])D\d{1,2}[a-z]?\b/g), ([number]) => number);
  const unknown = cited
    .filter((number) => !entries.has(number))
    .map((number) => `${number} is not in ${page}`);
  return /\([Dd]ecisions,|"section \d/.test(line)
    ? [...unknown, `cite a decision by its number (${page})`]
    : unknown;
}
