import type { ApiCall } from "../call.ts";
import type { ListCall } from "../page.ts";
import { type CallOptions, writePath } from "../request.ts";
import { type Item, type Query, Resource, type Response } from "../resource.ts";

/** What programs may do on behalf of people. */
export class Grants extends Resource {
  /** Lists the programs that act on behalf of people. */
  list(query: Query<"listGrants"> = {}, options?: CallOptions): ListCall<Item<"listGrants">> {
    return this.listFrom("/v1/grants", query, options);
  }

  /** Withdraws a grant. Its tokens end at once, on every server. */
  delete(grantId: number, options?: CallOptions): ApiCall<Response<"deleteGrant">> {
    return this.call({ method: "DELETE", path: writePath`/v1/grants/${grantId}` }, options);
  }
}
