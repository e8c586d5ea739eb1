/**
 * Test files that take long: much load, many faults, random input, large data, large documents, further databases and providers, most
 * pages in a browser. `npm test` runs one shard of them, another one for other commits; `npm test -- --all` and paths that are named run
 * them in any case.
 *
 * Those that take longest come first, so that the shards take about as long as each other.
 */
export const extendedFiles: readonly string[] = [
  "packages/server/src/runtimes/http/built-in-requests.test.ts",
  "acceptance/tests/event-loop.test.ts",
  "packages/console/e2e/tests/pages.test.ts",
  "packages/console/e2e/tests/keyboard.test.ts",
  "packages/console/e2e/tests/problems.test.ts",
  "acceptance/tests/mcp-event-loop.test.ts",
  "acceptance/tests/companies.test.ts",
  "packages/console/e2e/tests/toolset.test.ts",
  "packages/cli/src/code-applications.test.ts",
  "packages/cli/src/guide.test.ts",
  "acceptance/tests/built-in-applications.test.ts",
  "packages/console/e2e/tests/history.test.ts",
  "packages/console/e2e/tests/connect.test.ts",
  "acceptance/tests/database-copy.test.ts",
  "packages/console/e2e/tests/import.test.ts",
  "acceptance/tests/canary-secrets.test.ts",
  "acceptance/tests/processes.test.ts",
  "scripts/guides.test.ts",
  "packages/console/e2e/tests/approvals.test.ts",
  "packages/console/e2e/tests/lists.test.ts",
  "packages/server/src/runtimes/sql/attacks.test.ts",
  "packages/server/src/jobs/revoke-tokens.test.ts",
  "packages/sdk/src/package.test.ts",
  "packages/server/src/process/copy-database.test.ts",
  "packages/console/e2e/tests/members-and-keys.test.ts",
  "packages/cli/src/server-machine.test.ts",
  "packages/console/e2e/tests/page-costs.test.ts",
  "packages/server/src/code-files/install-code-applications.test.ts",
  "packages/server/src/execution/results/pushed-shape-mysql.test.ts",
  "packages/server/src/db/embedded-postgres.test.ts",
  "acceptance/tests/mcp-clients.test.ts",
  "packages/console/src/form/catalog-forms.test.ts",
  "packages/cli/src/sign-in.test.ts",
  "packages/console/e2e/tests/budgets.test.ts",
  "packages/console/e2e/tests/application-manage.test.ts",
  "acceptance/tests/every-door.test.ts",
  "packages/cli/src/mcp.test.ts",
  "packages/server/src/jobs/revoked-connections.test.ts",
  "packages/console/e2e/tests/record.test.ts",
  "packages/console/e2e/tests/oauth-clients.test.ts",
  "acceptance/tests/objects.test.ts",
  "packages/catalog/src/openapi/real-documents.test.ts",
  "acceptance/tests/limits.test.ts",
  "acceptance/tests/console.test.ts",
  "packages/cli/src/history.test.ts",
  "packages/catalog/src/import-thread/import-in-worker.test.ts",
  "acceptance/tests/built-in-prism.test.ts",
  "packages/cli/src/terminal.test.ts",
  "packages/console/e2e/tests/settings.test.ts",
  "acceptance/tests/first-admin.test.ts",
  "packages/console/e2e/tests/session.test.ts",
  "acceptance/oauth/tests/several-servers.test.ts",
  "acceptance/tests/unread-responses.test.ts",
  "packages/cli/src/connect.test.ts",
  "packages/server/src/runtimes/application-examples.test.ts",
  "acceptance/tests/code-applications.test.ts",
  "acceptance/authorization-server/tests/kill-nodes.test.ts",
  "acceptance/tests/fuzz.test.ts",
  "packages/server/src/built-ins/install-built-ins.test.ts",
  "acceptance/tests/mcp-conformance.test.ts",
  "acceptance/tests/database-under-load.test.ts",
  "packages/server/src/jobs/jobs.test.ts",
  "scripts/set-up.test.ts",
  "acceptance/tests/terminal-start.test.ts",
  "packages/catalog/src/graphql/import-graphql.test.ts",
  "packages/console/e2e/tests/toolset-agents.test.ts",
  "acceptance/tests/several-servers.test.ts",
  "acceptance/tests/several-nodes.test.ts",
  "acceptance/tests/change-propagation.test.ts",
  "scripts/server-build.test.ts",
  "acceptance/tests/growth.test.ts",
  "acceptance/oauth/tests/killed-server.test.ts",
  "packages/server/src/runtimes/code/code-memory.test.ts",
  "acceptance/authorization-server/tests/several-nodes.test.ts",
  "packages/server/src/execution/results/pushed-shape.test.ts",
  "acceptance/tests/built-in-emulate.test.ts",
  "packages/console/e2e/tests/application-changes.test.ts",
  "packages/server/src/db/open-database.test.ts",
  "packages/server/src/execution/input/validate-input.test.ts",
  "acceptance/tests/people-attacks.test.ts",
  "packages/server/src/oauth/strangers.test.ts",
  "packages/sdk/src/browser.test.ts",
  "packages/console/e2e/tests/missing-part.test.ts",
  "acceptance/tests/reference.test.ts",
  "acceptance/oauth/tests/strict-provider.test.ts",
  "acceptance/tests/mcp-approvals.test.ts",
  "acceptance/oauth/tests/mcp-client-registration.test.ts",
  "acceptance/tests/database-tls.test.ts",
  "packages/server/src/entry/unread-responses.test.ts",
  "acceptance/tests/upgrade-all-kinds.test.ts",
  "acceptance/tests/durability.test.ts",
  "acceptance/tests/built-in-workers.test.ts",
  "packages/console/e2e/tests/tool-options.test.ts",
  "acceptance/tests/prism-github.test.ts",
  "packages/server/src/runtimes/sql/mysql/mysql-faults.test.ts",
  "acceptance/authorization-server/tests/mcp-clients.test.ts",
  "acceptance/tests/emulated-documents.test.ts",
  "acceptance/oauth/tests/connect-page.test.ts",
  "packages/server/src/db/silent-database.test.ts",
  "packages/console/e2e/tests/reference.test.ts",
  "acceptance/tests/hybrid-search.test.ts",
  "acceptance/tests/background-imports.test.ts",
  "acceptance/tests/kill-under-load.test.ts",
  "acceptance/tests/approvals-rest.test.ts",
  "scripts/code-applications-guide.test.ts",
  "acceptance/tests/clocks-apart.test.ts",
  "packages/server/src/identity/password-hash.test.ts",
  "packages/server/src/runtimes/sql/injection.test.ts",
  "acceptance/tests/database-down.test.ts",
  "acceptance/oauth/tests/provider-faults.test.ts",
  "packages/catalog/src/built-in/packages/package-files.test.ts",
  "packages/server/src/runtimes/response-threads.test.ts",
  "packages/server/src/connections/drop-from-addresses.test.ts",
  "packages/catalog/src/compact/real-definitions.test.ts",
  "acceptance/tests/upgrade-people-and-agents.test.ts",
  "acceptance/tests/mcp-pass-through.test.ts",
  "packages/server/src/connect/links/repeated-sign-in.test.ts",
  "acceptance/tests/sql-sqlite.test.ts",
  "acceptance/authorization-server/tests/client-documents.test.ts",
  "acceptance/tests/fuzz-import.test.ts",
  "packages/server/src/runtimes/sql/postgresql/encodings.test.ts",
  "packages/server/src/runtimes/sql/mysql/mysql-injection.test.ts",
  "acceptance/tests/mcp-several-servers.test.ts",
  "acceptance/oauth/tests/sign-in-server.test.ts",
  "acceptance/tests/bounds.test.ts",
  "packages/cli/src/removal.test.ts",
  "acceptance/tests/mcp-credential-end.test.ts",
  "acceptance/authorization-server/tests/loopback-names.test.ts",
  "acceptance/tests/shared-limits.test.ts",
  "acceptance/tests/people-servers.test.ts",
  "acceptance/tests/log.test.ts",
  "packages/server/src/db/history/list-executions.test.ts",
  "packages/server/src/runtimes/http/random-documents.test.ts",
  "acceptance/tests/company-walls.test.ts",
  "acceptance/tests/toolset-walls.test.ts",
  "packages/server/src/db/embedded/create-cluster.test.ts",
  "acceptance/authorization-server/tests/strangers.test.ts",
  "acceptance/tests/upgrade-oauth-and-mcp.test.ts",
  "packages/catalog/src/search/plain-sentences.test.ts",
  "acceptance/authorization-server/tests/people-secrets.test.ts",
  "packages/catalog/src/watch-memory.test.ts",
  "packages/catalog/src/openapi/hostile-documents.test.ts",
  "acceptance/tests/import-files.test.ts",
];

/**
 * Which extended files do not run.
 *
 * @param shard as for vitest's `--shard`: `2/5` is the second of five. Undefined: all of them run.
 * @param folder where they are and what their paths are relative to, with a slash at the end. Default: the project's.
 * @throws Error for another text
 */
export function listLeftOut(shard: string | undefined, folder = ""): string[] {
  if (shard === undefined) {
    return [];
  }
  const [index, count] =
    shard
      .match(/^([1-9]\d*)\/([1-9]\d*)$/)
      ?.slice(1)
      .map(Number) ?? [];
  if (index === undefined || count === undefined || index > count) {
    throw new Error(`EXTENDED_SHARD is ${shard}, and not for example 2/5.`);
  }
  return extendedFiles
    .filter((file, place) => findShard(place, count) !== index && file.startsWith(folder))
    .map((file) => file.slice(folder.length));
}

/** Deals the files out to and fro, so that no shard always has the longest of those dealt together. Counts from 1. */
function findShard(place: number, count: number): number {
  const way = place % (2 * count);
  return way < count ? way + 1 : 2 * count - way;
}
