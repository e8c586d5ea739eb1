import type { Caller } from "../../db/people/callers.ts";
import type { Deps } from "../../deps.ts";
import type { InputOf, OutputOf } from "../handler.ts";
import { checkImport } from "./check-import.ts";
import { runImport } from "./run-import.ts";
import { startImport } from "./start-import.ts";

export async function importApplication(
  deps: Deps,
  caller: Caller,
  input: InputOf<"importApplication">,
): Promise<OutputOf<"importApplication">> {
  await checkImport(deps, caller, input.body);
  return input.body.background === true
    ? { importId: await startImport(deps, caller, input) }
    : runImport(deps, caller, input);
}
