import type { JsonSchema } from "../json-schema.ts";
import type { ToolAnnotations } from "../tool.ts";
import { compactSchema } from "./compact-schema.ts";
import { compactText, cutAtWord } from "./compact-text.ts";
import { describeForModel } from "./describe-for-model.ts";
import { repeatsName } from "./repeats-name.ts";

const maxDescriptionLength = 300;
/** A second sentence often tells a tool from its neighbors, and a long one rarely does. */
const maxTwoSentences = 120;

/** The parts of a tool's definition that a model pays for. */
export interface CompactableDefinition {
  name: string;
  title?: string | undefined;
  description: string;
  annotations?: Partial<ToolAnnotations> | undefined;
  inputSchema: JsonSchema;
  /** Default: false. */
  isDeprecated?: boolean | undefined;
}

/**
 * Shortens a tool's definition for a model (decisions D61). The description begins with the title when it does not
 * say itself what the tool is about. A title that says no more than name or description is left out, and so are
 * hints that MCP assumes without them. That it is deprecated is said in the description. Other members stay as they are.
 */
export function compactDefinition<Definition extends CompactableDefinition>({
  title = "",
  annotations,
  isDeprecated = false,
  ...definition
}: Definition): Omit<Definition, "title" | "annotations" | "isDeprecated"> &
  Pick<CompactableDefinition, "title" | "annotations"> {
  const { name, inputSchema } = definition;
  // Some clients warn of a tool without a description.
  const told = compactText(definition.description, maxDescriptionLength, maxTwoSentences, title);
  const description = cutAtWord(describeForModel(title, told, isDeprecated), maxDescriptionLength);
  const isTitleNew = title !== "" && !repeatsName(title, name) && !beginsWith(description, title);
  const hints = compactAnnotations(annotations ?? {});
  return {
    ...definition,
    ...(isTitleNew && { title }),
    description,
    inputSchema: compactSchema(inputSchema),
    ...(Object.keys(hints).length > 0 && { annotations: hints }),
  };
}

const beginsWith = (text: string, beginning: string): boolean =>
  text.toLowerCase().startsWith(beginning.toLowerCase());

/** Leaves out the hints that say what MCP assumes without them. For a tool that only reads, the others mean nothing. */
function compactAnnotations({
  readOnlyHint = false,
  destructiveHint = true,
  idempotentHint = false,
  openWorldHint = true,
}: Partial<ToolAnnotations>): Partial<ToolAnnotations> {
  return {
    ...(readOnlyHint && { readOnlyHint }),
    ...(!readOnlyHint && !destructiveHint && { destructiveHint }),
    ...(!readOnlyHint && idempotentHint && { idempotentHint }),
    ...(!openWorldHint && { openWorldHint }),
  };
}
