import { isRecord, listOf, namedEntriesOf, recordOf, textsOf } from "../../record.ts";
import { buildSecuritySchemes } from "./build-security-schemes.ts";
import type { BuiltInApplication } from "./built-in-application.ts";
import type { FoundOperation, OperationFinder } from "./find-operations.ts";
import type { OpenedDocument } from "./open-documents.ts";

interface SecurityScope {
  finder: OperationFinder;
  facts: ReadonlyMap<FoundOperation, NonNullable<BuiltInApplication["operations"]>[string]>;
  problems: string[];
}

/**
 * Replaces the security of the documents by the overlay's methods. An operation keeps the scopes that its document states, and stays
 * free of credentials when the document says so.
 */
export function applySecurity(
  overlay: BuiltInApplication,
  documents: readonly OpenedDocument[],
  { finder, facts, problems }: SecurityScope,
): void {
  const { authentications, withoutCredentials = [] } = overlay;
  const open = new Set(
    withoutCredentials
      .flatMap((pattern) => finder.findAll(pattern, "withoutCredentials"))
      .map(({ operation }) => operation),
  );
  for (const operation of open) {
    operation.declaration.security = [];
  }
  if (authentications === undefined) {
    return;
  }
  const alternatives = overlay.requirements ?? Object.keys(authentications).map((key) => [key]);
  for (const key of alternatives.flat().filter((name) => !Object.hasOwn(authentications, name))) {
    problems.push(`requirements: there is no method "${key}"`);
  }
  const scopesByOperation = new Map([...facts].map(([{ operation }, { scopes }]) => [operation, scopes]));
  const build = (scopes: string[]) =>
    alternatives.map((keys) =>
      Object.fromEntries(
        keys.map((key) => [key, authentications[key]?.type === "oauth2" ? scopes : ([] as string[])]),
      ),
    );
  for (const { document, operations } of documents) {
    const inherited = listOf(document.security);
    document.components = {
      ...recordOf(document.components),
      securitySchemes: buildSecuritySchemes(authentications, problems),
    };
    document.security = build([]);
    for (const operation of operations) {
      const { declaration } = operation;
      const stated = declaration.security === undefined ? inherited : listOf(declaration.security);
      if (declaration.security !== undefined && stated.length === 0) {
        continue;
      }
      const scopes = scopesByOperation.get(operation) ?? listScopes(stated);
      const isOptional = stated.some((one) => isRecord(one) && Object.keys(one).length === 0);
      declaration.security = [...build(scopes), ...(isOptional ? [{}] : [])];
    }
  }
}

const listScopes = (requirements: unknown[]): string[] => [
  ...new Set(requirements.flatMap((one) => namedEntriesOf(one).flatMap(([, scopes]) => textsOf(scopes)))),
];
