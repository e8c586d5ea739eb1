import type { ApiCall } from "../call.ts";
import type { ListCall } from "../page.ts";
import { type CallOptions, writePath } from "../request.ts";
import { type Body, type Item, type Query, Resource, type Response } from "../resource.ts";

/** The people and services of the company. Only Admins. */
export class Members extends Resource {
  /** Lists the members, sorted by id. */
  list(query: Query<"listMembers"> = {}, options?: CallOptions): ListCall<Item<"listMembers">> {
    return this.listFrom("/v1/members", query, options);
  }

  /** Adds a person or a service member. For a person, only this response has the invitation. */
  create(body: Body<"createMember">, options?: CallOptions): ApiCall<Response<"createMember">> {
    return this.call({ method: "POST", path: "/v1/members", body }, options);
  }

  /** Changes a member's role, or a service member's name and e-mail address. */
  update(
    accountUserId: number,
    body: Body<"updateMember">,
    options?: CallOptions,
  ): ApiCall<Response<"updateMember">> {
    return this.call({ method: "PATCH", path: writePath`/v1/members/${accountUserId}`, body }, options);
  }

  /** Removes a member with its connections, toolsets and keys. */
  delete(accountUserId: number, options?: CallOptions): ApiCall<Response<"deleteMember">> {
    return this.call({ method: "DELETE", path: writePath`/v1/members/${accountUserId}` }, options);
  }

  /** Makes a new invitation; the old one no longer works. */
  createInvitation(accountUserId: number, options?: CallOptions): ApiCall<Response<"createInvitation">> {
    return this.call({ method: "POST", path: writePath`/v1/members/${accountUserId}/invitation` }, options);
  }

  /** Signs the person out everywhere. */
  endSessions(accountUserId: number, options?: CallOptions): ApiCall<Response<"endMemberSessions">> {
    return this.call({ method: "DELETE", path: writePath`/v1/members/${accountUserId}/sessions` }, options);
  }
}
