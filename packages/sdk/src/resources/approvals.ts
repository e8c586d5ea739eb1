import type { ApiCall } from "../call.ts";
import type { ListCall } from "../page.ts";
import { type CallOptions, writePath } from "../request.ts";
import { type Body, type Item, type Query, Resource, type Response } from "../resource.ts";

/** Calls that a person approves before they run. */
export class Approvals extends Resource {
  /** Lists calls that a person must approve, and those that were decided, newest first. */
  list(query: Query<"listApprovals"> = {}, options?: CallOptions): ListCall<Item<"listApprovals">> {
    return this.listFrom("/v1/approvals", query, options);
  }

  /** Returns an approval with the whole input of its call. */
  get(approvalId: string, options?: CallOptions): ApiCall<Response<"getApproval">> {
    return this.call({ method: "GET", path: writePath`/v1/approvals/${approvalId}` }, options);
  }

  /** Lets the same call run once. */
  approve(approvalId: string, options?: CallOptions): ApiCall<Response<"approveApproval">> {
    return this.call({ method: "POST", path: writePath`/v1/approvals/${approvalId}/Approve` }, options);
  }

  /** Refuses the call, or takes back an approval that was not used. The agent learns the reason. */
  deny(
    approvalId: string,
    body: Body<"denyApproval"> = {},
    options?: CallOptions,
  ): ApiCall<Response<"denyApproval">> {
    return this.call({ method: "POST", path: writePath`/v1/approvals/${approvalId}/Deny`, body }, options);
  }
}
