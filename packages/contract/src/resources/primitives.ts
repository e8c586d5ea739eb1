import { z } from "zod";

/** An integer id: 32 bits, signed. No resource has an id below 1 (decisions D8). */
export const id = z.int32();

/** A GUID in any case; returned in lower case (decisions D8). */
export const guid = z
  .string()
  .regex(/^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$/, "Must be a GUID.")
  .meta({ format: "uuid" });

/** What would break a line, steer a terminal, or show the text in another order than it is written. */
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;

/** What nobody sees. Zero-width joiners and selectors belong to scripts and emoji, and so are refused only where a name is nothing else. */
const unseen = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Z}\p{M}\u2800]/gu;

/** A name that a person gives to a thing. */
export const displayName = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .refine((text) => !unprintable.test(text), "Must be one line of text without control characters.")
  .refine(
    (text) => text === "" || text.replace(unseen, "") !== "",
    "Must have a character that can be seen.",
  );

/** ISO 8601 date-time in UTC with milliseconds. */
export const dateTime = z.string().meta({ format: "date-time", examples: ["2026-03-01T09:30:00.000Z"] });

/** An application's slug (decisions D20). */
export const applicationSlug = z
  .string()
  .regex(
    /^[a-z][a-z0-9-]{0,31}$/,
    "Must be an application slug such as `github`: a lower-case letter, then at most 31 of a-z, 0-9 and `-`.",
  )
  .meta({ examples: ["github"] });

/** A tool's slug in a response (decisions D20). */
export const toolSlug = z.string().meta({ examples: ["github_issues_create"] });

/** An object with members of any names and values. As a `z.record` it would take three times as long to check. */
export const anyMembers = z.looseObject({});

/** A JSON Schema 2020-12 object. */
export const jsonSchema = anyMembers.meta({
  id: "JsonSchema",
  description: "A JSON Schema (2020-12) object.",
});

/** The present name of what a record has the id of. */
export const presentName = z
  .string()
  .nullable()
  .meta({ description: "Null: there is none, or it was deleted." });
