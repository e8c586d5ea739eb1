import * as apiKeys from "./operations/api-keys.ts";
import * as applications from "./operations/applications.ts";
import * as approvals from "./operations/approvals.ts";
import * as auth from "./operations/auth.ts";
import * as connections from "./operations/connections.ts";
import * as executions from "./operations/executions.ts";
import * as members from "./operations/members.ts";
import * as oauthClients from "./operations/oauth-clients.ts";
import * as providers from "./operations/providers.ts";
import * as status from "./operations/status.ts";
import * as tools from "./operations/tools.ts";
import * as toolsets from "./operations/toolsets.ts";

/** Every operation of the API by its id. */
export const operations = {
  ...auth,
  ...applications,
  ...providers,
  ...tools,
  ...connections,
  ...toolsets,
  ...executions,
  ...approvals,
  ...apiKeys,
  ...members,
  ...oauthClients,
  ...status,
};

export type Operations = typeof operations;
export type OperationId = keyof Operations;
