import type { ApiCall } from "../call.ts";
import type { ListCall } from "../page.ts";
import { type CallOptions, writePath } from "../request.ts";
import { type Body, type Item, type Query, Resource, type Response } from "../resource.ts";

/** Options of a toolset's change. */
export interface UpdateToolsetOptions extends CallOptions {
  /**
   * The response header `etag` that came with the toolset when it was read. When somebody has changed the toolset since, nothing changes,
   * and the call throws a `ConflictError`. Default: none, and the toolset is changed in any case.
   */
  ifMatch?: string | undefined;
}

/** What agents may use: connections, and the tools permitted on each. */
export class Toolsets extends Resource {
  /** Lists the toolsets of the caller. */
  list(query: Query<"listToolsets"> = {}, options?: CallOptions): ListCall<Item<"listToolsets">> {
    return this.listFrom("/v1/toolsets", query, options);
  }

  /** Returns a toolset. The header `etag` of its response goes into `update` as `ifMatch`. */
  get(toolsetId: string, options?: CallOptions): ApiCall<Response<"getToolset">> {
    return this.call({ method: "GET", path: writePath`/v1/toolsets/${toolsetId}` }, options);
  }

  /** Creates a toolset. */
  create(body: Body<"createToolset">, options?: CallOptions): ApiCall<Response<"createToolset">> {
    return this.call({ method: "POST", path: "/v1/toolsets", body }, options);
  }

  /** Changes a toolset. A member that is left out or null stays; a list replaces the stored one. */
  update(
    toolsetId: string,
    body: Body<"updateToolset">,
    { ifMatch, ...options }: UpdateToolsetOptions = {},
  ): ApiCall<Response<"updateToolset">> {
    return this.call({ method: "PATCH", path: writePath`/v1/toolsets/${toolsetId}`, body, ifMatch }, options);
  }

  /** Deletes a toolset, and with it the keys that are limited to it. */
  delete(toolsetId: string, options?: CallOptions): ApiCall<Response<"deleteToolset">> {
    return this.call({ method: "DELETE", path: writePath`/v1/toolsets/${toolsetId}` }, options);
  }
}
