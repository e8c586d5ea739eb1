import { z } from "zod";
import { jsonPointer } from "./json-pointer.ts";

/** A tool of the same application by its bare operation (`CatalogTool.operation`); in a mark also `METHOD /path` or the operationId. */
const operation = z.string().min(1).max(500);
/** Fixed input for a call. */
const input = z.record(z.string(), z.unknown());

/** One kind of thing that a connection gives access to, and the tool that lists them (decisions D28c). */
export const objectKind = z.strictObject({
  /** Name of the kind, such as `repository`. Tools with this `contextType` take one of these objects. */
  kind: z.string().min(1).max(100),
  /** The tool that lists them, page by page. It must be read-only, because nobody asks for the call. */
  operation,
  input: input.optional(),
  /** Path of the name in a listed record: text or a number. `contextValue` takes this name. */
  namePath: jsonPointer,
  /** Path of the label. Default: the name. */
  labelPath: jsonPointer.optional(),
  /** Path of a JSON Schema for the object's own records, if the list has one. */
  schemaPath: jsonPointer.optional(),
});

/** The call that tests credentials (decisions D26). */
export const testCall = z.strictObject({
  /** It must be read-only, because nobody asks for the call. */
  operation,
  input: input.optional(),
  /** Path of the account's name in the response. It becomes `accountLabel`. */
  labelPath: jsonPointer.optional(),
  /** Path of a member that must be true, for an application that refuses with status 200, such as Slack's `/ok`. */
  successPath: jsonPointer.optional(),
});

/** A guessed call that reads the caller's own account (decisions D70). Its failure does not mean bad credentials. */
const accountCall = z.strictObject({ operation });

/** Facts about an application besides its methods and tools. */
const applicationManifest = z.strictObject({
  objects: z.array(objectKind).max(50).optional(),
  test: testCall.optional(),
  /** Set only when `test` is absent. */
  account: accountCall.optional(),
});

export type ObjectKind = z.infer<typeof objectKind>;
export type TestCall = z.infer<typeof testCall>;
export type AccountCall = z.infer<typeof accountCall>;
export type ApplicationManifest = z.infer<typeof applicationManifest>;
