import type { Caller } from "../../db/people/callers.ts";
import type { Deps } from "../../deps.ts";
import type { InputOf, Reply } from "../handler.ts";
import { replyWithToolset } from "./read-toolset.ts";

export const getToolset = (
  deps: Deps,
  caller: Caller,
  { resource: toolset }: InputOf<"getToolset">,
): Promise<Reply> => replyWithToolset(deps, caller, toolset);
