import {
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isCompositeType,
  isListType,
  isObjectType,
} from "graphql";

/** A list in pages, as the Relay specification describes it. */
export interface GraphqlConnection {
  type: GraphQLObjectType;
  /** The member that lists the records, or `edges`, each with a `node`. */
  list: "nodes" | "edges";
  node: GraphQLNamedType;
  hasTotalCount: boolean;
}

/** Null: the type is not a connection. */
export function findConnection(output: GraphQLOutputType): GraphqlConnection | null {
  const type = getNullableType(output);
  if (!isObjectType(type)) {
    return null;
  }
  const { pageInfo, nodes, edges, totalCount } = type.getFields();
  const page = pageInfo === undefined ? undefined : getNamedType(pageInfo.type);
  if (
    !isObjectType(page) ||
    page.getFields().hasNextPage === undefined ||
    page.getFields().endCursor === undefined
  ) {
    return null;
  }
  const hasTotalCount = totalCount !== undefined && totalCount.args.length === 0;
  if (nodes !== undefined && isList(nodes.type) && isCompositeType(getNamedType(nodes.type))) {
    return { type, list: "nodes", node: getNamedType(nodes.type), hasTotalCount };
  }
  const edge = edges === undefined || !isList(edges.type) ? undefined : getNamedType(edges.type);
  const node = isObjectType(edge) ? edge.getFields().node : undefined;
  return node !== undefined && isCompositeType(getNamedType(node.type))
    ? { type, list: "edges", node: getNamedType(node.type), hasTotalCount }
    : null;
}

export function isList(output: GraphQLOutputType): boolean {
  return isListType(getNullableType(output));
}
