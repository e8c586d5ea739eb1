import type { ApiCall } from "../call.ts";
import type { CallOptions } from "../request.ts";
import { Resource, type Response } from "../resource.ts";

/** The state of the server. */
export class Status extends Resource {
  /** Returns how the server is. Only Admins. */
  get(options?: CallOptions): ApiCall<Response<"getStatus">> {
    return this.call({ method: "GET", path: "/v1/status" }, options);
  }
}
