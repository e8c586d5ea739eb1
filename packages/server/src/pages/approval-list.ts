import { approvalMinutes, operations } from "@bowline/contract";
import { escapeHidden } from "@bowline/contract/hidden-characters";
import type { Context } from "hono";
import { html } from "hono/html";
import { buildPath } from "../build-path.ts";
import { type ApprovalRow, listApprovalRows, listedFor } from "../db/approvals.ts";
import type { Deps } from "../deps.ts";
import { authorize } from "../entry/authorize.ts";
import { showDate } from "./approval-call.ts";
import { cleanText } from "./clean-text.ts";
import { showPage } from "./page.ts";
import type { PageContent } from "./page-content.ts";
import { findHomePath } from "./people/people-parts.ts";
import type { SignedIn } from "./people/with-person.ts";

const shownApprovals = 100;
const shownInput = 160;

/** Shows the calls that wait for a decision of this person: those through their toolsets, and for an Admin those of programs. */
export async function showApprovalList(
  context: Context,
  { db, catalog, config }: Pick<Deps, "db" | "catalog" | "config">,
  { caller }: SignedIn,
): Promise<Response> {
  authorize(operations.listApprovals, caller);
  const filter = { ...listedFor(caller), status: "waiting", isWaiting: null } as const;
  const page = { offset: 0, top: shownApprovals };
  const { rows, totalCount } = await db.read((reader) => listApprovalRows(reader, filter, page));
  const tools = await catalog.forCompany(caller.companyId);
  const showOne = (row: ApprovalRow): PageContent => {
    const tool = tools.findTool(row.toolSlug);
    const name: string = tool === undefined ? row.toolSlug : JSON.parse(tool.summaryJson).name;
    const owner = row.accountUserId === caller.accountUserId ? null : row.names.member;
    return html`<a href="${buildPath(config.baseUrl, `/approvals/${row.approvalId}`)}">
      <b>${cleanText(name)}</b>${tool === undefined ? null : html` at ${cleanText(tool.application.name)}`}
      <span class="quiet"><code>${shortenInput(row.input)}</code></span>
      <span class="quiet">${owner === null ? null : html`Agent of ${cleanText(owner)}, `}asked ${showDate(row.requestedDate)}</span>
    </a>`;
  };
  return showPage(
    context,
    "Waiting approvals",
    rows.length === 0
      ? html`<p>No call waits for you.</p>
          <p class="quiet">When an agent makes a call that your toolset holds back, it is listed here for ${approvalMinutes} minutes.</p>
          <div class="actions">
            <a class="button secondary" href="${buildPath(config.baseUrl, findHomePath({ hasConsole: config.console }))}">${config.console ? "Open the console" : "Your account"}</a>
          </div>`
      : html`<p class="quiet">Agents want to make these calls. Each is decided on its own page.</p>
          <nav class="choices" aria-label="Calls">${rows.map(showOne)}</nav>
          ${totalCount > rows.length ? html`<p class="quiet after">And ${totalCount - rows.length} older ${totalCount - rows.length === 1 ? "one" : "ones"}.</p>` : null}`,
  );
}

const shortenInput = (input: string): string =>
  escapeHidden(input.length <= shownInput ? input : `${input.slice(0, shownInput).toWellFormed()}…`);
