import type { Operation } from "@bowline/contract";
import { type ApiError, forbidden, notFound } from "../api-error.ts";
import type { AtHand } from "../at-hand.ts";
import type { ApplicationEntry, CompanyCatalog, ToolEntry } from "../catalog/company-catalog.ts";
import { type ApprovalRow, loadApproval } from "../db/approvals.ts";
import { type GrantRow, loadGrant } from "../db/authorization/oauth-grants.ts";
import { loadServiceClient, type ServiceClientRow } from "../db/authorization/registered-clients.ts";
import { type ImportRow, loadImport } from "../db/catalog/imports.ts";
import type { ConnectionRow } from "../db/connections/connections.ts";
import { type ExecutionRow, loadExecution } from "../db/history/executions.ts";
import { type ApiKeyRow, loadApiKey } from "../db/people/api-keys.ts";
import type { Caller } from "../db/people/callers.ts";
import { loadMember, type MemberRow } from "../db/people/members.ts";
import type { ToolsetRow } from "../db/toolsets.ts";
import type { Deps } from "../deps.ts";
import { checkNarrowing } from "../execution/check-narrowing.ts";
import { mayDecide } from "../execution/may-decide.ts";
import { findOwnSlugByName, findSlugByName } from "../execution/toolset-settings.ts";
import { checkPermitted, loadNarrowedToolset } from "./permitted-tools.ts";
import { buildUnknownApplication, buildUnknownTool } from "./unknown-slugs.ts";

/** The resource that each path parameter names. */
interface PathResources {
  connectionId: ConnectionRow;
  toolsetId: ToolsetRow;
  apiKeyId: ApiKeyRow;
  accountUserId: MemberRow;
  historyId: ExecutionRow;
  approvalId: ApprovalRow;
  importId: ImportRow;
  slug: ApplicationEntry;
  clientId: ServiceClientRow;
  grantId: GrantRow;
  toolSlug: ToolEntry;
}

type ParameterOf<O extends Operation> = O["params"] extends { shape: infer Shape }
  ? keyof Shape & keyof PathResources
  : never;

/** The resource that an operation's path names; null when it names none. */
export type PathResource<O extends Operation> = [ParameterOf<O>] extends [never]
  ? null
  : PathResources[ParameterOf<O>];

interface ResourceLoader<Resource> {
  /** Null when it does not exist: a 404 comes before any 403 (decisions D3). */
  load(deps: Deps, caller: Caller, value: never): AtHand<Resource | null>;
  isOwned(resource: Resource, caller: Caller): boolean;
  /** @throws ApiError when the caller's credential is narrowed to others (decisions D13) */
  checkPermission?(deps: Deps, caller: Caller, resource: Resource): void | Promise<void>;
  describe(value: unknown): string;
  /** What to do about one that is not the caller's. */
  advice?: string;
  /** Builds the error for a resource that does not exist. Default: a plain 404. */
  buildUnknown?(deps: Deps, caller: Caller, value: never): Promise<ApiError>;
}

