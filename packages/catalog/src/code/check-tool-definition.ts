import { z } from "zod";
import { DescriptionError } from "../description-error.ts";
import { responseFailure } from "../manifest/response-failure.ts";
import { isRecord } from "../record.ts";
import { type ApplicationDefinition, serverAddress } from "./application-definition.ts";
import type { AnyToolDefinition } from "./tool-definition.ts";

const maxNameLength = 120;
const maxDescriptionLength = 1024;

const texts = z.array(z.string()).readonly().optional();
/** An operator's file may have a zod of its own, so its class says nothing. */
const schema = z.custom<z.ZodType>(isSchema, "Must be a schema of zod.");
const objectSchema = z.custom<z.ZodObject>(
  (value) => isSchema(value) && value._zod.def.type === "object",
  "Must be a z.object.",
);

function isSchema(value: unknown): value is z.ZodType {
  return typeof value === "object" && value !== null && "_zod" in value;
}

const request = z.strictObject({
  method: z.enum(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]),
  path: z.string().regex(/^(?:[/?]|$)/, "Must begin with `/`."),
  serverUrl: serverAddress.optional(),
  query: z.union([z.array(z.string()).readonly(), z.record(z.string(), z.unknown())]).optional(),
  headers: z.record(z.string(), z.unknown()).optional(),
  body: z.unknown().optional(),
  bodyFormat: z.enum(["json", "form", "multipart", "text", "binary"]).optional(),
  contentType: z.string().optional(),
  accept: z.string().optional(),
});

const toolFacts = z
  .strictObject({
    operation: z.string().regex(/^[a-z][a-z0-9_]{0,99}$/, "Must be in snake case, such as messages_send."),
    name: z.string().trim().min(1).max(maxNameLength),
    description: z.string().trim().min(1).max(maxDescriptionLength),
    input: objectSchema,
    output: schema,
    scopes: texts,
    tags: texts,
    resultsPath: z.string().optional(),
    // These three are checked with what they become.
    results: z.unknown().optional(),
    context: z.unknown().optional(),
    paging: z.unknown().optional(),
    authentications: texts,
    requiresConnection: z.boolean().optional(),
    failure: responseFailure.nullable().optional(),
    hints: z
      .strictObject({
        readOnly: z.boolean().optional(),
        destructive: z.boolean().optional(),
        idempotent: z.boolean().optional(),
        openWorld: z.boolean().optional(),
      })
      .optional(),
    serverUrl: serverAddress.optional(),
    connectionFields: texts,
    request: request.optional(),
    run: z
      .custom<AnyToolDefinition["run"]>((value) => typeof value === "function", "Must be a function.")
      .optional(),
  })
  .refine((tool) => (tool.request === undefined) !== (tool.run === undefined), {
    message: "Must have either `request` or `run`.",
  });

/** @throws DescriptionError when it is not a list of tools of `defineTool` */
export function checkTools(tools: unknown): asserts tools is ApplicationDefinition["tools"] {
  const isList = Array.isArray(tools) && tools.every((tool) => isRecord(tool?.definition));
  if (!isList) {
    throw new DescriptionError("tools: Must be a list of tools, each made by `defineTool`.");
  }
}

/**
 * Checks the shape of a definition, since Node.js removes its types unchecked.
 *
 * @throws DescriptionError with the member; the message follows the tool's name
 */
export function checkToolDefinition(definition: unknown): void {
  const parsed = toolFacts.safeParse(definition);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const place = issue?.path.join(".");
    throw new DescriptionError(`${place ? `its ${place}: ` : ""}${issue?.message}`);
  }
}
