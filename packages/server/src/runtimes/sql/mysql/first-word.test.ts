import { expect, it } from "vitest";
import { readFirstWord } from "./first-word.ts";

it.each([
  ["SELECT 1", "select"],
  [" \t\r\n(( select(1)", "select"],
  ["/* DROP */ -- x\n--\n# y\n/**/Show tables", "show"],
  ["/* /* */ explain x", "explain"],
])("reads the first word of %j", (statement, word) => {
  expect(readFirstWord(statement)).toBe(word);
});

it.each([
  "",
  "1",
  "/*! SELECT */ 1",
  "/*!50000 SELECT */ 1",
  "/*M! SELECT */ 1",
  "/*+ x */ SELECT 1",
  "/* SELECT 1",
  "-- SELECT 1",
  "--SELECT 1",
  "show$: BEGIN NOT ATOMIC END",
  "show: BEGIN NOT ATOMIC END",
  "showé: BEGIN NOT ATOMIC END",
  "show_: BEGIN NOT ATOMIC END",
  "show\u{1F600}: BEGIN NOT ATOMIC END",
  "\u00a0show: BEGIN NOT ATOMIC END",
  "\ufeffSELECT 1",
  "`select`: BEGIN NOT ATOMIC END",
])("finds no word in %j", (statement) => {
  expect(readFirstWord(statement)).toBe("");
});

it("sees a line that a comment does not hide", () => {
  expect(readFirstWord("--\nOPTIMIZE TABLE x /*\nSELECT 1 */")).toBe("optimize");
  expect(readFirstWord("-- \nOPTIMIZE TABLE x /*\nSELECT 1 */")).toBe("optimize");
});

it("takes no time for a long statement", () => {
  const begin = process.cpuUsage();
  for (const piece of ["/*", "/**/", "(", "-- \n", "*", "/* *"]) {
    readFirstWord(piece.repeat(100_000 / piece.length));
  }
  const { user, system } = process.cpuUsage(begin);
  expect((user + system) / 1000).toBeLessThan(2000);
});
