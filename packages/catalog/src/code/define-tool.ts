import type { z } from "zod";
import type {
  AnyToolDefinition,
  DefinedTool,
  RequestToolDefinition,
  RunToolDefinition,
} from "./tool-definition.ts";

/**
 * Defines a tool of an application: a `request`, or code to `run`. A path parameter that is not an input, an output of another
 * shape and a connection field that is not in `connectionFields` do not compile.
 */
export function defineTool<
  const Operation extends string,
  Input extends z.ZodObject,
  Output extends z.ZodType,
  const Path extends string = string,
  const Field extends string = never,
>(
  definition:
    | RequestToolDefinition<Input, Output, Operation, Path>
    | RunToolDefinition<Input, Output, Operation, Field>,
): DefinedTool<NoInfer<Operation>, NoInfer<Field>> {
  const { operation, connectionFields = [] } = definition;
  // The schemas have checked what the wider type forgets.
  return { operation, connectionFields, definition: definition as unknown as AnyToolDefinition };
}
