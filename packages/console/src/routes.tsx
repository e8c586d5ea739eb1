import type { QueryClient } from "@tanstack/react-query";
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  parseSearchWith,
  stringifySearchWith,
} from "@tanstack/react-router";
import { expireCheapQueries } from "./api/read-again.ts";
import { consoleBase } from "./console-base.ts";
import { loadPart } from "./load-part.ts";
import { readHistorySearch } from "./pages/history/read-filters.ts";
import { NotFound } from "./parts/not-found.tsx";
import { PageProblem } from "./parts/page-problem.tsx";
import { readAddress } from "./read-address.ts";
import { Frame } from "./shell/frame.tsx";

interface RouterContext {
  queryClient: QueryClient;
}

const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: Frame,
  notFoundComponent: NotFound,
});

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
    validateSearch: readAddress("search", "category", "source", "hidden"),
    component: loadPage(() => import("./pages/applications/applications-page.tsx"), "ApplicationsPage"),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: "/applications/$slug",
    validateSearch: readAddress("tab", "search", "hint", "tag", "connect", "state", "status"),
    component: loadPage(() => import("./pages/application/application-page.tsx"), "ApplicationPage"),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: "/connections",
    validateSearch: readAddress("search", "status", "state", "connection"),
    component: loadPage(() => import("./pages/connections/connections-page.tsx"), "ConnectionsPage"),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: "/tools",
    validateSearch: readAddress("search", "hint", "application"),
    component: loadPage(() => import("./pages/tools/tools-page.tsx"), "ToolsPage"),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: "/tools/$toolSlug",
    validateSearch: readAddress("connection", "toolset", "from"),
    component: loadPage(() => import("./pages/tool/tool-page.tsx"), "ToolPage"),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: "/toolsets",
    validateSearch: readAddress("search"),
    component: loadPage(() => import("./pages/toolsets/toolsets-page.tsx"), "ToolsetsPage"),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: "/toolsets/$toolsetId",
    validateSearch: readAddress("tab", "connection", "search", "hint"),
    component: loadPage(() => import("./pages/toolset/toolset-page.tsx"), "ToolsetPage"),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: "/history",
    validateSearch: readHistorySearch,
    component: loadPage(() => import("./pages/history/history-page.tsx"), "HistoryPage"),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: "/history/$historyId",
    validateSearch: readHistorySearch,
    component: loadPage(() => import("./pages/record/record-page.tsx"), "RecordPage"),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: "/approvals",
    validateSearch: readAddress("status"),
    component: loadPage(() => import("./pages/approvals/approvals-page.tsx"), "ApprovalsPage"),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: "/import",
    validateSearch: readAddress("source", "import", "slug"),
    component: loadPage(() => import("./pages/import/import-page.tsx"), "ImportPage"),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: "/members",
    validateSearch: readAddress("search"),
    component: loadPage(() => import("./pages/members/members-page.tsx"), "MembersPage"),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: "/keys",
    validateSearch: readAddress("search"),
    component: loadPage(() => import("./pages/keys/keys-page.tsx"), "KeysPage"),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: "/oauth-clients",
    validateSearch: readAddress("tab", "application", "method"),
    component: loadPage(() => import("./pages/oauth-clients/oauth-clients-page.tsx"), "OAuthClientsPage"),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: "/settings",
    component: loadPage(() => import("./pages/settings/settings-page.tsx"), "SettingsPage"),
  }),
] as const;

export function createConsoleRouter(queryClient: QueryClient) {
  const router = createRouter({
    routeTree: rootRoute.addChildren(pages),
    basepath: `${consoleBase}/console`,
    context: { queryClient },
    // All filters are texts, so none needs quotes in the address, and none is read as JSON.
    parseSearch: parseSearchWith(String),
    stringifySearch: stringifySearchWith(String),
    defaultPreload: "intent",
    defaultErrorComponent: PageProblem,
    scrollRestoration: true,
  });
  router.subscribe("onBeforeLoad", ({ fromLocation, pathChanged }) => {
    // Not at the first page, which has just been read.
    if (fromLocation !== undefined && pathChanged) {
      expireCheapQueries(queryClient);
    }
  });
  return router;
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}
