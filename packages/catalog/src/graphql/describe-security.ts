import type { UncheckedRecord } from "../record.ts";

/**
 * Writes the header names that were needed to read the schema as the security of an OpenAPI document: all of them together are
 * one method. A schema itself says nothing of credentials.
 */
export function describeSecurity(headerNames: readonly string[]): UncheckedRecord {
  const schemes = headerNames.map((name) => [
    name.toLowerCase(),
    name.toLowerCase() === "authorization"
      ? { type: "http", scheme: "bearer" }
      : { type: "apiKey", in: "header", name },
  ]);
  const requirement = Object.fromEntries(schemes.map(([key]) => [key, []]));
  return headerNames.length === 0
    ? {}
    : { components: { securitySchemes: Object.fromEntries(schemes) }, security: [requirement] };
}
