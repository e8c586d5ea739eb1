import { z } from "zod";
import { defineOperation } from "../operation.ts";
import {
  connection,
  connectionObject,
  connectionTest,
  connectLink,
  connectLinkBody,
  createConnectionBody,
  defaultConnection,
  refreshStatus,
  signInBody,
  signInOutcome,
  signInResult,
  updateConnectionBody,
} from "../resources/connection.ts";
import { extensions } from "../resources/extension.ts";
import { listOf, pageQuery } from "../resources/list.ts";
import { id } from "../resources/primitives.ts";

const owned = {
  tag: "Connections",
  auth: "member",
  budget: "standard",
  ownership: "caller",
  params: z.object({ connectionId: id }),
  errors: ["NOT_FOUND"],
} as const;

const untried = {
  "x-bowline-warning":
    "Sent when the credentials were stored but could not be tried, because the application names no call to try them with, could not be reached or the call failed: one to three sentences.",
};

export const listConnections = defineOperation({
  id: "listConnections",
  method: "GET",
  path: "/v1/connections",
  tag: "Connections",
  summary: "List your connections",
  description: "Sorted by id.",
  extension: false,
  auth: "member",
  narrowed: "readOnly",
  scope: "connections:read",
  budget: "standard",
  ownership: "none",
  query: z.object({
    ...pageQuery(25),
    ...extensions({
      applicationSlug: z.string().optional().meta({ description: "Only connections to this application." }),
      search: z
        .string()
        .max(500)
        .optional()
        .meta({ description: "Part of the name, the account label or the application's name." }),
    }),
  }),
  output: listOf("Connection", connection),
  errors: ["NOT_FOUND"],
});

export const createConnection = defineOperation({
  id: "createConnection",
  method: "POST",
  path: "/v1/connections",
  tag: "Connections",
  summary: "Connect to an application with direct credentials",
  description:
    "Tries the credentials with the call that the application names for it, and stores nothing when the application refuses them: `VALIDATION_ERROR`. When the application cannot be reached, or names no such call, the connection is stored.",
  extension: true,
  auth: "member",
  narrowed: "none",
  scope: "connections:write",
  budget: "standard",
  ownership: "none",
  body: createConnectionBody,
  output: connection,
  responseHeaders: untried,
  errors: [],
});

export const getSignInUrl = defineOperation({
  id: "getSignInUrl",
  method: "POST",
  path: "/v1/connections/GetSignInUrl",
  tag: "Connections",
  summary: "Build an OAuth sign-in URL to authorize a new connection",
  description:
    "Open `signInUrl` in the person's browser. The connection is stored when the person has allowed it; `GET /v1/connections/SignInResult` says so. With `connectionId`, the sign-in renews that connection.",
  extension: false,
  auth: "member",
  narrowed: "none",
  scope: "connections:write",
  budget: "standard",
  ownership: "none",
  body: signInBody,
  output: signInResult,
  errors: [],
});

export const createConnectLink = defineOperation({
  id: "createConnectLink",
  method: "POST",
  path: "/v1/connections/ConnectLink",
  tag: "Connections",
  summary: "Create a page where a person connects an account for you",
  description:
    "The page shows to whom the connection is given. There a person chooses the method and types a key, or signs in. The link works once, within ten minutes. SignInResult returns the result.",
  extension: true,
  auth: "member",
  narrowed: "none",
  scope: "connections:write",
  budget: "standard",
  ownership: "none",
  body: connectLinkBody,
  output: connectLink,
  errors: [],
});

export const getSignInResult = defineOperation({
  id: "getSignInResult",
  method: "GET",
  path: "/v1/connections/SignInResult",
  tag: "Connections",
  summary: "Get the state of a sign-in or of a connect link",
  description: "Only for the caller who requested it. Available for one day.",
  extension: true,
  auth: "member",
  narrowed: "none",
  scope: "connections:read",
  budget: "standard",
  ownership: "none",
  query: z.object({
    state: z
      .string()
      .min(1)
      .max(200)
      .meta({ description: "The `state` that GetSignInUrl or ConnectLink returned." }),
  }),
  output: signInOutcome,
  errors: ["NOT_FOUND"],
});

