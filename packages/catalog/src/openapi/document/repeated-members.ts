import { type Document, isPair, isScalar, isSeq, visit } from "yaml";
import { escapePointerSegment } from "../../manifest/json-pointer.ts";

/** A list or an object that is being read. */
interface Level {
  /** The names of the object's members so far; null: it is a list. */
  names: Set<string> | null;
  /** Whether a text that comes now is a member's name. */
  expectsName: boolean;
  /** The name of the member that is being read, or its index. */
  current: string | number;
}

/** Deeper documents are refused. */
const maximumDepth = 400;

/**
 * Finds members that an object has again, in one pass, since `JSON.parse` does not tell.
 *
 * @param json valid JSON
 * @param found gets the JSON Pointer of each
 */
export function findRepeatedInJson(json: string, found: (pointer: string) => void): void {
  const levels: Level[] = [];
  let level: Level | undefined;
  for (let at = 0; at < json.length; at++) {
    const character = json[at];
    if (character === '"') {
      const end = findEnd(json, at + 1);
      if (level?.names && level.expectsName) {
        level.current = readName(json.slice(at, end + 1));
        level.expectsName = false;
        if (level.names.has(level.current)) {
          found(levels.map(({ current }) => `/${escapePointerSegment(String(current))}`).join(""));
        }
        level.names.add(level.current);
      }
      at = end;
    } else if (character === "{" || character === "[") {
      const names = character === "{" ? new Set<string>() : null;
      level = { names, expectsName: names !== null, current: 0 };
      levels.push(level);
      if (levels.length > maximumDepth) {
        return;
      }
    } else if (character === "}" || character === "]") {
      levels.pop();
      level = levels.at(-1);
    } else if (character === "," && level !== undefined) {
      level.expectsName = level.names !== null;
      if (typeof level.current === "number") {
        level.current++;
      }
    }
  }
}

/** Returns the position of the quote that ends a text. */
function findEnd(json: string, begin: number): number {
  let at = begin;
  while (at < json.length && json[at] !== '"') {
    at += json[at] === "\\" ? 2 : 1;
  }
  return at;
}

const readName = (quoted: string): string =>
  quoted.includes("\\") ? String(JSON.parse(quoted)) : quoted.slice(1, -1);

/** Does the same for YAML. Merge keys (`<<`) may stand several times. */
export function findRepeatedInYaml(document: Document.Parsed, found: (pointer: string) => void): void {
  visit(document, {
    Map: (_key, map, ancestors) => {
      const names = new Set<string>();
      for (const { key } of map.items) {
        const name = isScalar(key) ? String(key.value) : null;
        if (name === null || name === "<<") {
          continue;
        }
        if (names.has(name)) {
          found(`${pointerOf([...ancestors, map])}/${escapePointerSegment(name)}`);
        }
        names.add(name);
      }
    },
  });
}

/** @param nodes the nodes from the document to the place */
function pointerOf(nodes: readonly unknown[]): string {
  return nodes
    .map((node, index) => {
      if (isPair(node)) {
        return `/${escapePointerSegment(isScalar(node.key) ? String(node.key.value) : "")}`;
      }
      return isSeq(node) ? `/${node.items.indexOf(nodes[index + 1])}` : "";
    })
    .join("");
}
