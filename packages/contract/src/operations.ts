import * as apiKeys from "./operations/api-keys.ts";
import * as applicationChanges from "./operations/application-changes.ts";
import * as applications from "./operations/applications.ts";
import * as approvals from "./operations/approvals.ts";
import * as auth from "./operations/auth.ts";
import * as connections from "./operations/connections.ts";
import * as executions from "./operations/executions.ts";
import * as grants from "./operations/grants.ts";
import * as imports from "./operations/imports.ts";
import * as members from "./operations/members.ts";
import * as oauthClients from "./operations/oauth-clients.ts";
import * as providers from "./operations/providers.ts";
import * as serviceClients from "./operations/service-clients.ts";
import * as status from "./operations/status.ts";
import * as tools from "./operations/tools.ts";
import * as toolsets from "./operations/toolsets.ts";

/** Every operation of the API by its id. */
export const operations = {
  ...auth,
  ...applications,
  ...imports,
  ...applicationChanges,
  ...oauthClients,
  ...providers,
  ...tools,
  ...connections,
  ...toolsets,
  ...executions,
  ...approvals,
  ...apiKeys,
  ...members,
  ...serviceClients,
  ...grants,
  ...status,
};

export type Operations = typeof operations;
export type OperationId = keyof Operations;
