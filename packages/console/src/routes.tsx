import type { QueryClient } from "@tanstack/react-query";
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  stringifySearchWith,
} from "@tanstack/react-router";
import { consoleBase } from "./console-base.ts";
import { loadPart } from "./load-part.ts";
import { NotFound } from "./parts/not-found.tsx";
import { PageProblem } from "./parts/page-problem.tsx";
import { Frame } from "./shell/frame.tsx";

interface RouterContext {
  queryClient: QueryClient;
}

const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: Frame,
  notFoundComponent: NotFound,
});

/** A filter in the address: a text, or absent. */
const readText = (value: unknown): string | undefined =>
  typeof value === "string" && value !== ""
    ? value
    : typeof value === "number" || typeof value === "boolean"
      ? String(value)
      : undefined;

/** Reads the named filters of an address as texts. Other members are dropped. */
const readFilters =
  <Name extends string>(...names: Name[]) =>
  (search: Record<string, unknown>): { [Key in Name]?: string | undefined } =>
    Object.fromEntries(
      names.flatMap((name) => {
        const text = readText(search[name]);
        return text === undefined ? [] : [[name, text]];
      }),
    ) as { [Key in Name]?: string | undefined };

/** A record keeps the filters of the list that it was opened from. */
const readHistoryFilters = readFilters(
  "search",
  "tool",
  "application",
  "connection",
  "toolset",
  "source",
  "kind",
  "success",
  "member",
  "key",
  "from",
  "to",
  "group",
);

/** A page that is loaded when it is opened first. */
const loadPage = <Module extends Record<string, unknown>, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
) => lazyRouteComponent(() => loadPart(load), name);

/** The pages (decisions D81). Each is loaded when it is opened first. */
const pages = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: "/",
    component: loadPage(() => import("./pages/home/home-page.tsx"), "HomePage"),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: "/applications",
    validateSearch: readFilters("search", "category", "source", "hidden"),
    component: loadPage(() => import("./pages/applications/applications-page.tsx"), "ApplicationsPage"),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: "/applications/$slug",
    validateSearch: readFilters("tab", "search", "hint", "tag", "connect", "state", "status"),
    component: loadPage(() => import("./pages/application/application-page.tsx"), "ApplicationPage"),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: "/connections",
    validateSearch: readFilters("search", "status", "state"),
    component: loadPage(() => import("./pages/connections/connections-page.tsx"), "ConnectionsPage"),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: "/tools",
    validateSearch: readFilters("search", "hint", "application"),
    component: loadPage(() => import("./pages/tools/tools-page.tsx"), "ToolsPage"),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: "/tools/$toolSlug",
    validateSearch: readFilters("connection", "toolset", "from"),
    component: loadPage(() => import("./pages/tool/tool-page.tsx"), "ToolPage"),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: "/toolsets",
    validateSearch: readFilters("search"),
    component: loadPage(() => import("./pages/toolsets/toolsets-page.tsx"), "ToolsetsPage"),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: "/toolsets/$toolsetId",
    validateSearch: readFilters("tab", "connection", "search", "hint"),
    component: loadPage(() => import("./pages/toolset/toolset-page.tsx"), "ToolsetPage"),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: "/history",
    validateSearch: readHistoryFilters,
    component: loadPage(() => import("./pages/history/history-page.tsx"), "HistoryPage"),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: "/history/$historyId",
    validateSearch: readHistoryFilters,
    component: loadPage(() => import("./pages/record/record-page.tsx"), "RecordPage"),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: "/approvals",
    validateSearch: readFilters("status"),
    component: loadPage(() => import("./pages/approvals/approvals-page.tsx"), "ApprovalsPage"),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: "/import",
    validateSearch: readFilters("source", "import", "slug"),
    component: loadPage(() => import("./pages/import/import-page.tsx"), "ImportPage"),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: "/members",
    validateSearch: readFilters("search"),
    component: loadPage(() => import("./pages/members/members-page.tsx"), "MembersPage"),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: "/keys",
    validateSearch: readFilters("search"),
    component: loadPage(() => import("./pages/keys/keys-page.tsx"), "KeysPage"),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: "/oauth-clients",
    validateSearch: readFilters("tab", "application", "method"),
    component: loadPage(() => import("./pages/oauth-clients/oauth-clients-page.tsx"), "OAuthClientsPage"),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: "/settings",
    component: loadPage(() => import("./pages/settings/settings-page.tsx"), "SettingsPage"),
  }),
] as const;

export function createConsoleRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree: rootRoute.addChildren(pages),
    basepath: `${consoleBase}/console`,
    context: { queryClient },
    // All filters are texts, so none needs quotes in the address.
    stringifySearch: stringifySearchWith(String),
    defaultPreload: "intent",
    defaultErrorComponent: PageProblem,
    scrollRestoration: true,
  });
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}
