import { chooseIndent } from "@bowline/contract";
import { escapeHidden } from "@bowline/contract/hidden-characters";
import { html } from "hono/html";
import type { ApprovalRow } from "../db/approvals.ts";
import { loadConnection } from "../db/connections/connections.ts";
import { loadMember } from "../db/people/members.ts";
import type { Deps } from "../deps.ts";
import { cleanText } from "./clean-text.ts";
import type { PageContent } from "./page-content.ts";
import { showReceiver, showRow } from "./page-rows.ts";

/** Describes a call to the person who decides about it: what would be called, with which input, through whose account. */
export async function describeCall(
  { db, catalog }: Pick<Deps, "db" | "catalog">,
  approval: ApprovalRow,
  companyName: string,
): Promise<PageContent> {
  const { companyId, accountUserId, connectionId, toolSlug } = approval;
  const [member, connection, tools] = await Promise.all([
    loadMember(db.kysely, accountUserId),
    connectionId === null ? null : loadConnection(db.kysely, connectionId),
    catalog.forCompany(companyId),
  ]);
  const tool = tools.findTool(toolSlug);
  const name: string = tool === undefined ? toolSlug : JSON.parse(tool.summaryJson).name;
  const input = JSON.parse(approval.input);
  const members = Object.entries<unknown>(input);
  const indent = chooseIndent(input, approval.input);
  return html`<dl>
      ${showRow("Tool", html`<b>${cleanText(name)}</b> <span class="quiet"><code>${toolSlug}</code></span>`)}
      ${tool === undefined ? null : showRow("Application", html`${cleanText(tool.application.name)}`)}
      ${
        connection === null
          ? null
          : showRow(
              "Connection",
              html`${cleanText(connection.name)}
                <span class="quiet">${connection.accountLabel === null ? null : cleanText(connection.accountLabel)}</span>`,
            )
      }
      ${member === null ? null : showRow("Agent of", showReceiver(member, companyName))}
      ${showRow("Asked", showDate(approval.requestedDate))}
      ${approval.status === "waiting" || approval.status === "approved" ? showRow("Until", showDate(approval.expiresDate)) : null}
    </dl>
    <h2>Input</h2>
    ${
      members.length === 0
        ? html`<p class="quiet">None.</p>`
        : html`<dl class="input">${members.map(([member, value]) => showRow(escapeHidden(member), html`<code>${escapeHidden(JSON.stringify(value, null, indent))}</code>`))}</dl>`
    }`;
}

/** Shows a time to the minute. */
export const showDate = (date: Date): PageContent =>
  html`${date.toISOString().slice(0, 16).replace("T", " ")} UTC`;
