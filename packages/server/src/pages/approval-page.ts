import { approvalMinutes, operations } from "@bowline/contract";
import type { Context, Hono } from "hono";
import { html } from "hono/html";
import { ApiError } from "../api-error.ts";
import { buildPath } from "../build-path.ts";
import { type ApprovalRow, loadApproval } from "../db/approvals.ts";
import { type Denial, findEarlierDenial } from "../db/claim-approval.ts";
import type { Deps } from "../deps.ts";
import { authorize } from "../entry/authorize.ts";
import { mayDecide } from "../execution/may-decide.ts";
import { decideCall } from "../operations/approvals/decide-call.ts";
import { describeCall } from "./approval-call.ts";
import { showApprovalList } from "./approval-list.ts";
import { stateMark } from "./marks.ts";
import { showPage } from "./page.ts";
import type { PageContent } from "./page-content.ts";
import { checkHost } from "./people/check-host.ts";
import { readOwnForm, showForeignForm, showFormToken } from "./people/page-form.ts";
import type { PeopleParts } from "./people/people-parts.ts";
import { type SignedIn, withPerson } from "./people/with-person.ts";

const listPath = "/approvals";
const path = "/approvals/:approvalId";
const idForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Mounts the page where a person sees a call that an agent wants to make, and approves or denies it, and the list of those that wait
 * (decisions D66).
 */
export function mountApprovalPage(app: Hono, deps: Deps): void {
  const { baseUrl, console: hasConsole, trustedProxies } = deps.config;
  const { passwords, signInServer, log, clock } = deps;
  const parts: PeopleParts = {
    db: deps.db.kysely,
    baseUrl,
    passwords,
    signInServer,
    hasConsole,
    trustedProxies,
    log,
    clock,
  };
  app.use("/approvals/*", checkHost(baseUrl));

  /** The approval that the path names, if the person may decide it. Others do not learn whether it exists. */
  async function findApproval(context: Context, { caller }: SignedIn): Promise<ApprovalRow | null> {
    authorize(operations.approveApproval, caller);
    const id = (context.req.param("approvalId") ?? "").toLowerCase();
    const approval = idForm.test(id) ? await loadApproval(parts.db, id) : null;
    return approval !== null && mayDecide(approval, caller) ? approval : null;
  }

  app.get(listPath, (context) =>
    withPerson(parts, context, (signedIn) => showApprovalList(context, deps, signedIn)),
  );

  app.get(path, (context) =>
    withPerson(parts, context, async (signedIn) => {
      const approval = await findApproval(context, signedIn);
      return approval === null
        ? showUnknown(context, baseUrl)
        : showApproval(context, deps, signedIn, approval);
    }),
  );

  app.post(path, (context) =>
    withPerson(parts, context, (signedIn) => takeDecision(context, signedIn), context.req.path),
  );

  async function takeDecision(context: Context, signedIn: SignedIn): Promise<Response> {
    const form = await readOwnForm(context, baseUrl, signedIn.session);
    if (form === null) {
      return showForeignForm(context);
    }
    const approval = await findApproval(context, signedIn);
    if (approval === null) {
      return showUnknown(context, baseUrl);
    }
    const decision = form.get("decision");
    if (decision === "approve" || decision === "deny") {
      const isApproved = decision === "approve";
      const reason = isApproved ? null : form.get("reason")?.trim().slice(0, maxReason) || null;
      await decideCall(deps, signedIn.caller, approval, { isApproved, reason }).catch(ignoreConflict);
    }
    return context.redirect(buildPath(baseUrl, `/approvals/${approval.approvalId}`), 303);
  }
}

const maxReason = 1000;

/** The page that follows says what became of the approval. */
function ignoreConflict(error: unknown): void {
  if (!(error instanceof ApiError)) {
    throw error;
  }
}

const showListLink = (baseUrl: string): PageContent =>
  html`<p class="quiet after"><a href="${buildPath(baseUrl, listPath)}">All calls that wait for you</a></p>`;

const showUnknown = (context: Context, baseUrl: string) =>
  showPage(
    context,
    "Nothing to approve",
    html`<p>There is no such approval, or it is not yours to decide.</p>
      <p class="quiet">The owner of a toolset decides about its calls; for a program, the Admins of its company. You may be signed in as somebody else.</p>
      ${showListLink(baseUrl)}`,
    404,
    stateMark("failed"),
  );

async function showApproval(
  context: Context,
  deps: Deps,
  { session, caller }: SignedIn,
  approval: ApprovalRow,
): Promise<Response> {
  const { status } = approval;
  const isOpen = status === "waiting" || status === "approved";
  const { baseUrl } = deps.config;
  const action = buildPath(baseUrl, `/approvals/${approval.approvalId}`);
  const token = showFormToken(context, baseUrl, session);
  const isThere =
    (await deps.catalog.forCompany(approval.companyId)).findTool(approval.toolSlug) !== undefined;
  const denial = status === "waiting" ? await findEarlierDenial(deps.db.kysely, approval.approvalId) : null;
  // The reason has a form of its own: the Enter key in it must not approve.
  return showPage(
    context,
    status === "expired" && approval.reason !== null ? "Not possible any more" : titles[status],
    html`${status === "waiting" ? null : html`<p>${explain(approval)}</p>`}
      ${await describeCall(deps, approval, caller.companyName)}
      ${denial === null ? null : html`<p class="notice">${describeDenial(denial)}</p>`}
      ${isOpen && !isThere ? html`<p class="notice">This call cannot run: its tool is hidden or no longer there.</p>` : null}
      ${
        status === "waiting" && isThere
          ? html`<p class="notice">Approve only what you want to happen. Exactly this call runs then, once, if the agent makes it again within ${approvalMinutes} minutes.</p>`
          : null
      }
      ${
        isOpen
          ? html`${status === "waiting" && isThere ? html`<form method="post" action="${action}">${token}<button name="decision" value="approve">Approve</button></form>` : null}
              <form method="post" action="${action}">
                ${token}
                <div class="field">
                  <label for="reason">Reason, if you deny it</label>
                  <input id="reason" name="reason" type="text" maxlength="${maxReason}" autocomplete="off" />
                </div>
                <button class="secondary" name="decision" value="deny">${status === "waiting" ? "Deny" : "Take back"}</button>
              </form>`
          : html`<p class="quiet">You can close this page.</p>`
      }
      ${showListLink(baseUrl)}`,
    200,
    status === "waiting" ? null : stateMark(status === "approved" || status === "used" ? "done" : "failed"),
  );
}

const titles = {
  waiting: "Approve this call?",
  approved: "Approved",
  used: "Approved, and done",
  denied: "Denied",
  expired: "Out of time",
};

const describeDenial = ({ reason }: Denial): string =>
  `The same call was denied a short time ago${reason === null ? "." : `: ${reason}`}`;

function explain({ status, reason, decidedDate }: ApprovalRow): string {
  switch (status) {
    case "waiting":
      return "";
    case "approved":
      return "The call has not run yet. It runs when the agent makes it again.";
    case "used":
      return "The call has run. It does not run again without another approval.";
    case "denied":
      return reason === null ? "The call does not run." : `The call does not run. Reason: ${reason}`;
    case "expired":
      if (reason !== null) {
        return `The call does not run. ${reason}`;
      }
      return decidedDate === null
        ? `Nobody decided within ${approvalMinutes} minutes. The call does not run; the agent may ask again.`
        : `The agent did not make the call within ${approvalMinutes} minutes of the approval. It may ask again.`;
  }
}
