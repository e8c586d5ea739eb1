import { isRecord, listOf, recordOf, type UncheckedRecord, wordOf } from "../../record.ts";

const needed = "An OpenAPI 3 or Swagger 2.0 document is needed, as JSON or YAML";

const asGraphql = "Import it as `schema` with `source` graphql";

const page = `an HTML page, not an OpenAPI document. Give the address of the JSON or YAML file itself (on GitHub: the one behind "Raw")`;

const packed = "not an OpenAPI document. Unpack it, and send the JSON or YAML file in it";

/** Binary files by their beginnings, in which U+FFFD replaces what is not UTF-8. */
const binaries: readonly [beginning: string, what: string][] = [
  ["PK\x03\x04", `a ZIP archive, ${packed}`],
  ["\x1f\ufffd", `a gzip archive, ${packed}`],
  ["%PDF-", `a PDF file. ${needed}`],
];

/** Other formats, by the beginning of the text after comments. */
const texts: readonly [pattern: RegExp, what: string][] = [
  [/^<(?:!doctype html|html|head|body|script)\b/i, page],
  [/^<\?xml[\s\S]{0,2000}?<(?:\w+:)?(?:definitions|description)\b/i, `a WSDL description. ${needed}`],
  [/^<(?:\?xml|!--|\w)/, `XML. ${needed}`],
  [
    /^(?:extend\s+)?(?:schema\b[^:]*\{|(?:type|interface|input|enum)\s+\w+[^:{]*\{|(?:scalar|union)\s+\w+|directive\s+@)/,
    `a GraphQL schema. ${asGraphql}`,
  ],
  [/^\/[/*]/, "JSON with comments. Remove them: JSON has none, and those of YAML begin with #"],
  [/^#%RAML/, `a RAML description. ${needed}`],
  [/^syntax\s*=\s*["']proto/, `a protocol buffer description. ${needed}`],
];

/** Names the format of a text that is not an OpenAPI document, to follow "It is". Undefined when it is unknown. */
export function recognizeText(source: string): string | undefined {
  const binary = binaries.find(([beginning]) => source.startsWith(beginning))?.[1];
  if (binary !== undefined) {
    return binary;
  }
  const begin = source.slice(0, 10_000).trimStart();
  if (begin.includes("\0")) {
    return `a binary file, or text in an encoding other than UTF-8. ${needed}`;
  }
  const stripped = begin.replace(/^(?:\s*(?:#(?!%).*|"""[\s\S]*?"""))*\s*/, "");
  return texts.find(([pattern]) => pattern.test(stripped))?.[1];
}

/** Names the format of a parsed value, like `recognizeText`. */
export function recognizeDocument(document: UncheckedRecord): string | undefined {
  const info = recordOf(document.info);
  if (document.asyncapi !== undefined) {
    return `an AsyncAPI document, which describes messages. ${needed}`;
  }
  if (
    info._postman_id !== undefined ||
    /getpostman\.com/.test(wordOf(info.schema)) ||
    isPostman(document.collection)
  ) {
    return `a Postman collection. ${needed}: export or convert the collection to OpenAPI`;
  }
  if (document.__export_format !== undefined || /insomnia/.test(wordOf(document.type))) {
    return `an Insomnia export. ${needed}: export the design document instead`;
  }
  if (/^1\b/.test(wordOf(document.swaggerVersion ?? document.swagger)) || Array.isArray(document.apis)) {
    return `a document of Swagger 1, which is not read. Convert it to OpenAPI 3 or Swagger 2.0`;
  }
  if (isRecord(document.__schema) || isRecord(recordOf(document.data).__schema)) {
    return `the description of a GraphQL schema. ${asGraphql}`;
  }
  if (/^discovery#/.test(wordOf(document.kind))) {
    return `a Google discovery document. ${needed}`;
  }
  if (Array.isArray(recordOf(document.log).entries)) {
    return `a HAR recording. ${needed}`;
  }
  for (const name of ["openrpc", "arazzo", "overlay", "mcpServers", "raml"]) {
    if (document[name] !== undefined) {
      return `a document of another kind (\`${name}\`). ${needed}`;
    }
  }
  return undefined;
}

/** Postman's own API puts the collection into a member. */
function isPostman(collection: unknown): boolean {
  return listOf(recordOf(collection).item).length > 0;
}
