const type = `kind name ofType { kind name ofType { kind name ofType { kind name ofType { kind name ofType {
  kind name ofType { kind name ofType { kind name ofType { kind name } } } } } } } }`;
const value = `name description defaultValue type { ${type} }`;

/** Asks an endpoint for its schema. It has no members that servers of the 2018 specification refuse. */
export const olderIntrospectionQuery: string = writeQuery("");

/** Asks for one more member, of the 2025 specification: which input objects take exactly one of their fields. */
export const introspectionQuery: string = writeQuery("isOneOf");

function writeQuery(newer: string): string {
  return `query IntrospectionQuery { __schema {
  queryType { name } mutationType { name } subscriptionType { name }
  types { kind name description ${newer}
    fields(includeDeprecated: true) { name description isDeprecated deprecationReason
      args { ${value} } type { ${type} } }
    inputFields { ${value} }
    interfaces { ${type} }
    enumValues(includeDeprecated: true) { name description isDeprecated deprecationReason }
    possibleTypes { ${type} } }
  directives { name description locations args { ${value} } }
} }`;
}
