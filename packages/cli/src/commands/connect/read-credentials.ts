import { text } from "node:stream/consumers";
import type { Authentication } from "@bowline/sdk";
import { askSecret, readSecret } from "../../auth/read-secret.ts";
import { CanceledError, UsageError } from "../../errors.ts";
import { asObject } from "../../fields/read-schema.ts";
import { parseJson } from "../../fields/read-value.ts";
import { cleanText } from "../../output/clean-text.ts";
import type { Session } from "../../session.ts";

type Fields = Record<string, string | number | boolean | null>;

/**
 * Reads what a method needs beyond the fields that were given. On a terminal it asks for each, secrets without echo. Else stdin
 * has the one secret, or a JSON object of fields.
 */
export async function readCredentials(
  session: Session,
  { fields, description }: Authentication,
  given: Record<string, string>,
): Promise<Fields> {
  const missing = fields.filter(({ fieldName }) => given[fieldName] === undefined);
  // A secret may be needed although it is not required, such as the password of a user name.
  const asked = missing.filter((field) => field.secret || (field.required && field.default === null));
  const required = asked.filter((field) => field.required);
  if (asked.length === 0) {
    return given;
  }
  const read: Fields = { ...given };
  if (session.isInteractive) {
    if (description !== "") {
      session.output.note(description);
    }
    for (const field of asked) {
      const name = field.label === "" ? field.fieldName : field.label;
      if (field.required) {
        read[field.fieldName] = field.secret ? await readSecret(session, name) : await askText(name);
      } else {
        const secret = await askSecret(`${name} (may be empty)`);
        Object.assign(read, secret !== "" && { [field.fieldName]: secret });
      }
    }
    return read;
  }
  const piped = process.stdin.isTTY === true ? "" : (await text(process.stdin)).trim();
  const object = asObject(parseJson(piped));
  if (object !== undefined) {
    return { ...read, ...(object as Fields) };
  }
  if (piped === "" && required.length === 0) {
    return read;
  }
  const [only, ...others] = required.length === 0 ? asked : required;
  if (only === undefined || others.length > 0 || piped === "") {
    const names = (required.length === 0 ? asked : required).map(({ fieldName }) => fieldName).join(", ");
    throw new UsageError(
      `These fields are needed: ${names}. Send a JSON object of them on stdin, or one secret as plain text; other fields also with --field name=value.`,
    );
  }
  read[only.fieldName] = piped;
  return read;
}

async function askText(name: string): Promise<string> {
  const { isCancel, text: ask } = await import("@clack/prompts");
  const typed = await ask({ message: cleanText(name), output: process.stderr });
  if (isCancel(typed) || typed === undefined) {
    throw new CanceledError("Nothing was connected.");
  }
  return typed;
}
