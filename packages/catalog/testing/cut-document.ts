import { isRecord, recordOf, type UncheckedRecord } from "../src/record.ts";

const methods = new Set(["get", "put", "post", "delete", "options", "head", "patch", "trace"]);

/**
 * Returns a document that has only some operations, as `METHOD /path`, without their responses, and the parts that they refer to. A
 * mock server over a whole document of hundreds of operations takes minutes to start.
 */
export function cutDocument(document: UncheckedRecord, operations: ReadonlySet<string>): UncheckedRecord {
  const paths = Object.fromEntries(
    Object.entries(recordOf(document.paths)).flatMap(([path, item]) => {
      const kept = Object.entries(recordOf(item)).filter(
        ([member]) => !methods.has(member) || operations.has(`${member.toUpperCase()} ${path}`),
      );
      const cut = kept.map(([member, value]) => [
        member,
        methods.has(member) ? withoutResponses(value) : value,
      ]);
      return kept.some(([member]) => methods.has(member)) ? [[path, Object.fromEntries(cut)]] : [];
    }),
  );
  const { components, definitions, parameters, responses, webhooks: _webhooks, ...others } = document;
  const rest = Object.fromEntries(Object.entries(others).filter(([member]) => !member.startsWith("x-")));
  const whole = { components, definitions, parameters, responses };
  const cut: UncheckedRecord = { ...rest, paths };
  if (isRecord(components)) {
    cut.components = { securitySchemes: components.securitySchemes ?? {} };
  }
  copyReferences(paths, whole, cut, new Set());
  return cut;
}

const withoutResponses = (operation: unknown): UncheckedRecord => ({
  ...recordOf(operation),
  responses: { "200": { description: "Accepted." } },
});

function copyReferences(
  from: unknown,
  whole: UncheckedRecord,
  cut: UncheckedRecord,
  seen: Set<string>,
): void {
  if (Array.isArray(from)) {
    for (const entry of from) {
      copyReferences(entry, whole, cut, seen);
    }
    return;
  }
  if (!isRecord(from)) {
    return;
  }
  const { $ref: reference } = from;
  if (typeof reference === "string" && reference.startsWith("#/") && !seen.has(reference)) {
    seen.add(reference);
    const parts = reference
      .split("/")
      .slice(1)
      .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
    const depth = parts[0] === "components" ? 3 : 2;
    const target = parts.slice(0, depth).reduce<unknown>((found, part) => recordOf(found)[part], whole);
    if (target !== undefined) {
      set(cut, parts.slice(0, depth), target);
      copyReferences(target, whole, cut, seen);
    }
  }
  for (const value of Object.values(from)) {
    copyReferences(value, whole, cut, seen);
  }
}

function set(into: UncheckedRecord, parts: readonly string[], value: unknown): void {
  const [first, ...rest] = parts;
  if (first === undefined) {
    return;
  }
  if (rest.length === 0) {
    into[first] = value;
    return;
  }
  const next = { ...recordOf(into[first]) };
  into[first] = next;
  set(next, rest, value);
}
