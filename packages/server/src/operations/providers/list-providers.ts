import { loadProviders } from "@bowline/catalog";
import type { Caller } from "../../db/people/callers.ts";
import type { Deps } from "../../deps.ts";
import type { InputOf, OutputOf } from "../handler.ts";
import { readPage, readSearch, renderPage } from "../page.ts";

export async function listProviders(
  _deps: Deps,
  _caller: Caller,
  { query }: InputOf<"listProviders">,
): Promise<OutputOf<"listProviders">> {
  const page = readPage(query);
  const search = readSearch(query.search)?.toLowerCase() ?? "";
  const { listKnownProviders } = await loadProviders();
  const found = listKnownProviders().filter(
    ({ key, name }) => key.includes(search) || name.toLowerCase().includes(search),
  );
  const items = found.slice(page.offset, page.offset + page.top).map((provider) => ({
    provider: provider.key,
    name: provider.name,
    types: provider.types,
    documentationUrl: provider.documentationUrl,
  }));
  return renderPage(items, found.length, page);
}
