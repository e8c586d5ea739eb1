import type { ImportApplication } from "@bowline/sdk";
import type { QueryClient } from "@tanstack/react-query";
import { applicationsQuery, hiddenApplicationsQuery } from "../../api/applications.ts";
import { bowline } from "../../api/bowline.ts";
import { checkSize } from "../../api/check-size.ts";
import { holdImport } from "./held-import.ts";
import { type ImportChoices, listOptions } from "./import-options.tsx";
import { type ImportDraft, takesUrl } from "./import-source.tsx";

/** Builds the request for what is filled in. A file is read. */
export async function buildImport(
  draft: ImportDraft,
  slug: string,
  choices: ImportChoices,
): Promise<ImportApplication> {
  const { source, way, url, text, file, dialect } = draft;
  const { provider, overridableFields, headerName, headerValue } = choices;
  const { takesMethods, takesHeader } = listOptions(source);
  return {
    source: source as ImportApplication["source"],
    slug,
    ...(takesUrl(draft) && { url: url.trim() }),
    ...(source === "openapi" && way === "paste" && { text }),
    ...(source === "openapi" && way === "file" && { text: (await file?.text()) ?? "" }),
    ...(source === "sql" && { dialect }),
    ...(takesMethods && provider !== null && { provider }),
    ...(takesMethods && overridableFields.length > 0 && { overridableFields }),
    ...(takesHeader && headerValue !== "" && { headers: { [headerName.trim()]: headerValue } }),
  };
}

/** Starts an import, or a dry run of it when the application exists. Returns the import's id. */
export async function startImport(queryClient: QueryClient, request: ImportApplication): Promise<number> {
  checkSize(request, "import");
  // Nothing is replaced because it is hidden, was just imported by somebody else, or could not be read.
  const catalog = await Promise.all([
    queryClient.fetchQuery({ ...applicationsQuery, staleTime: 0 }),
    queryClient.fetchQuery({ ...hiddenApplicationsQuery, staleTime: 0 }),
  ]);
  const dryRun = catalog.flat().some(({ slug }) => slug === request.slug);
  const { importId } = await bowline.applications.startImport({ ...request, dryRun });
  holdImport(importId, request);
  return importId;
}
