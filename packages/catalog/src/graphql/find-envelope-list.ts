import { type GraphQLOutputType, getNullableType, isObjectType } from "graphql";
import { isLeaf, isList, needsNoArguments } from "./asked-fields.ts";

/** An object with more members is a record that has lists, not an envelope around one. */
const mostMembers = 8;
const listNames = ["items", "nodes", "results", "records", "entries", "rows", "data", "list", "edges"];
const countNames =
  /^(total|count|total_?count|total_?items|total_?results|has_?(next|more)(_?page)?|page_?info|next_?(page|cursor|token)?|cursor)$/i;

/**
 * Finds the list of a result such as `{items, total}`: the member with a usual name, or the only list of objects beside a count or the way
 * to the next page. Returns null for another result.
 */
export function findEnvelopeList(output: GraphQLOutputType): string | null {
  const type = getNullableType(output);
  if (!isObjectType(type)) {
    return null;
  }
  const fields = Object.values(type.getFields());
  const lists = fields
    .filter((field) => isList(field.type) && !isLeaf(field) && needsNoArguments(field))
    .filter(({ deprecationReason }) => deprecationReason == null)
    .map(({ name }) => name);
  const isEnvelope = fields.length <= mostMembers && fields.some(({ name }) => countNames.test(name));
  const named = listNames.find((name) => lists.includes(name));
  return isEnvelope ? (named ?? (lists.length === 1 ? (lists[0] ?? null) : null)) : null;
}
