import { isHarmlessName, namesHarm } from "../harmless-words.ts";
import type { GraphqlBinding, ToolAnnotations } from "../tool.ts";
import type { Field } from "./asked-fields.ts";

/**
 * A query has no side effects (GraphQL §6.2.1). A mutation is destructive unless its name says that it only adds, and no argument, such as
 * `on_conflict`, says more (decisions D19).
 */
export function annotateField(
  operationType: GraphqlBinding["operationType"],
  { name, args }: Pick<Field, "name" | "args">,
): ToolAnnotations {
  const readOnlyHint = operationType === "query";
  const onlyAdds = isHarmlessName(name) && !args.some((argument) => namesHarm(argument.name));
  return {
    readOnlyHint,
    destructiveHint: !readOnlyHint && !onlyAdds,
    idempotentHint: readOnlyHint,
    openWorldHint: true,
  };
}