export const getConnection = defineOperation({
  ...owned,
  id: "getConnection",
  method: "GET",
  path: "/v1/connections/{connectionId}",
  summary: "Get a connection",
  description: "With its fields, but without its secrets.",
  extension: true,
  narrowed: "readOnly",
  scope: "connections:read",
  output: connection,
});

export const updateConnection = defineOperation({
  ...owned,
  id: "updateConnection",
  method: "PATCH",
  path: "/v1/connections/{connectionId}",
  summary: "Rename a connection or give it new credentials",
  description:
    "A member or field that is left out does not change. New credentials are tried first, as for a new connection.",
  extension: true,
  narrowed: "none",
  scope: "connections:write",
  body: updateConnectionBody,
  output: connection,
  responseHeaders: untried,
});

export const deleteConnection = defineOperation({
  ...owned,
  id: "deleteConnection",
  method: "DELETE",
  path: "/v1/connections/{connectionId}",
  summary: "Delete a connection",
  description:
    "Also removes it from all toolsets, in the same transaction. Revokes its tokens at the application where the application supports that; the response says whether they were revoked. When the application does not respond, that is tried again in the background.",
  extension: false,
  narrowed: "none",
  scope: "connections:write",
  output: z.string(),
});

export const testConnection = defineOperation({
  ...owned,
  id: "testConnection",
  method: "POST",
  path: "/v1/connections/{connectionId}/Test",
  summary: "Test a connection's credentials",
  description:
    "Makes the call that the application names for it. `isSuccess` is null when it names no call to try credentials with, and false when the call failed or the connection cannot be used as it is; `message` says why.",
  extension: true,
  narrowed: "none",
  scope: "connections:write",
  output: connectionTest,
});

export const setDefaultConnection = defineOperation({
  ...owned,
  id: "setDefaultConnection",
  method: "PUT",
  path: "/v1/connections/{connectionId}/Default",
  summary: "Make the connection the caller's default for its application",
  description:
    "The connection that was the default before is no longer. A call that names no connection, and whose toolset has none for the application, uses the default.",
  extension: false,
  narrowed: "none",
  scope: "connections:write",
  output: defaultConnection,
});

export const clearDefaultConnection = defineOperation({
  ...owned,
  id: "clearDefaultConnection",
  method: "DELETE",
  path: "/v1/connections/{connectionId}/Default",
  summary: "Make the connection no longer the default",
  description: "Does nothing when it is not the default.",
  extension: false,
  narrowed: "none",
  scope: "connections:write",
  output: z.string(),
});

export const refreshObjects = defineOperation({
  ...owned,
  id: "refreshObjects",
  method: "POST",
  path: "/v1/connections/{connectionId}/RefreshObjects",
  summary: "Start a refresh of the objects available through the connection",
  description: "Does not start a second refresh while one runs. A refresh survives a restart of the server.",
  extension: false,
  narrowed: "none",
  scope: "connections:write",
  output: z.string(),
});

export const getRefreshStatus = defineOperation({
  ...owned,
  id: "getRefreshStatus",
  method: "GET",
  path: "/v1/connections/{connectionId}/RefreshStatus",
  summary: "Report the most recent object refresh of the connection",
  description:
    "`status` is 0 when none runs, 1 while one runs, and 2 when the last one failed. `statusDescription` says it in words.",
  extension: false,
  narrowed: "readOnly",
  scope: "connections:read",
  output: refreshStatus,
});

export const listConnectionObjects = defineOperation({
  ...owned,
  id: "listConnectionObjects",
  method: "GET",
  path: "/v1/connections/{connectionId}/Objects",
  summary: "List the objects available through the connection",
  description: "As of the last successful refresh. Sorted by name.",
  extension: true,
  narrowed: "readOnly",
  scope: "connections:read",
  query: z.object({
    ...pageQuery(),
    search: z.string().max(500).optional().meta({ description: "Part of the name or the label." }),
    kind: z
      .string()
      .max(100)
      .optional()
      .meta({ description: "Only objects of this kind, such as a tool's `contextType`." }),
  }),
  output: listOf("ConnectionObject", connectionObject),
});
