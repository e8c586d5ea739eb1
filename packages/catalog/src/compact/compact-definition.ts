import type { JsonSchema } from "../json-schema.ts";
import type { ToolAnnotations } from "../tool.ts";
import { compactSchema } from "./compact-schema.ts";
import { compactText } from "./compact-text.ts";

const maxDescriptionLength = 300;
/** A second sentence often tells a tool from its neighbours, and a long one rarely does. */
const maxTwoSentences = 120;

/** The parts of a tool's definition that a model pays for. */
export interface CompactableDefinition {
  description: string;
  annotations: Partial<ToolAnnotations>;
  inputSchema: JsonSchema;
}

/** Shortens a tool's definition for a model (decisions D61). Other members stay as they are. */
export function compactDefinition<Definition extends CompactableDefinition>(
  definition: Definition,
): Definition {
  return {
    ...definition,
    description: compactText(definition.description, maxDescriptionLength, maxTwoSentences),
    annotations: compactAnnotations(definition.annotations),
    inputSchema: compactSchema(definition.inputSchema),
  };
}

/** Leaves out the hints that say what MCP assumes without them. For a tool that only reads, the others mean nothing. */
function compactAnnotations(annotations: Partial<ToolAnnotations>): Partial<ToolAnnotations> {
  const {
    readOnlyHint = false,
    destructiveHint = true,
    idempotentHint = false,
    openWorldHint = true,
  } = annotations;
  return {
    readOnlyHint,
    ...(!readOnlyHint && { destructiveHint }),
    ...(!readOnlyHint && idempotentHint && { idempotentHint }),
    ...(!openWorldHint && { openWorldHint }),
  };
}
