import { type Document, isMap, isScalar, isSeq, visit, type YAMLMap } from "yaml";

/** The keywords of a schema with values of its type. */
const keywordsOfValues = ["enum", "const", "default", "example", "examples"];

/**
 * Keeps the texts that YAML reads as numbers, such as `1.10` and `007`, as they are written: of members' names, of the values that a schema
 * of texts states, and of the variables of a server, which are always texts. A number would be written as `1.1` and `7`.
 */
export function keepYamlTexts(document: Document.Parsed): void {
  visit(document, {
    Map: (_key, map) => {
      for (const { key } of map.items) {
        keepText(key);
      }
      if (isOfTexts(map)) {
        keepTextsOf(map, keywordsOfValues);
      }
      const variables = map.has("url") ? map.get("variables") : undefined;
      for (const { value } of isMap(variables) ? variables.items : []) {
        if (isMap(value)) {
          keepTextsOf(value, ["enum", "default"]);
        }
      }
    },
  });
}

function isOfTexts(map: YAMLMap): boolean {
  const type = map.get("type", true) as unknown;
  const names = (isSeq(type) ? type.items : [type]).map((node) => (isScalar(node) ? node.value : undefined));
  return names.includes("string") && names.every((name) => name === "string" || name === "null");
}

function keepTextsOf(map: YAMLMap, keywords: readonly string[]): void {
  for (const keyword of keywords) {
    const value = map.get(keyword, true) as unknown;
    for (const one of isSeq(value) ? value.items : [value]) {
      keepText(one);
    }
  }
}

function keepText(node: unknown): void {
  if (isScalar(node) && typeof node.value === "number" && node.source !== undefined) {
    node.value = node.source;
  }
}
