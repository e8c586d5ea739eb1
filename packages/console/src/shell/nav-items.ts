import type { IconName } from "../icons/icon-names.ts";

export interface NavItem {
  label: string;
  to: string;
  icon: IconName;
  /** Words that the command palette finds it by, too. */
  keywords?: string;
  isAdminOnly?: boolean;
}

export interface NavGroup {
  label: string | null;
  items: NavItem[];
}

/** The pages of the navigation, in their order. */
export const navGroups: NavGroup[] = [
  { label: null, items: [{ label: "Home", to: "/", icon: "house", keywords: "start overview dashboard" }] },
  {
    label: "Build",
    items: [
      {
        label: "Applications",
        to: "/applications",
        icon: "layout-grid",
        keywords: "catalog apps integrations",
      },
      { label: "Connections", to: "/connections", icon: "plug", keywords: "accounts credentials" },
      { label: "Tools", to: "/tools", icon: "wrench", keywords: "search actions" },
      { label: "Toolsets", to: "/toolsets", icon: "layers", keywords: "mcp servers agents permissions" },
    ],
  },
  {
    label: "Watch",
    items: [
      { label: "History", to: "/history", icon: "activity", keywords: "executions logs runs" },
      { label: "Approvals", to: "/approvals", icon: "hand", keywords: "waiting decide" },
    ],
  },
  {
    label: "Manage",
    items: [
      { label: "Keys", to: "/keys", icon: "key-round", keywords: "api keys credentials" },
      {
        label: "Members",
        to: "/members",
        icon: "users",
        keywords: "people invite service",
        isAdminOnly: true,
      },
      { label: "OAuth clients", to: "/oauth-clients", icon: "shield-check", keywords: "grants sign in" },
      {
        label: "Import",
        to: "/import",
        icon: "import",
        keywords: "openapi mcp graphql sql",
        isAdminOnly: true,
      },
      { label: "Settings", to: "/settings", icon: "settings", keywords: "health version limits theme" },
    ],
  },
];
