import { createApiKey } from "./api-keys/create-api-key.ts";
import { deleteApiKey } from "./api-keys/delete-api-key.ts";
import { listApiKeys } from "./api-keys/list-api-keys.ts";
import { acceptApplicationChange } from "./applications/accept-application-change.ts";
import { deleteApplication } from "./applications/delete-application.ts";
import { deleteOAuthClient } from "./applications/delete-oauth-client.ts";
import { getApplication } from "./applications/get-application.ts";
import { getOAuthClient } from "./applications/get-oauth-client.ts";
import { importApplication } from "./applications/import-application.ts";
import { listApplicationChanges } from "./applications/list-application-changes.ts";
import { listApplications } from "./applications/list-applications.ts";
import { listOAuthClients } from "./applications/list-oauth-clients.ts";
import { rejectApplicationChange } from "./applications/reject-application-change.ts";
import { setOAuthClient } from "./applications/set-oauth-client.ts";
import { updateApplication } from "./applications/update-application.ts";
import { approveApproval } from "./approvals/approve-approval.ts";
import { denyApproval } from "./approvals/deny-approval.ts";
import { getApproval } from "./approvals/get-approval.ts";
import { listApprovals } from "./approvals/list-approvals.ts";
import { deleteProfile } from "./auth/delete-profile.ts";
import { getIdentity } from "./auth/get-identity.ts";
import { clearDefaultConnection } from "./connections/clear-default-connection.ts";
import { createConnectLink } from "./connections/create-connect-link.ts";
import { createConnection } from "./connections/create-connection.ts";
import { deleteConnection } from "./connections/delete-connection.ts";
import { getConnection } from "./connections/get-connection.ts";
import { getRefreshStatus } from "./connections/get-refresh-status.ts";
import { getSignInResult } from "./connections/get-sign-in-result.ts";
import { getSignInUrl } from "./connections/get-sign-in-url.ts";
import { listConnectionObjects } from "./connections/list-connection-objects.ts";
import { listConnections } from "./connections/list-connections.ts";
import { refreshObjects } from "./connections/refresh-objects.ts";
import { setDefaultConnection } from "./connections/set-default-connection.ts";
import { testConnection } from "./connections/test-connection.ts";
import { updateConnection } from "./connections/update-connection.ts";
import { getExecution } from "./executions/get-execution.ts";
import { getHistorySummary } from "./executions/get-history-summary.ts";
import { listExecutions } from "./executions/list-executions.ts";
import type { Handlers } from "./handler.ts";
import { getImport } from "./imports/get-import.ts";
import { listImports } from "./imports/list-imports.ts";
import { createInvitation } from "./members/create-invitation.ts";
import { createMember } from "./members/create-member.ts";
import { deleteMember } from "./members/delete-member.ts";
import { endMemberSessions } from "./members/end-member-sessions.ts";
import { listMembers } from "./members/list-members.ts";
import { updateMember } from "./members/update-member.ts";
import { createClient } from "./oauth/create-client.ts";
import { deleteClient } from "./oauth/delete-client.ts";
import { deleteGrant } from "./oauth/delete-grant.ts";
import { listClients } from "./oauth/list-clients.ts";
import { listGrants } from "./oauth/list-grants.ts";
import { listProviders } from "./providers/list-providers.ts";
import { getStatus } from "./status/get-status.ts";
import { executeTool } from "./tools/execute-tool.ts";
import { getTool } from "./tools/get-tool.ts";
import { getToolResolution } from "./tools/get-tool-resolution.ts";
import { getToolSchema } from "./tools/get-tool-schema.ts";
import { listTools } from "./tools/list-tools.ts";
import { createToolset } from "./toolsets/create-toolset.ts";
import { deleteToolset } from "./toolsets/delete-toolset.ts";
import { getToolset } from "./toolsets/get-toolset.ts";
import { listToolsets } from "./toolsets/list-toolsets.ts";
import { updateToolset } from "./toolsets/update-toolset.ts";

/** Every operation of the contract with its handler. */
export const handlers = {
  getIdentity,
  deleteProfile,
  listApplications,
  getApplication,
  importApplication,
  listImports,
  getImport,
  listApplicationChanges,
  acceptApplicationChange,
  rejectApplicationChange,
  updateApplication,
  deleteApplication,
  listOAuthClients,
  getOAuthClient,
  setOAuthClient,
  deleteOAuthClient,
  listProviders,
  listTools,
  getTool,
  getToolSchema,
  getToolResolution,
  executeTool,
  listConnections,
  createConnection,
  createConnectLink,
  getSignInUrl,
  getSignInResult,
  getConnection,
  updateConnection,
  deleteConnection,
  testConnection,
  setDefaultConnection,
  clearDefaultConnection,
  refreshObjects,
  getRefreshStatus,
  listConnectionObjects,
  listToolsets,
  createToolset,
  getToolset,
  updateToolset,
  deleteToolset,
  listExecutions,
  getExecution,
  getHistorySummary,
  listApprovals,
  getApproval,
  approveApproval,
  denyApproval,
  listApiKeys,
  createApiKey,
  deleteApiKey,
  listMembers,
  createMember,
  updateMember,
  deleteMember,
  createInvitation,
  endMemberSessions,
  listClients,
  createClient,
  deleteClient,
  listGrants,
  deleteGrant,
  getStatus,
} satisfies Handlers;
