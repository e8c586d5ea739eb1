import type { ToolManifest } from "../manifest/tool-manifest.ts";
import type { GraphqlArgument, GraphqlBinding } from "../tool.ts";
import { type Field, isList, takesInteger } from "./asked-fields.ts";
import { findEnvelopeList } from "./find-envelope-list.ts";

/** The size of a page when neither the caller nor the schema gives one, and the largest that Relay servers usually allow. */
const pageSize = 20;
const maxPageSize = 100;

export interface GraphqlPaging {
  manifest: ToolManifest;
  /** The page size to request when the input has none. Absent: none. */
  pageSize?: GraphqlBinding["pageSize"];
}

/**
 * Finds how to ask for more results. Null: it is unknown.
 *
 * @param isConnection whether the field is a list in pages, as the Relay specification describes it
 */
export function findPaging(
  field: Field,
  isConnection: boolean,
  bindings: readonly GraphqlArgument[],
): GraphqlPaging | null {
  return (isConnection ? findCursorPaging(field, bindings) : null) ?? findOffsetPaging(field, bindings);
}

function findCursorPaging({ name, args }: Field, bindings: readonly GraphqlArgument[]): GraphqlPaging | null {
  const find = (wire: string) => bindings.find((one) => one.name === wire)?.input;
  const [first, after] = [find("first"), find("after")];
  const size = args.find((one) => one.name === "first");
  if (first === undefined || after === undefined || size === undefined || !takesInteger(size)) {
    return null;
  }
  const page = `/data/${name}/pageInfo`;
  return {
    manifest: {
      paging: {
        kind: "cursor",
        parameter: after,
        cursorPath: `${page}/endCursor`,
        hasMorePath: `${page}/hasNextPage`,
        sizeParameter: first,
        maxSize: maxPageSize,
      },
    },
    // The input's schema shows an argument's own default.
    ...(size.defaultValue === undefined && {
      pageSize: {
        input: first,
        size: pageSize,
        unless: ["last", "before"].flatMap((wire) => find(wire) ?? []),
      },
    }),
  };
}

const offsetNames = ["offset", "skip"];
const limitNames = ["limit", "first", "take"];

/**
 * Finds the paging of a list whose arguments skip and limit results, as with Hasura, Prisma and The Graph. How large a page may be is
 * unknown, so a call has the caller's size or the server's default.
 */
function findOffsetPaging({ type, args }: Field, bindings: readonly GraphqlArgument[]): GraphqlPaging | null {
  const find = (names: readonly string[]) => {
    const found = args.find((one) => names.includes(one.name) && takesInteger(one));
    return bindings.find(({ name }) => name === found?.name)?.input;
  };
  const [parameter, sizeParameter] = [find(offsetNames), find(limitNames)];
  const isPaged = isList(type) || findEnvelopeList(type) !== null;
  return isPaged && parameter !== undefined && sizeParameter !== undefined
    ? { manifest: { paging: { kind: "offset", parameter, sizeParameter } } }
    : null;
}
