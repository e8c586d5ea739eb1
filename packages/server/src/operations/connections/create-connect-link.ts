import { createLink } from "../../connect/links/create-link.ts";
import type { Caller } from "../../db/people/callers.ts";
import type { Deps } from "../../deps.ts";
import type { InputOf, OutputOf } from "../handler.ts";
import { renderDate } from "../page.ts";

export async function createConnectLink(
  deps: Deps,
  caller: Caller,
  { body }: InputOf<"createConnectLink">,
): Promise<OutputOf<"createConnectLink">> {
  const { connectUrl, state, expiresDate } = await createLink(deps, caller, body);
  return { connectUrl, state, expiresDate: renderDate(expiresDate) };
}
