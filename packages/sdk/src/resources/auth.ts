import type { ApiCall } from "../call.ts";
import type { CallOptions } from "../request.ts";
import { Resource, type Response } from "../resource.ts";

/** The caller itself. */
export class Auth extends Resource {
  /** Returns who the credential belongs to. */
  whoami(options?: CallOptions): ApiCall<Response<"getIdentity">> {
    return this.call({ method: "GET", path: "/v1/auth/whoami" }, options);
  }

  /** Deletes the caller's own profile. */
  deleteProfile(options?: CallOptions): ApiCall<Response<"deleteProfile">> {
    return this.call({ method: "DELETE", path: "/v1/auth/profile" }, options);
  }
}
