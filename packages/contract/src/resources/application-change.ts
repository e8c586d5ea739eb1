import { z } from "zod";
import { anyMembers, dateTime, id, toolSlug } from "./primitives.ts";

/** A tool before or after a change; null when it does not exist then. */
const toolState = z
  .object({
    name: z.string(),
    description: z.string(),
    annotations: z.record(z.string(), z.boolean()),
    inputSchema: anyMembers,
    outputSchema: anyMembers,
  })
  .nullable();

/** A change of an MCP server's tool that waits until an Admin accepts it (decisions D68). */
export const applicationChange = z
  .object({
    changeId: id,
    toolSlug,
    kind: z.enum(["added", "changed", "removed"]),
    before: toolState,
    after: toolState,
    foundDate: dateTime,
  })
  .meta({ id: "ApplicationChange" });
