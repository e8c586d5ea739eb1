import { approvalDigestRequirements } from "./requirements/approval-digest.ts";
import { approvalNameRequirements } from "./requirements/approval-names.ts";
import { authorizationServerRequirements } from "./requirements/authorization-server.ts";
import { boundsRequirements } from "./requirements/bounds.ts";
import { budgetUseRequirements } from "./requirements/budget-use.ts";
import { builtInRequirements } from "./requirements/built-in.ts";
import { builtInDocumentRequirements } from "./requirements/built-in-documents.ts";
import { builtInServerRequirements } from "./requirements/built-in-servers.ts";
import { catalogRequirements } from "./requirements/catalog.ts";
import { catalogEdgeRequirements, terminalRequirements } from "./requirements/catalog-edges.ts";
import { catalogPartsRequirements } from "./requirements/catalog-parts.ts";
import { codeApplicationRequirements } from "./requirements/code-applications.ts";
import { connectLinkRequirements } from "./requirements/connect-links.ts";
import { connectionRequirements } from "./requirements/connections.ts";
import { consoleRequirements } from "./requirements/console.ts";
import { consoleBudgetRequirements } from "./requirements/console-budgets.ts";
import { disconnectRequirements } from "./requirements/disconnects.ts";
import { executionRequirements, outcomeRequirements } from "./requirements/execution.ts";
import { firstMinutesRequirements } from "./requirements/first-minutes.ts";
import { graphqlRequirements } from "./requirements/graphql.ts";
import { growthRequirements } from "./requirements/growth.ts";
import { handWrittenApplicationRequirements } from "./requirements/hand-written-applications.ts";
import { historyListRequirements } from "./requirements/history-list.ts";
import { httpRequirements } from "./requirements/http.ts";
import { identityRequirements } from "./requirements/identity.ts";
import { importCodeRequirements } from "./requirements/import-codes.ts";
import { importingRequirements } from "./requirements/importing.ts";
import { mcpApplicationRequirements } from "./requirements/mcp-applications.ts";
import { mcpClientRequirements } from "./requirements/mcp-clients.ts";
import { mcpDoorRequirements } from "./requirements/mcp-door.ts";
import { mcpPassThroughRequirements } from "./requirements/mcp-pass-through.ts";
import { mcpSignInRequirements } from "./requirements/mcp-sign-in.ts";
import { oauthFaultsRequirements } from "./requirements/oauth-faults.ts";
import { operationsRequirements } from "./requirements/operations.ts";
import { originRequirements } from "./requirements/origins.ts";
import { peopleRequirements } from "./requirements/people.ts";
import { preconditionRequirements } from "./requirements/preconditions.ts";
import { readingRequirements } from "./requirements/reading.ts";
import { readingAtScaleRequirements } from "./requirements/reading-at-scale.ts";
import { recordRequirements } from "./requirements/records.ts";
import type { Requirement } from "./requirements/requirement.ts";
import { searchRequirements } from "./requirements/search.ts";
import { severalNodesRequirements } from "./requirements/several-nodes.ts";
import { signInRequirements } from "./requirements/sign-in.ts";
import { sqlRequirements } from "./requirements/sql.ts";
import { sqlDatabaseRequirements } from "./requirements/sql-databases.ts";
import { sqlQueryRequirements } from "./requirements/sql-queries.ts";
import { sqliteRequirements } from "./requirements/sqlite.ts";
import { toolsetSettingsRequirements } from "./requirements/toolset-settings.ts";
import { toolsetRequirements } from "./requirements/toolsets.ts";
import { wallBrowserRequirements, wallRequirements } from "./requirements/walls.ts";

/** The whole specification as data: one fact for each sentence of the contract and the decisions. */
export const requirements: readonly Requirement[] = [
  ...httpRequirements,
  ...identityRequirements,
  ...authorizationServerRequirements,
  ...oauthFaultsRequirements,
  ...catalogRequirements,
  ...builtInRequirements,
  ...importingRequirements,
  ...recordRequirements,
  ...sqlRequirements,
  ...sqlDatabaseRequirements,
  ...sqlQueryRequirements,
  ...sqliteRequirements,
  ...builtInDocumentRequirements,
  ...builtInServerRequirements,
  ...connectionRequirements,
  ...signInRequirements,
  ...originRequirements,
  ...toolsetRequirements,
  ...toolsetSettingsRequirements,
  ...executionRequirements,
  ...outcomeRequirements,
  ...boundsRequirements,
  ...operationsRequirements,
  ...catalogPartsRequirements,
  ...catalogEdgeRequirements,
  ...terminalRequirements,
  ...firstMinutesRequirements,
  ...growthRequirements,
  ...graphqlRequirements,
  ...mcpApplicationRequirements,
  ...mcpDoorRequirements,
  ...mcpPassThroughRequirements,
  ...mcpSignInRequirements,
  ...mcpClientRequirements,
  ...disconnectRequirements,
  ...searchRequirements,
  ...severalNodesRequirements,
  ...connectLinkRequirements,
  ...consoleRequirements,
  ...consoleBudgetRequirements,
  ...codeApplicationRequirements,
  ...handWrittenApplicationRequirements,
  ...peopleRequirements,
  ...wallRequirements,
  ...wallBrowserRequirements,
  ...historyListRequirements,
  ...readingRequirements,
  ...readingAtScaleRequirements,
  ...importCodeRequirements,
  ...approvalNameRequirements,
  ...approvalDigestRequirements,
  ...budgetUseRequirements,
  ...preconditionRequirements,
];
