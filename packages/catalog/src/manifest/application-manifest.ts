import { z } from "zod";
import { jsonPointer } from "./json-pointer.ts";

/** A tool of the same application by its bare operation (`CatalogTool.operation`); in a mark also `METHOD /path` or the operationId. */
const operation = z.string().min(1).max(500);
/** Fixed input of a call. */
const input = z.record(z.string(), z.unknown());

/** One kind of thing that a connection gives access to, and the tool that lists them (decisions D28c). */
export const objectKind = z.strictObject({
  /** What they are called, such as `repository`; tools with this `contextType` take one. */
  kind: z.string().min(1).max(100),
  /** The tool that lists them, through its own paging. It is called unasked, so that it must change nothing. */
  operation,
  input: input.optional(),
  /** Where the name stands in a record of the list: text or a number. It is what `contextValue` gives. */
  namePath: jsonPointer,
  /** Where the label stands. Default: the name. */
  labelPath: jsonPointer.optional(),
  /** Where a JSON Schema of the object's own records stands, if the list has one. */
  schemaPath: jsonPointer.optional(),
});

/** The call that shows whether credentials are good (decisions D26). */
export const testCall = z.strictObject({
  /** It is called unasked, so that it must change nothing. */
  operation,
  input: input.optional(),
  /** Where the account's name stands in the answer: it becomes `accountLabel`. */
  labelPath: jsonPointer.optional(),
  /** A member that must be true, for an application that answers refusals with 200, such as Slack's `/ok`. */
  successPath: jsonPointer.optional(),
});

/** A call that was guessed to read the caller's own account (decisions D70). Its failure says nothing of the credentials. */
export const accountCall = z.strictObject({ operation });

/** What is known of an application beyond its methods and tools. */
export const applicationManifest = z.strictObject({
  objects: z.array(objectKind).max(50).optional(),
  test: testCall.optional(),
  /** Set only where there is no `test`. */
  account: accountCall.optional(),
});

export type ObjectKind = z.infer<typeof objectKind>;
export type TestCall = z.infer<typeof testCall>;
export type AccountCall = z.infer<typeof accountCall>;
export type ApplicationManifest = z.infer<typeof applicationManifest>;
