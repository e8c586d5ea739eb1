import type { ApiCall } from "../call.ts";
import type { ListCall } from "../page.ts";
import { type CallOptions, writePath } from "../request.ts";
import { type Body, type Item, type Query, Resource, type Response } from "../resource.ts";
import { wait } from "../retry.ts";

const signInPauseMs = 1500;

/** The caller's access to applications. */
export class Connections extends Resource {
  /** Lists the connections of the caller, sorted by id. */
  list(query: Query<"listConnections"> = {}, options?: CallOptions): ListCall<Item<"listConnections">> {
    return this.listFrom("/v1/connections", query, options);
  }

  /** Returns a connection, without its secret fields. */
  get(connectionId: number, options?: CallOptions): ApiCall<Response<"getConnection">> {
    return this.call({ method: "GET", path: writePath`/v1/connections/${connectionId}` }, options);
  }

  /** Stores credentials as a new connection. */
  create(body: Body<"createConnection">, options?: CallOptions): ApiCall<Response<"createConnection">> {
    return this.call({ method: "POST", path: "/v1/connections", body }, options);
  }

  /** Changes the named members and fields, or confirms the new addresses of its application. */
  update(
    connectionId: number,
    body: Body<"updateConnection">,
    options?: CallOptions,
  ): ApiCall<Response<"updateConnection">> {
    return this.call({ method: "PATCH", path: writePath`/v1/connections/${connectionId}`, body }, options);
  }

  /** Deletes a connection with its credentials, and removes it from toolsets. */
  delete(connectionId: number, options?: CallOptions): ApiCall<Response<"deleteConnection">> {
    return this.call({ method: "DELETE", path: writePath`/v1/connections/${connectionId}` }, options);
  }

  /** Makes it the caller's default for its application. */
  setDefault(connectionId: number, options?: CallOptions): ApiCall<Response<"setDefaultConnection">> {
    return this.call({ method: "PUT", path: writePath`/v1/connections/${connectionId}/Default` }, options);
  }

  /** Makes it no longer the default for its application. */
  clearDefault(connectionId: number, options?: CallOptions): ApiCall<Response<"clearDefaultConnection">> {
    return this.call({ method: "DELETE", path: writePath`/v1/connections/${connectionId}/Default` }, options);
  }

  /** Returns the address of a page where a person connects an account. */
  createConnectLink(
    body: Body<"createConnectLink">,
    options?: CallOptions,
  ): ApiCall<Response<"createConnectLink">> {
    return this.call({ method: "POST", path: "/v1/connections/ConnectLink", body }, options);
  }

  /** Returns the address where a person signs in at the application. */
  getSignInUrl(body: Body<"getSignInUrl">, options?: CallOptions): ApiCall<Response<"getSignInUrl">> {
    return this.call({ method: "POST", path: "/v1/connections/GetSignInUrl", body }, options);
  }

  /** Returns the state of a sign-in or of a connect link. */
  getSignInResult(
    query: Query<"getSignInResult">,
    options?: CallOptions,
  ): ApiCall<Response<"getSignInResult">> {
    return this.call({ method: "GET", path: "/v1/connections/SignInResult", query }, options);
  }

  /**
   * Waits until a sign-in or a connect link has ended, and returns how: `confirmed` with the `connectionId`, or `failed` or `expired`. The
   * server is asked every 1.5 seconds. A link that nobody uses ends after ten minutes; a sign-in that a person began in time may take twenty
   * more. `signal` ends the waiting.
   */
  async waitForSignIn(
    query: Query<"getSignInResult">,
    options?: CallOptions,
  ): Promise<Response<"getSignInResult">> {
    for (;;) {
      const result = await this.getSignInResult(query, options);
      if (result.status !== "pending") {
        return result;
      }
      await wait(signInPauseMs, options?.signal);
    }
  }

  /** Lists what the connection gives access to, such as repositories. */
  listObjects(
    connectionId: number,
    query: Query<"listConnectionObjects"> = {},
    options?: CallOptions,
  ): ListCall<Item<"listConnectionObjects">> {
    return this.listFrom(writePath`/v1/connections/${connectionId}/Objects`, query, options);
  }

  /** Reads the objects again in the background. */
  refreshObjects(connectionId: number, options?: CallOptions): ApiCall<Response<"refreshObjects">> {
    return this.call(
      { method: "POST", path: writePath`/v1/connections/${connectionId}/RefreshObjects` },
      options,
    );
  }

  /** Returns how the most recent refresh of the objects went. */
  getRefreshStatus(connectionId: number, options?: CallOptions): ApiCall<Response<"getRefreshStatus">> {
    return this.call(
      { method: "GET", path: writePath`/v1/connections/${connectionId}/RefreshStatus` },
      options,
    );
  }

  /** Tests the credentials at the application. */
  test(connectionId: number, options?: CallOptions): ApiCall<Response<"testConnection">> {
    return this.call({ method: "POST", path: writePath`/v1/connections/${connectionId}/Test` }, options);
  }
}
