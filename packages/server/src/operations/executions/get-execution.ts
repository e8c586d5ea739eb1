import type { Caller } from "../../db/people/callers.ts";
import type { Deps } from "../../deps.ts";
import { parseExactJson } from "../../runtimes/parse-exact-json.ts";
import type { InputOf, OutputOf } from "../handler.ts";
import { renderExecution } from "./render-execution.ts";

export async function getExecution(
  _deps: Deps,
  _caller: Caller,
  { resource }: InputOf<"getExecution">,
): Promise<OutputOf<"getExecution">> {
  const { input, output, isOutputCut, timings, responseHeaders, ...row } = resource;
  return {
    ...renderExecution(row),
    input: parseStored(input),
    output: parseStored(output),
    isOutputCut,
    timings,
    responseHeaders,
  };
}

const parseStored = (json: string | null): unknown => (json === null ? null : parseExactJson(json));
