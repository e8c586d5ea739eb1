import {
  type GraphQLCompositeType,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isCompositeType,
  isObjectType,
} from "graphql";
import { type Field, isLeaf, isList, needsNoArguments } from "./asked-fields.ts";

/** A list in pages, as the Relay specification describes it. */
export interface GraphqlConnection {
  /** The member that lists the records, or `edges`, each with a `node`. */
  list: "nodes" | "edges";
  node: GraphQLCompositeType;
  /** The type of `totalCount`; null: there is none. */
  totalCount: GraphQLOutputType | null;
}

/** Null: the type is not a connection. */
export function findConnection(output: GraphQLOutputType): GraphqlConnection | null {
  const type = getNullableType(output);
  if (!isObjectType(type)) {
    return null;
  }
  const { pageInfo, nodes, edges, totalCount } = type.getFields();
  if (!isPageInfo(pageInfo)) {
    return null;
  }
  const count = isPlain(totalCount) ? totalCount.type : null;
  const record = findListed(nodes);
  if (record !== null) {
    return { list: "nodes", node: record, totalCount: count };
  }
  const edge = findListed(edges);
  const node = isObjectType(edge) ? findObject(edge.getFields().node) : null;
  return node === null ? null : { list: "edges", node, totalCount: count };
}

function isPageInfo(field: Field | undefined): boolean {
  const page = findObject(field);
  return isObjectType(page) && isPlain(page.getFields().hasNextPage) && isPlain(page.getFields().endCursor);
}

const isPlain = (field: Field | undefined): field is Field =>
  field !== undefined && isLeaf(field) && needsNoArguments(field);

const findListed = (field: Field | undefined): GraphQLCompositeType | null =>
  field !== undefined && isList(field.type) ? findObject(field) : null;

/** The type of the objects in a field. Null: it has none, or needs arguments. */
function findObject(field: Field | undefined): GraphQLCompositeType | null {
  const type = field !== undefined && needsNoArguments(field) ? getNamedType(field.type) : null;
  return isCompositeType(type) ? type : null;
}
