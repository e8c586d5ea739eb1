import { mayHoldLargeNumber } from "@bowline/contract/inexact-number";
import type { Caller } from "../../db/people/callers.ts";
import type { Deps } from "../../deps.ts";
import { type InputOf, Reply } from "../handler.ts";
import { renderExecution } from "./render-execution.ts";

/** Input and output are JSON already. A long one would hold the event loop if it were parsed (decisions D75). */
export async function getExecution(
  { storedOutputs }: Pick<Deps, "storedOutputs">,
  { accountUserId }: Caller,
  { resource }: InputOf<"getExecution">,
): Promise<Reply> {
  const { input, output, isOutputCut, timings, responseHeaders, ...row } = resource;
  const show = async (json: string | null) =>
    json !== null && mayHoldLargeNumber.test(json)
      ? (await storedOutputs.read(json, accountUserId)).exactJson
      : json;
  const summary = JSON.stringify(renderExecution(row)).slice(0, -1);
  const details = JSON.stringify({ isOutputCut, timings, responseHeaders }).slice(1);
  return new Reply(`${summary},"input":${await show(input)},"output":${await show(output)},${details}`);
}
