import type { ApiCall } from "../call.ts";
import type { ListCall } from "../page.ts";
import { type CallOptions, writePath } from "../request.ts";
import { type Body, type Item, type Query, Resource, type Response } from "../resource.ts";
import type { ImportResult, ImportStarted } from "../types.generated.ts";

/** The applications of the catalog. */
export class Applications extends Resource {
  /** Lists the applications of the catalog, sorted by slug, or by relevance with `search`. */
  list(query: Query<"listApplications"> = {}, options?: CallOptions): ListCall<Item<"listApplications">> {
    return this.listFrom("/v1/applications", query, options);
  }

  /** Returns an application with its authentication methods and their fields. */
  get(slug: string, options?: CallOptions): ApiCall<Response<"getApplication">> {
    return this.call({ method: "GET", path: writePath`/v1/applications/${slug}` }, options);
  }

  /** Imports an application, or again: the tools keep their slugs. Only Admins. */
  import(body: Omit<Body<"importApplication">, "background">, options?: CallOptions): ApiCall<ImportResult> {
    return this.call({ method: "POST", path: "/v1/applications", body }, options);
  }

  /** Starts an import that goes on at the server. `getImport` says how far it is. Only Admins. */
  startImport(
    body: Omit<Body<"importApplication">, "background">,
    options?: CallOptions,
  ): ApiCall<ImportStarted> {
    return this.call(
      { method: "POST", path: "/v1/applications", body: { ...body, background: true } },
      options,
    );
  }

  /** Lists the caller's own imports that were started, newest first. */
  listImports(query: Query<"listImports"> = {}, options?: CallOptions): ListCall<Item<"listImports">> {
    return this.listFrom("/v1/imports", query, options);
  }

  /** Returns how far an import is, and its result or error when it has ended. */
  getImport(importId: number, options?: CallOptions): ApiCall<Response<"getImport">> {
    return this.call({ method: "GET", path: writePath`/v1/imports/${importId}` }, options);
  }

  /** Changes name, description, categories or address of an imported application, or hides an application. Only Admins. */
  update(
    slug: string,
    body: Body<"updateApplication">,
    options?: CallOptions,
  ): ApiCall<Response<"updateApplication">> {
    return this.call({ method: "PATCH", path: writePath`/v1/applications/${slug}`, body }, options);
  }

  /** Deletes an imported application. Refused while it has connections, unless `force` deletes them, too. Only Admins. */
  delete(
    slug: string,
    query: Query<"deleteApplication"> = {},
    options?: CallOptions,
  ): ApiCall<Response<"deleteApplication">> {
    return this.call({ method: "DELETE", path: writePath`/v1/applications/${slug}`, query }, options);
  }

  /** Lists the OAuth methods of the catalog, and which have a client of the company. Only Admins. */
  listOAuthClients(
    query: Query<"listOAuthClients"> = {},
    options?: CallOptions,
  ): ListCall<Item<"listOAuthClients">> {
    return this.listFrom("/v1/applications/OAuthClients", query, options);
  }

  /** Returns the company's own OAuth client at the application, without its secret. Only Admins. */
  getOAuthClient(
    slug: string,
    authenticationId: number,
    options?: CallOptions,
  ): ApiCall<Response<"getOAuthClient">> {
    const path = writePath`/v1/applications/${slug}/authentications/${authenticationId}/client`;
    return this.call({ method: "GET", path }, options);
  }

  /** Sets the company's own OAuth client at the application. Only Admins. */
  setOAuthClient(
    slug: string,
    authenticationId: number,
    body: Body<"setOAuthClient">,
    options?: CallOptions,
  ): ApiCall<Response<"setOAuthClient">> {
    return this.call(
      {
        method: "PUT",
        path: writePath`/v1/applications/${slug}/authentications/${authenticationId}/client`,
        body,
      },
      options,
    );
  }

  /** Deletes the company's own OAuth client at the application. Only Admins. */
  deleteOAuthClient(
    slug: string,
    authenticationId: number,
    options?: CallOptions,
  ): ApiCall<Response<"deleteOAuthClient">> {
    return this.call(
      {
        method: "DELETE",
        path: writePath`/v1/applications/${slug}/authentications/${authenticationId}/client`,
      },
      options,
    );
  }

  /** Lists changes of an MCP server's tools that wait for an Admin. */
  listChanges(
    slug: string,
    query: Query<"listApplicationChanges"> = {},
    options?: CallOptions,
  ): ListCall<Item<"listApplicationChanges">> {
    return this.listFrom(writePath`/v1/applications/${slug}/changes`, query, options);
  }

  /** Adds, replaces or removes the tool, as its server declares it. Only Admins. */
  acceptChange(
    slug: string,
    changeId: number,
    options?: CallOptions,
  ): ApiCall<Response<"acceptApplicationChange">> {
    return this.call(
      { method: "POST", path: writePath`/v1/applications/${slug}/changes/${changeId}/Accept` },
      options,
    );
  }

  /** Leaves the tool as it is. Only Admins. */
  rejectChange(
    slug: string,
    changeId: number,
    options?: CallOptions,
  ): ApiCall<Response<"rejectApplicationChange">> {
    return this.call(
      { method: "POST", path: writePath`/v1/applications/${slug}/changes/${changeId}/Reject` },
      options,
    );
  }
}
