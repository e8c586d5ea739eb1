import type { HarborWorld } from "./harbor.ts";

/** A page of the console with data. */
export interface ListedPage {
  /** Its address below `/console`. */
  path(filled: HarborWorld): string;
  /** What it shows once its data is there. */
  text: RegExp;
}

/** Every page, in the world that `fillHarbor` makes. */
export const pages = {
  home: { path: () => "/", text: /Last 24 hours/ },
  applications: { path: () => "/applications", text: /Harbor Issues/ },
  application: { path: () => "/applications/harbor", text: /harbor_list_issues/ },
  "application-connections": {
    path: () => "/applications/harbor?tab=connections",
    text: /Harbor of the team/,
  },
  "application-methods": { path: () => "/applications/harbor?tab=methods", text: /Asks for/ },
  "application-manage": { path: () => "/applications/harbor?tab=manage", text: /Delete it/ },
  connect: { path: () => "/applications/harbor?connect=choose", text: /Name of the connection/ },
  connections: { path: () => "/connections", text: /Harbor of the team/ },
  tools: { path: () => "/tools", text: /Harbor Issues/ },
  "tools-found": { path: () => "/tools?search=close+an+issue", text: /harbor_/ },
  toolsets: { path: () => "/toolsets", text: /Triage/ },
  toolset: { path: ({ toolsetId }) => `/toolsets/${toolsetId}`, text: /2 tools chosen/ },
  "toolset-agents": { path: ({ toolsetId }) => `/toolsets/${toolsetId}?tab=agent`, text: /Claude Code/ },
  "toolset-settings": {
    path: ({ toolsetId }) => `/toolsets/${toolsetId}?tab=settings`,
    text: /approve first/,
  },
  history: { path: () => "/history", text: /harbor_get_issue/ },
  record: { path: ({ historyId }) => `/history/${historyId}`, text: /chosen by the toolset/ },
  approvals: { path: () => "/approvals", text: /counts as denied/ },
  keys: { path: () => "/keys", text: /First key/ },
  members: { path: () => "/members", text: /admin@example\.com/ },
  tool: { path: () => "/tools/harbor_create_issue", text: /A short title/ },
  "tool-of-toolset": {
    path: ({ toolsetId }) => `/tools/harbor_list_issues?toolset=${toolsetId}`,
    text: /It runs through the toolset/,
  },
  import: { path: () => "/import", text: /Small letters, digits and hyphens/ },
  settings: { path: () => "/settings", text: /Limits of the company/ },
  "oauth-clients": { path: () => "/oauth-clients", text: /No program acts for you/ },
} satisfies Record<string, ListedPage>;
