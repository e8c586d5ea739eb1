import type { BodyBinding } from "../../tool.ts";

/** How the content of a media type is read and written. */
export type MediaKind = BodyBinding["kind"];

const textual =
  /^(text\/.*|application\/(.*[+-])?(xml|yaml|x-yaml|graphql|sql|javascript|jsonl|x-ndjson|ndjson|x-jsonlines|jose|jwt|pgp-.*|x-pem-file|json-seq))$/;

/** Returns the kind of a media type. Any type (`*` + `/*`) is JSON, because its authors mean that. */
export function mediaKind(mediaType: string): MediaKind {
  const essence = essenceOf(mediaType);
  if (essence === "" || essence === "*/*" || essence === "application/*") {
    return "json";
  }
  if (/^(application|text)\/(.*[+.])?json$/.test(essence)) {
    return "json";
  }
  if (essence === "application/x-www-form-urlencoded") {
    return "form";
  }
  if (essence.startsWith("multipart/")) {
    return "multipart";
  }
  return textual.test(essence) ? "text" : "binary";
}

/** Words in the names of types whose content is no JSON, whatever schema describes it. */
const serialized =
  /\b(?:octet-stream|proto(?:buf)?|grpc|(?:msg|message)pack|cbor|avro|thrift|bson|smile|wasm|arrow|parquet|java|jar|(?:g|b)?zip2?|tar|rar|compressed|pdf|rtf|openxmlformats|opendocument|ms-[a-z]+|msword|sqlite3?)\b/;

/** Whether a media type says neither that its content is JSON nor that it is something else. */
export function isUnknownType(mediaType: string): boolean {
  const essence = essenceOf(mediaType);
  return essence.startsWith("application/") && mediaKind(mediaType) === "binary" && !serialized.test(essence);
}

/** Returns the media type in lower case, without parameters. */
export function essenceOf(mediaType: string): string {
  return (mediaType.split(";", 1)[0] ?? "").trim().toLowerCase();
}

const usualTypes: { [Kind in MediaKind]: string } = {
  json: "application/json",
  form: "application/x-www-form-urlencoded",
  multipart: "multipart/form-data",
  text: "text/plain",
  binary: "application/octet-stream",
};

/** Returns the media type to send or request: the usual one of its kind for a range, and for what no header may contain. */
export function concreteMediaType(mediaType: string, kind: MediaKind): string {
  const trimmed = mediaType.trim();
  return isConcrete(trimmed) ? trimmed : usualTypes[kind];
}

/** Whether a media type can be sent: a range, such as `image/*`, cannot. */
export const isConcrete = (mediaType: string): boolean => /^(?!.*\*)[\x20-\x7e]+$/.test(mediaType);
