import { type Requirement, stated } from "./requirement.ts";

/** GraphQL endpoints as applications. */
export const graphqlRequirements: Requirement[] = [
  ...stated("D24", {
    "import.graphql":
      "An import of a GraphQL endpoint by its address turns each query and mutation into a tool; source is graphql. Subscriptions are in skipped.",
    "graphql.import.schema":
      "A schema given as SDL or as introspection JSON gives the same tools; its endpoint is baseUrl, or a field of each connection.",
    "graphql.import.headers":
      "Headers for reading the schema are sent to the endpoint and are not stored; their names become an authentication method.",
    "graphql.import.refused":
      "An endpoint that refuses introspection, asks for credentials or is none is 400 with what to do; so is a schema that is not valid.",
    "graphql.import.again":
      "An import with the same slug keeps the slugs of tools and the connections. The slug of another kind of application is 409.",
  }),
  ...stated("D19", {
    "graphql.tool.schemas":
      "A tool's input has the field's arguments, with required ones, enumerations, defaults and input objects in $defs; queries are read-only.",
  }),
  ...stated("D33", {
    "graphql.execute.query": "A query or mutation runs with variables and the connection's credentials.",
    "graphql.execute.fields":
      "The input fields replaces the fields that are returned; a field that the type does not have is 400.",
    "graphql.execute.errors":
      "Errors in a response with status 200 are a failure with their messages, whose kind follows the code; partial data stays in output.",
    "graphql.execute.hostile": "An endpoint that hangs or sends something else than JSON fails its own call.",
  }),
  ...stated("D29", {
    "graphql.execute.pages": "A list in pages is followed by its cursor until top is reached.",
    "graphql.execute.offset":
      "A list with a limit and an offset is followed until top is reached, also when the endpoint returns shorter pages than asked for.",
  }),
  ...stated("D36", {
    "graphql.dry-run": "A dry run shows the operation and its variables without secrets and sends nothing.",
  }),
  ...stated("D13", { "graphql.narrowed": "A key narrowed to a toolset executes only its GraphQL tools." }),
];
