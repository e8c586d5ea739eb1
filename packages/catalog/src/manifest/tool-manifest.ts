import { z } from "zod";
import { jsonPointer } from "./json-pointer.ts";
import { nativeResults } from "./native-results.ts";
import { toolPaging } from "./tool-paging.ts";

/** How an object of the connection is chosen by `contextValue` (decisions D28c). */
export const toolContext = z.strictObject({
  /** Kind of the objects that come into question; the tool's `contextType`. */
  type: z.string().min(1).max(100),
  /** Inputs that the object's name fills: one, or several that its parts fill in turn (`octo/hello` for owner and repository). */
  inputs: z.array(z.string().min(1).max(200)).min(1).max(5),
  /** Between the parts of the name, when there are several inputs. Default `/`. */
  separator: z.string().min(1).max(5).optional(),
  /** Where in the input schema the object's own fields belong, such as `/properties/fields`. */
  inputSchemaPath: jsonPointer.optional(),
  /** Where in the output schema they belong, such as `/items`. */
  outputSchemaPath: jsonPointer.optional(),
});

/** What is known of a tool beyond its schemas and binding. */
export const toolManifest = z.strictObject({
  paging: toolPaging.optional(),
  results: nativeResults.optional(),
  context: toolContext.optional(),
});

export type ToolContext = z.infer<typeof toolContext>;
export type ToolManifest = z.infer<typeof toolManifest>;
