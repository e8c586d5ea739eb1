import { notFound } from "../../api-error.ts";
import type { Caller } from "../../db/callers.ts";
import type { Deps } from "../../deps.ts";
import { type InputOf, Reply } from "../handler.ts";
import { renderTools } from "./render-tools.ts";

export async function getTool(
  deps: Deps,
  _caller: Caller,
  { resource: tool, query }: InputOf<"getTool">,
): Promise<Reply> {
  const [json] = await renderTools(deps, [tool], query);
  if (json === undefined) {
    throw notFound(`Tool "${tool.slug}"`);
  }
  return new Reply(json);
}
