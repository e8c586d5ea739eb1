import type { Caller } from "../../db/callers.ts";
import type { Deps } from "../../deps.ts";
import { type InputOf, Reply } from "../handler.ts";

export async function getApplication(
  _deps: Deps,
  _caller: Caller,
  { resource: application }: InputOf<"getApplication">,
): Promise<Reply> {
  return new Reply(application.json);
}
