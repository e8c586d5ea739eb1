import { z } from "zod";
import { jsonPointer } from "./json-pointer.ts";
import { nativeResults } from "./native-results.ts";
import { toolPaging } from "./tool-paging.ts";

/** How `contextValue` selects an object of the connection (decisions D28c). */
export const toolContext = z.strictObject({
  /** Kind of the objects; the tool's `contextType`. */
  type: z.string().min(1).max(100),
  /** Inputs that the object's name fills. Several inputs take its parts in order (`octo/hello` for owner and repository). */
  inputs: z.array(z.string().min(1).max(200)).min(1).max(5),
  /** Separates the parts of the name when there are several inputs. Default `/`. */
  separator: z.string().min(1).max(5).optional(),
  /** Path in the input schema where the object's own fields go, such as `/properties/fields`. */
  inputSchemaPath: jsonPointer.optional(),
  /** Path in the output schema where they go, such as `/items`. */
  outputSchemaPath: jsonPointer.optional(),
});

/** Facts about a tool besides its schemas and binding. */
export const toolManifest = z.strictObject({
  paging: toolPaging.optional(),
  results: nativeResults.optional(),
  context: toolContext.optional(),
});

export type ToolContext = z.infer<typeof toolContext>;
export type ToolManifest = z.infer<typeof toolManifest>;
