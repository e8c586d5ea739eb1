import { checkNoProblems, forbidden, invalid, type Problem } from "../../api-error.ts";
import type { CompanyCatalog } from "../../catalog/company-catalog.ts";
import type { ConnectionRow } from "../../db/connections/connections.ts";
import type { Caller } from "../../db/people/callers.ts";
import type { ToolsetConnectionRow, ToolsetRow } from "../../db/toolsets.ts";
import type { Deps } from "../../deps.ts";
import { findSlugByName } from "../../execution/toolset-settings.ts";
import { prepareToolAdvice, type ToolAdvice } from "../unknown-slugs.ts";
import { nameApplication } from "./render-toolset.ts";

/** An entry of a toolset in a request. */
export interface SentConnection {
  connectionId: number;
  applicationSlug: string;
  toolSlugs: string[];
  /** As the record has it, so that a record that was read can be sent back. */
  applicationName?: string | null | undefined;
}

/**
 * Checks the connections and tools of a toolset in a request (decisions D38). What is stored already may be sent back, also when an
 * import has removed the tool since, or an Admin has hidden the application.
 *
 * @param stored the toolset's connections
 * @throws ApiError `VALIDATION_ERROR` with all problems; `FORBIDDEN` for a connection of another member
 */
export async function checkToolsetConnections(
  deps: Deps,
  caller: Caller,
  sent: readonly SentConnection[],
  stored: readonly ToolsetConnectionRow[],
): Promise<{ connectionId: number; toolSlugs: string[] }[]> {
  const catalog = await deps.catalog.forCompany(caller.companyId);
  const advise = prepareToolAdvice(catalog.tools);
  const problems: Problem[] = [];
  const seen = new Set<number>();
  let notOwnedId: number | null = null;
  for (const [index, entry] of sent.entries()) {
    const place = `connections[${index}]`;
    const connection = await deps.rows.connections.get(String(entry.connectionId));
    if (connection === null) {
      problems.push({
        field: `${place}.connectionId`,
        issue: `Connection ${entry.connectionId} does not exist.`,
      });
    } else if (connection.accountUserId !== caller.accountUserId) {
      notOwnedId ??= entry.connectionId;
    } else {
      const before = stored.find(({ connectionId }) => connectionId === entry.connectionId);
      problems.push(...listEntryProblems(catalog, connection, entry, { place, advise, before }));
    }
    if (seen.has(entry.connectionId)) {
      problems.push({
        field: `${place}.connectionId`,
        issue: `Connection ${entry.connectionId} is listed twice.`,
      });
    }
    seen.add(entry.connectionId);
  }
  if (problems.length > 0) {
    throw invalid(problems);
  }
  if (notOwnedId !== null) {
    throw forbidden(`Connection ${notOwnedId} is not yours.`);
  }
  return sent.map(({ connectionId, toolSlugs }) => ({ connectionId, toolSlugs: [...new Set(toolSlugs)] }));
}

/**
 * Checks that no tool has a slug that the toolset gives to another tool as its name: agents would see two tools of one name.
 *
 * @throws ApiError `VALIDATION_ERROR` with all problems
 */
export function checkSlugsAgainstNames(
  sent: readonly SentConnection[],
  { settings }: Pick<ToolsetRow, "settings">,
): void {
  checkNoProblems(
    sent.flatMap(({ toolSlugs }, at) =>
      toolSlugs.flatMap((slug, index) => {
        const other = findSlugByName({ settings }, slug);
        return other === null || other === slug
          ? []
          : [
              {
                field: `connections[${at}].toolSlugs[${index}]`,
                issue: `"${slug}" is the name that the toolset gives to "${other}". Give that tool another name first.`,
              },
            ];
      }),
    ),
  );
}

function listEntryProblems(
  catalog: CompanyCatalog,
  connection: ConnectionRow,
  { connectionId, applicationSlug, toolSlugs, applicationName }: SentConnection,
  { place, advise, before }: { place: string; advise: ToolAdvice; before: ToolsetConnectionRow | undefined },
): Problem[] {
  const application = catalog.findApplicationById(connection.applicationId);
  const isLeft = application === undefined && before === undefined;
  if (isLeft || connection.applicationSlug !== applicationSlug) {
    const left = isLeft ? ", which this server does not offer" : "";
    return [
      {
        field: `${place}.applicationSlug`,
        issue: `Connection ${connectionId} is a connection to "${connection.applicationSlug}"${left}.`,
      },
    ];
  }
  const problems: Problem[] = [];
  if (applicationName != null && applicationName !== nameApplication(catalog, applicationSlug)) {
    problems.push({ field: `${place}.applicationName`, issue: "Cannot be changed here. Leave it out." });
  }
  for (const [index, slug] of toolSlugs.entries()) {
    const isKnown = application !== undefined && catalog.findTool(slug)?.application === application;
    if (!isKnown && !before?.toolSlugs.includes(slug)) {
      problems.push({
        field: `${place}.toolSlugs[${index}]`,
        issue: `"${slug}" is not a tool of "${applicationSlug}". ${advise(slug, application)}`,
      });
    }
  }
  return problems;
}