const loaders: { [Parameter in keyof PathResources]: ResourceLoader<PathResources[Parameter]> } = {
  connectionId: {
    load: (deps, _caller, connectionId: number) => deps.rows.connections.get(String(connectionId)),
    isOwned: (connection, caller) => connection.accountUserId === caller.accountUserId,
    describe: (connectionId) => `Connection ${connectionId}`,
  },
  toolsetId: {
    load: (deps, _caller, toolsetId: string) => deps.rows.toolsets.get(toolsetId.toLowerCase()),
    isOwned: (toolset, caller) => toolset.accountUserId === caller.accountUserId,
    checkPermission: (_deps, caller, toolset) => checkNarrowing(caller, toolset.toolsetId),
    describe: (toolsetId) => `Toolset ${toolsetId}`,
  },
  apiKeyId: {
    load: (deps, _caller, apiKeyId: number) => loadApiKey(deps.db.kysely, apiKeyId),
    isOwned: (key, caller) =>
      key.accountUserId === caller.accountUserId ||
      (caller.role === "Admin" && key.kind === "service" && key.companyId === caller.companyId),
    describe: (apiKeyId) => `API key ${apiKeyId}`,
  },
  accountUserId: {
    load: (deps, _caller, accountUserId: number) => loadMember(deps.db.kysely, accountUserId),
    isOwned: (member, caller) => member.companyId === caller.companyId,
    describe: (accountUserId) => `Member ${accountUserId}`,
  },
  historyId: {
    load: (deps, caller, historyId: number) =>
      deps.db.read((db) => loadExecution(db, caller.companyId, historyId)),
    isOwned: (execution, caller) =>
      execution.accountUserId === caller.accountUserId ||
      (caller.role === "Admin" && execution.companyId === caller.companyId),
    describe: (historyId) => `Execution ${historyId}`,
  },
  clientId: {
    load: (deps, _caller, clientId: string) => loadServiceClient(deps.db.kysely, clientId),
    isOwned: (client, caller) => client.companyId === caller.companyId,
    describe: (clientId) => `Client ${clientId}`,
  },
  grantId: {
    load: (deps, _caller, grantId: number) => loadGrant(deps.db.kysely, grantId),
    isOwned: (grant, caller) =>
      grant.accountUserId === caller.accountUserId ||
      (caller.role === "Admin" && grant.companyId === caller.companyId),
    describe: (grantId) => `Grant ${grantId}`,
  },
  approvalId: {
    load: (deps, _caller, approvalId: string) => loadApproval(deps.db.kysely, approvalId.toLowerCase()),
    isOwned: mayDecide,
    describe: (approvalId) => `Approval ${approvalId}`,
  },
  importId: {
    load: (deps, _caller, importId: number) => loadImport(deps.db.kysely, importId),
    isOwned: (row, caller) => row.accountUserId === caller.accountUserId,
    describe: (importId) => `Import ${importId}`,
  },
  slug: {
    load: async (deps, caller, slug: string) => {
      const catalog = await deps.catalog.forCompany(caller.companyId);
      return catalog.findEvenHidden(slug) ?? null;
    },
    isOwned: (application, caller) => application.companyId === caller.companyId,
    describe: (slug) => `Application "${slug}"`,
    // Those of other companies are unknown.
    advice: 'All companies share it. PATCH it with {"isEnabled": false} to hide it from yours.',
    buildUnknown: (deps, caller, slug: string) => buildUnknownApplication(deps, caller, slug),
  },
  toolSlug: {
    load: async (deps, caller, slug: string) => {
      const catalog = await deps.catalog.forCompany(caller.companyId);
      const toolset = await loadNarrowedToolset(deps.rows.toolsets, caller);
      // A given name goes before another tool's slug, which may have come later.
      const named = toolset === null ? null : findOwnSlugByName(toolset, slug);
      const known = catalog.findTool(named ?? slug);
      return known ?? (toolset === null ? null : findNamedTool(catalog, toolset, slug));
    },
    isOwned: () => true,
    checkPermission: (deps, caller, tool) => checkPermitted(deps.rows.toolsets, caller, tool),
    describe: (slug) => `Tool "${slug}"`,
    buildUnknown: (deps, caller, slug: string) => buildUnknownTool(deps, caller, slug),
  },
};

/** Finds a tool by the name that a toolset gives it (decisions D65). */
function findNamedTool(catalog: CompanyCatalog, toolset: ToolsetRow, name: string): ToolEntry | null {
  const slug = findSlugByName(toolset, name);
  return slug === null ? null : (catalog.findTool(slug) ?? null);
}

/** A resource that exists, with the access check that is still to be run. */
export interface LoadedResource {
  resource: unknown;
  /** @throws ApiError `FORBIDDEN` when the caller does not own it, or has a credential narrowed to others */
  checkAccess(): Promise<void>;
}

/**
 * Prepares a loader for the resource that an operation's path names; null when it names none. The operations `executeTool` and `getToolResolution` load their
 * tool themselves, since the slug may be a bare operation (decisions D21).
 */
export function prepareResource(
  operation: Operation,
): ((deps: Deps, caller: Caller, params: Record<string, unknown>) => Promise<LoadedResource>) | null {
  const [parameter] = Object.keys(operation.params?.shape ?? {});
  if (parameter === undefined || operation.id === "executeTool" || operation.id === "getToolResolution") {
    return null;
  }
  const { load, isOwned, checkPermission, describe, advice, buildUnknown } = loaders[
    parameter as keyof PathResources
  ] as ResourceLoader<unknown>;
  return async (deps, caller, params) => {
    const value = params[parameter];
    const resource = isImpossibleId(value) ? null : await load(deps, caller, value as never);
    if (resource === null) {
      throw buildUnknown ? await buildUnknown(deps, caller, value as never) : notFound(describe(value));
    }
    return {
      resource,
      async checkAccess() {
        if (operation.ownership !== "none" && !isOwned(resource, caller)) {
          throw forbidden([`${describe(value)} is not yours.`, advice].filter(Boolean).join(" "));
        }
        await checkPermission?.(deps, caller, resource);
      },
    };
  };
}

/** Ids begin at 1 (decisions D8), and the database keeps no text with NUL. */
const isImpossibleId = (value: unknown): boolean =>
  typeof value === "number" ? value < 1 : typeof value === "string" && value.includes("\0");
