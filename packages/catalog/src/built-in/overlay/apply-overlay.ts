import { listOf, recordOf } from "../../record.ts";
import { applySecurity } from "./apply-security.ts";
import type { BuiltInApplication } from "./built-in-application.ts";
import { dropHeaderParameters } from "./drop-header-parameters.ts";
import { createOperationFinder, type FoundOperation, type OperationFinder } from "./find-operations.ts";
import type { OpenedDocument } from "./open-documents.ts";

/** The operations that an overlay speaks of, by their keys. */
export interface OverlaidOperations {
  facts: ReadonlyMap<string, NonNullable<BuiltInApplication["operations"]>[string]>;
  featured: ReadonlyMap<string, BuiltInApplication["featured"][string]>;
  readOnly: ReadonlySet<string>;
}

/**
 * Writes an overlay into the documents: servers, security schemes and the `x-bowline-*` marks that the importer reads. Adds a
 * sentence to `problems` for each name that fits no operation.
 */
export function applyOverlay(
  overlay: BuiltInApplication,
  documents: readonly OpenedDocument[],
  problems: string[],
): OverlaidOperations {
  const finder = createOperationFinder(documents, problems);
  const facts = findEach(overlay.operations ?? {}, "operations", finder);
  const featured = findEach(overlay.featured, "featured", finder);
  const readOnly = (overlay.readOnly ?? []).flatMap((pattern) => finder.findAll(pattern, "readOnly"));
  for (const { key } of readOnly.filter(({ operation: { method } }) =>
    /^(?:PUT|PATCH|DELETE)$/.test(method),
  )) {
    problems.push(`readOnly: ${key} does not only read`);
  }
  for (const opened of documents) {
    applyServers(overlay, opened);
    dropHeaderParameters(Object.keys(overlay.headers ?? {}), opened);
    if (overlay.failure !== undefined) {
      opened.document["x-bowline-failure"] = overlay.failure;
    }
  }
  applySecurity(overlay, documents, { finder, facts, problems });
  markPaging(overlay, documents, finder);
  for (const [{ operation }, { paging, resultsPath, results, context }] of facts) {
    const { declaration } = operation;
    if (paging !== undefined) {
      declaration["x-bowline-paging"] = { ...paging, ...(resultsPath !== undefined && { resultsPath }) };
    }
    if (results !== undefined) {
      declaration["x-bowline-results"] = results;
    }
    if (context !== undefined) {
      declaration["x-bowline-context"] = context;
    }
  }
  for (const { context, operations } of overlay.contexts ?? []) {
    for (const { operation } of operations.flatMap((pattern) => finder.findAll(pattern, "contexts"))) {
      operation.declaration["x-bowline-context"] ??= context;
    }
  }
  markApplication(overlay, finder);
  removeUnwanted(overlay, documents, finder);
  return {
    facts: byKey(facts),
    featured: byKey(featured),
    readOnly: new Set(readOnly.map(({ key }) => key)),
  };
}

function findEach<Value>(
  values: { [name: string]: Value },
  member: string,
  finder: OperationFinder,
): Map<FoundOperation, Value> {
  return new Map(
    Object.entries(values).flatMap(([name, value]) => {
      const found = finder.findOne(name, member);
      return found === undefined ? [] : [[found, value] as const];
    }),
  );
}

const byKey = <Value>(found: ReadonlyMap<FoundOperation, Value>): Map<string, Value> =>
  new Map([...found].map(([{ key }, value]) => [key, value]));

function applyServers({ servers }: BuiltInApplication, { document, serverUrl }: OpenedDocument): void {
  if (servers === undefined && serverUrl === undefined) {
    return;
  }
  document.servers =
    serverUrl !== undefined
      ? [{ url: serverUrl }]
      : servers?.map(({ name, url, variables = {} }) => ({
          url,
          name,
          variables: Object.fromEntries(
            Object.entries(variables).map(([variable, { isOverridable, ...declared }]) => [
              variable,
              { ...declared, ...(isOverridable && { "x-bowline-overridable": true }) },
            ]),
          ),
        }));
}

function markPaging(
  { paging: rules = [] }: BuiltInApplication,
  documents: readonly OpenedDocument[],
  finder: OperationFinder,
): void {
  for (const [index, { paging, resultsPath, operations }] of rules.entries()) {
    const fitting =
      operations?.flatMap((pattern) => finder.findAll(pattern, `paging[${index}]`)) ??
      documents.flatMap((document) =>
        document.operations
          .filter((operation) => operation.method === "GET" && hasParameters(operation, document, paging))
          .map((operation) => ({ operation })),
      );
    for (const { operation } of fitting) {
      operation.declaration["x-bowline-paging"] ??= {
        ...paging,
        ...(resultsPath !== undefined && { resultsPath }),
      };
    }
  }
}

/** Whether an operation has the parameters of the paging. A rule without any fits nothing by itself. */
function hasParameters(
  { declaration, pathItem }: OpenedDocument["operations"][number],
  { document }: OpenedDocument,
  paging: { parameter?: string | undefined; sizeParameter?: string | undefined },
): boolean {
  const wanted = [paging.parameter, paging.sizeParameter].filter((name) => name !== undefined);
  const shared = recordOf(recordOf(document.components).parameters);
  const parameters = [...listOf(pathItem.parameters), ...listOf(declaration.parameters)].map((parameter) => {
    const reference = recordOf(parameter).$ref;
    const name = typeof reference === "string" ? reference.split("/").at(-1) : undefined;
    return name === undefined ? parameter : shared[name];
  });
  const names = new Set(parameters.map((parameter) => recordOf(parameter).name));
  return wanted.length > 0 && wanted.every((name) => names.has(name));
}

/** Puts the marks of the application into the documents that hold their operations. */
function markApplication({ test, objects = [] }: BuiltInApplication, finder: OperationFinder): void {
  const testOperation = test && finder.findOne(test.operation, "test");
  if (testOperation !== undefined) {
    testOperation.document.document["x-bowline-test"] = { ...test, operation: placeOf(testOperation) };
  }
  for (const kind of objects) {
    const found = finder.findOne(kind.operation, "objects");
    if (found !== undefined) {
      const { document } = found.document;
      document["x-bowline-objects"] = [
        ...listOf(document["x-bowline-objects"]),
        { ...kind, operation: placeOf(found) },
      ];
    }
  }
}

const placeOf = ({ operation: { method, path } }: FoundOperation): string => `${method} ${path}`;

function removeUnwanted(
  { include, exclude = [] }: BuiltInApplication,
  documents: readonly OpenedDocument[],
  finder: OperationFinder,
): void {
  const excluded = new Set(exclude.flatMap((pattern) => listOperations(finder, pattern, "exclude")));
  const included =
    include && new Set(include.flatMap((pattern) => listOperations(finder, pattern, "include")));
  for (const { document, operations } of documents) {
    const paths = recordOf(document.paths);
    for (const operation of operations) {
      if (excluded.has(operation) || included?.has(operation) === false) {
        const stated = recordOf(paths[operation.path]);
        const item = stated.$ref === undefined ? stated : { ...operation.pathItem, ...stated };
        const { [operation.method.toLowerCase()]: _removed, $ref: _followed, ...rest } = item;
        paths[operation.path] = rest;
      }
    }
  }
}

const listOperations = (finder: OperationFinder, pattern: string, place: string) =>
  finder.findAll(pattern, place).map(({ operation }) => operation);
