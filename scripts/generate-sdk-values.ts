import { buildOpenApiDocument } from "../packages/contract/src/index.ts";

interface Schema {
  enum?: string[];
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
}

/** A list of values that programs offer or check: where the contract has it (without a member, the schema itself), and what the SDK calls it. */
const lists: { name: string; schema: string; member?: string; comment: string }[] = [
  {
    name: "filterOperators",
    schema: "ActivityCondition",
    member: "operator",
    comment: "The operators of a filter over a tool's results.",
  },
  {
    name: "failureKinds",
    schema: "ExecutionSummary",
    member: "failureKind",
    comment: "The kinds of failure in the history. A call that waits for an approval is not in it.",
  },
  {
    name: "executionSources",
    schema: "ExecutionSummary",
    member: "source",
    comment: "The ways in which an execution comes in.",
  },
  {
    name: "summaryGroupings",
    schema: "SummaryGroupBy",
    comment: "What a summary of the history is counted by.",
  },
  {
    name: "approvalStatuses",
    schema: "Approval",
    member: "status",
    comment: "What becomes of an approval.",
  },
  {
    name: "scopes",
    schema: "CreateServiceClient",
    member: "scopes",
    comment: "What a token may be good for, from the least to the most.",
  },
];

/** Prints the contract's lists of values as TypeScript for the SDK, which must not import the contract. */
export function generateSdkValues(): string {
  const { components } = buildOpenApiDocument("http://localhost:4400") as unknown as {
    components: { schemas: Record<string, Schema> };
  };
  return [
    "// Printed from the contract by `npm run generate`. Do not change it.",
    ...lists.map(({ name, schema, member, comment }) => {
      const whole = components.schemas[schema];
      const values = findValues((member === undefined ? whole : whole?.properties?.[member]) ?? {});
      if (values === undefined) {
        throw new Error(`${member === undefined ? schema : `${schema}.${member}`} has no list of values.`);
      }
      const lines = values.map((value) => `  ${JSON.stringify(value)},`);
      return `/** ${comment} */\nexport const ${name} = [\n${lines.join("\n")}\n] as const;`;
    }),
    "",
  ]
    .join("\n\n")
    .replace(/\n\n$/, "\n");
}

/** The values of an enum, of a nullable one, or of the items of a list. */
function findValues({ enum: values, anyOf = [], items }: Schema): string[] | undefined {
  return (
    values ??
    anyOf.map(findValues).find((found) => found !== undefined) ??
    (items === undefined ? undefined : findValues(items))
  );
}
