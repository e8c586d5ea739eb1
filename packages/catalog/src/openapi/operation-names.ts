import { mayTakeOver, type PublishedSlug, type PublishedSlugs } from "../published-slug.ts";
import { textOf } from "../record.ts";
import {
  bareOperation,
  closeWithHash,
  cutToolSlug,
  type ToolSlug,
  toolSlug,
  toolSlugPrefix,
  toSnakeCase,
} from "../slugs.ts";
import { annotateOperation } from "./annotations.ts";
import type { DeclaredOperation } from "./document/list-operations.ts";

/** The names of an operation and its tool. */
export interface OperationName {
  operation: string;
  slug: string;
}

/** A possible name for an operation. */
interface Candidate {
  operation: string;
  /** The slugs to try, the best first. Not empty. */
  slugs: readonly string[];
  /** Whether the first of them is the whole name. */
  isWhole: boolean;
  /** The slug that earlier versions, which did not shorten names by words, gave this name. */
  formerSlug: string;
}

/**
 * Names all operations of a document, in its order (decisions D20). A published operation keeps its slug. It is found by method
 * and path. When the document has nothing at that place any more, the slug moves to the operation with the same name, if
 * that is not more dangerous (decisions D77). When operations have the same name, the first keeps it and the others are named
 * by method and path. When two names are shortened to the same slug, the second gets another or a
 * hash. The name of an operation depends on the document only, so that a second import of it changes nothing.
 */
export function nameOperations(
  applicationSlug: string,
  operations: readonly DeclaredOperation[],
  published: PublishedSlugs,
): OperationName[] {
  const keys = new Set(operations.map(keyOf));
  const takenSlugs = new Set([...published].filter(([key]) => keys.has(key)).map(([, { slug }]) => slug));
  const leftSlugs = groupLeftSlugs(published, keys);
  const takenOperations = new Set<string>();
  const candidates = new Map(
    operations.map((declared) => [declared, listCandidates(applicationSlug, declared)]),
  );

  function isFree(slug: string, declared: DeclaredOperation): boolean {
    const annotations = annotateOperation(declared);
    return (
      !takenSlugs.has(slug) &&
      (leftSlugs.get(slug) ?? []).every((publication) => mayTakeOver(publication, annotations))
    );
  }

  function chooseSlug(untaken: readonly Candidate[], declared: DeclaredOperation): string | undefined {
    for (const { slugs, formerSlug } of untaken) {
      if (leftSlugs.has(formerSlug) && isFree(formerSlug, declared)) {
        return formerSlug;
      }
      const slug = slugs.find((one) => isFree(one, declared));
      if (slug !== undefined) {
        return slug;
      }
    }
    return undefined;
  }

  function nameOperation(declared: DeclaredOperation): OperationName {
    const operationKey = keyOf(declared);
    const own = candidates.get(declared) ?? [];
    const untaken = own.filter(({ operation }) => !takenOperations.has(operation));
    const last = own.at(-1)?.operation ?? "operation";
    return {
      operation: untaken[0]?.operation ?? closeWithHash(last, operationKey),
      slug:
        published.get(operationKey)?.slug ??
        chooseSlug(untaken, declared) ??
        closeWithHash(toolSlugPrefix(applicationSlug) + last, operationKey),
    };
  }

  const names = new Map<DeclaredOperation, OperationName>();
  for (const declared of fittingFirst(candidates)) {
    const name = nameOperation(declared);
    takenOperations.add(name.operation);
    takenSlugs.add(name.slug);
    names.set(declared, name);
  }
  return operations.flatMap((declared) => names.get(declared) ?? []);
}

const keyOf = ({ method, path }: DeclaredOperation): string => `${method} ${path}`;

/** Slugs of operations that the document no longer has. They may have moved to another operation. */
function groupLeftSlugs(
  published: PublishedSlugs,
  keys: ReadonlySet<string>,
): ReadonlyMap<string, PublishedSlug[]> {
  const left = [...published].filter(([key]) => !keys.has(key)).map(([, publication]) => publication);
  return Map.groupBy(left, ({ slug }) => slug);
}

/** Puts names that fit before names that are shortened, which may become the same slug. */
function fittingFirst(candidates: ReadonlyMap<DeclaredOperation, Candidate[]>): DeclaredOperation[] {
  const { fitting = [], shortened = [] } = Object.groupBy(candidates, ([, [first]]) =>
    first !== undefined && !first.isWhole ? "shortened" : "fitting",
  );
  return [...fitting, ...shortened].map(([declared]) => declared);
}

function listCandidates(
  applicationSlug: string,
  { declaration, method, path }: DeclaredOperation,
): Candidate[] {
  const operationId = textOf(declaration.operationId);
  const byId = operationId === undefined ? "" : toSnakeCase(operationId);
  const byPath = toSnakeCase(`${method} ${path}`);
  const place = `_${toSnakeCase(`${path} ${method}`)}`;
  return [byId, byPath]
    .filter((name) => name !== "")
    .map((name) => {
      const operation = bareOperation(applicationSlug, name);
      // FastAPI names an operation by function, path and method. Only the function is kept of a long name.
      const essentialPart =
        operation.endsWith(place) && operation !== place ? operation.slice(0, -place.length) : operation;
      return {
        operation,
        formerSlug: cutToolSlug(applicationSlug, name),
        ...listSlugs(
          toolSlug(applicationSlug, operation, essentialPart),
          toolSlug(applicationSlug, operation, dropParameters(essentialPart, path)),
        ),
      };
    });
}

/** Prefers the slug with the parameters of the path, then the one without them, then those that end with a hash. */
function listSlugs(full: ToolSlug, bare: ToolSlug): Pick<Candidate, "slugs" | "isWhole"> {
  const isWhole = full.slug === full.fullName;
  const readable = [full, bare].filter(({ isHashed }) => !isHashed).map(({ slug }) => slug);
  const [best] = readable;
  const hashed = best === undefined ? bare.slug : closeWithHash(best, full.fullName);
  return { slugs: isWhole ? readable : [...readable, hashed], isWhole };
}

/**
 * Drops the parameters of the path from a name. `getStoresStoreIdUsersUserId` becomes `get_stores_users_user_id`, which still tells one
 * record from the list, and `getUsersByStoreId` becomes `get_users`. In other places a word such as `org` has a meaning.
 */
function dropParameters(name: string, path: string): string {
  const segments = path.split("/");
  let left = `_${name}_`;
  let before = "";
  for (const [index, segment] of segments.entries()) {
    const word = toSnakeCase(segment);
    if (!segment.startsWith("{")) {
      before = word;
      continue;
    }
    left = left.replace(`_by_${word}_`, "_").replace(`_and_${word}_`, "_");
    if (before !== "" && word !== "" && index < segments.length - 1) {
      left = left.replace(`_${before}_${word}_`, `_${before}_`);
    }
  }
  return left === "_" ? name : left.slice(1, -1);
}
