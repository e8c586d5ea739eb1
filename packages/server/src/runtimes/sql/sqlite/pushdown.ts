import type { Column, Pushdown } from "../dialect.ts";
import { positives } from "../positives.ts";
import { quoteName } from "../quote-name.ts";
import { matcherName } from "./matcher-name.ts";

/** Their order in SQLite is not the gateway's. */
const unordered = new Set(["blob", "any", "utf16"]);
const numbers = new Set(["integer", "real", "numeric"]);

function isNumber({ baseType }: Column): boolean {
  return numbers.has(baseType);
}

/** A column may hold values of every type, so values are tested by a function of ours. */
export const pushdown: Pushdown = {
  isNumber,
  condition(tested, operator, value, bind) {
    const column = quoteName(tested.name);
    if (operator === "isNull" || operator === "isNotNull") {
      return `${column} IS ${operator === "isNull" ? "" : "NOT "}NULL`;
    }
    if (!value.isWellFormed() || value.includes("\0")) {
      return null;
    }
    const positive = positives[operator];
    const test = `${matcherName}(${column}, ${bind(positive ?? operator)}, ${bind(value)}, ${isNumber(tested) ? 1 : 0})`;
    return positive === undefined ? test : `NOT ${test}`;
  },
  /** Numbers before texts, as the gateway orders them, and nulls last in both directions. Bytes are not ordered as their base64. */
  order({ name, baseType }, direction) {
    if (unordered.has(baseType)) {
      return null;
    }
    const column = quoteName(name);
    const way = direction === 1 ? "ASC" : "DESC";
    return `${column} IS NULL, ${column} COLLATE BINARY ${way}`;
  },
};
