import type { Operation } from "@bowline/contract";
import { type ApiError, forbidden, notFound } from "../api-error.ts";
import type { ApplicationEntry, ToolEntry } from "../catalog/company-catalog.ts";
import { type ApiKeyRow, loadApiKey } from "../db/api-keys.ts";
import type { Caller } from "../db/callers.ts";
import type { ConnectionRow } from "../db/connections.ts";
import { type ExecutionRow, loadExecution } from "../db/executions.ts";
import { loadMember, type MemberRow } from "../db/members.ts";
import type { ToolsetRow } from "../db/toolsets.ts";
import type { Deps } from "../deps.ts";
import { checkWithinNarrowing } from "./narrowing.ts";
import { checkPermitted } from "./permitted-tools.ts";
import { refuseUnknownApplication, refuseUnknownTool } from "./unknown-slugs.ts";

/** What each path parameter names. */
interface PathResources {
  connectionId: ConnectionRow;
  toolsetId: ToolsetRow;
  apiKeyId: ApiKeyRow;
  accountUserId: MemberRow;
  historyId: ExecutionRow;
  slug: ApplicationEntry;
  toolSlug: ToolEntry;
}

type ParameterOf<O extends Operation> = O["params"] extends { shape: infer Shape }
  ? keyof Shape & keyof PathResources
  : never;

/** The resource an operation's path names; null where it names none. */
export type PathResource<O extends Operation> = [ParameterOf<O>] extends [never]
  ? null
  : PathResources[ParameterOf<O>];

interface ResourceLoader<Resource> {
  /** Null when there is no such thing, which is 404 before any 403 (decisions D3). */
  load(deps: Deps, caller: Caller, value: never): Promise<Resource | null>;
  isOwned(resource: Resource, caller: Caller): boolean;
  /** @throws ApiError when the caller's credential is narrowed to others (decisions D13) */
  checkNarrowing?(deps: Deps, caller: Caller, resource: Resource): void | Promise<void>;
  what(value: unknown): string;
  /** The error for what does not exist; default: that it does not exist. */
  refuseUnknown?(deps: Deps, caller: Caller, value: never): Promise<ApiError>;
}

const loaders: { [Parameter in keyof PathResources]: ResourceLoader<PathResources[Parameter]> } = {
  connectionId: {
    load: (deps, _caller, connectionId: number) => deps.rows.connections.get(String(connectionId)),
    isOwned: (connection, caller) => connection.accountUserId === caller.accountUserId,
    what: (connectionId) => `Connection ${connectionId}`,
  },
  toolsetId: {
    load: (deps, _caller, toolsetId: string) => deps.rows.toolsets.get(toolsetId.toLowerCase()),
    isOwned: (toolset, caller) => toolset.accountUserId === caller.accountUserId,
    checkNarrowing: (_deps, caller, toolset) => checkWithinNarrowing(caller, toolset.toolsetId),
    what: (toolsetId) => `Toolset ${toolsetId}`,
  },
  apiKeyId: {
    load: (deps, _caller, apiKeyId: number) => loadApiKey(deps.db.kysely, apiKeyId),
    isOwned: (key, caller) =>
      key.accountUserId === caller.accountUserId ||
      (caller.role === "Admin" && key.kind === "service" && key.companyId === caller.companyId),
    what: (apiKeyId) => `API key ${apiKeyId}`,
  },
  accountUserId: {
    load: (deps, _caller, accountUserId: number) => loadMember(deps.db.kysely, accountUserId),
    isOwned: (member, caller) => member.companyId === caller.companyId,
    what: (accountUserId) => `Member ${accountUserId}`,
  },
  historyId: {
    load: (deps, caller, historyId: number) =>
      deps.db.read((db) => loadExecution(db, caller.companyId, historyId)),
    isOwned: (execution, caller) =>
      execution.accountUserId === caller.accountUserId ||
      (caller.role === "Admin" && execution.companyId === caller.companyId),
    what: (historyId) => `Execution ${historyId}`,
  },
  slug: {
    load: async (deps, caller, slug: string) => {
      const catalog = await deps.catalog.forCompany(caller.companyId);
      return catalog.findApplication(slug) ?? null;
    },
    isOwned: (application, caller) => application.companyId === caller.companyId,
    what: (slug) => `Application "${slug}"`,
    refuseUnknown: (deps, caller, slug: string) => refuseUnknownApplication(deps, caller, slug),
  },
  toolSlug: {
    load: async (deps, caller, slug: string) => {
      const catalog = await deps.catalog.forCompany(caller.companyId);
      return catalog.findTool(slug) ?? null;
    },
    isOwned: () => true,
    checkNarrowing: (deps, caller, tool) => checkPermitted(deps.rows.toolsets, caller, tool),
    what: (slug) => `Tool "${slug}"`,
    refuseUnknown: (deps, caller, slug: string) => refuseUnknownTool(deps, caller, slug),
  },
};

/** A resource with the check that remains for it, once it is known to exist. */
export interface LoadedResource {
  resource: unknown;
  /** @throws ApiError `FORBIDDEN` when it is another's, or the caller's credential is narrowed to others */
  checkAccess(): Promise<void>;
}

/**
 * Prepares the loading of what an operation's path names; null where it names nothing. Executing finds its tool by itself,
 * since the tool's slug may be a bare operation (decisions D21).
 */
export function prepareResource(
  operation: Operation,
): ((deps: Deps, caller: Caller, params: Record<string, unknown>) => Promise<LoadedResource>) | null {
  const [parameter] = Object.keys(operation.params?.shape ?? {});
  if (parameter === undefined || operation.id === "executeTool") {
    return null;
  }
  const { load, isOwned, checkNarrowing, what, refuseUnknown } = loaders[
    parameter as keyof PathResources
  ] as ResourceLoader<unknown>;
  return async (deps, caller, params) => {
    const value = params[parameter];
    const resource = isUnheardOf(value) ? null : await load(deps, caller, value as never);
    if (resource === null) {
      throw refuseUnknown ? await refuseUnknown(deps, caller, value as never) : notFound(what(value));
    }
    return {
      resource,
      async checkAccess() {
        if (operation.ownership !== "none" && !isOwned(resource, caller)) {
          throw forbidden(`${what(value)} is not yours.`);
        }
        await checkNarrowing?.(deps, caller, resource);
      },
    };
  };
}

/** Ids begin at 1 (decisions D8). */
const isUnheardOf = (value: unknown): boolean => typeof value === "number" && value < 1;
