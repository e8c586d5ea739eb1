import { notFound } from "../../api-error.ts";
import type { Caller } from "../../db/people/callers.ts";
import type { Deps } from "../../deps.ts";
import { type InputOf, Reply } from "../handler.ts";
import { loadNarrowedToolset } from "../permitted-tools.ts";
import { renderTools } from "./render-tools.ts";

export async function getTool(
  deps: Deps,
  caller: Caller,
  { resource: tool, query }: InputOf<"getTool">,
): Promise<Reply> {
  const [json] = await renderTools(
    deps,
    [tool],
    query,
    await loadNarrowedToolset(deps.rows.toolsets, caller),
  );
  if (json === undefined) {
    throw notFound(`Tool "${tool.slug}"`);
  }
  return new Reply(json);
}
