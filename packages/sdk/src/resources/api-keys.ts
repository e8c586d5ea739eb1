import type { ApiCall } from "../call.ts";
import type { ListCall } from "../page.ts";
import { type CallOptions, writePath } from "../request.ts";
import { type Body, type Item, type Query, Resource, type Response } from "../resource.ts";

/** API keys. A key acts as its owner, and may be limited to a toolset, to reading, or in time. */
export class ApiKeys extends Resource {
  /** Lists the caller's keys, and for Admins those of service members, sorted by id. None has its value. */
  list(query: Query<"listApiKeys"> = {}, options?: CallOptions): ListCall<Item<"listApiKeys">> {
    return this.listFrom("/v1/apikeys", query, options);
  }

  /** Creates a key. Only this response has its value. */
  create(body: Body<"createApiKey">, options?: CallOptions): ApiCall<Response<"createApiKey">> {
    return this.call({ method: "POST", path: "/v1/apikeys", body }, options);
  }

  /** Deletes a key. Every server refuses it from then on. */
  delete(apiKeyId: number, options?: CallOptions): ApiCall<Response<"deleteApiKey">> {
    return this.call({ method: "DELETE", path: writePath`/v1/apikeys/${apiKeyId}` }, options);
  }
}
