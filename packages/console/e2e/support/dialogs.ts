import type { HarborWorld } from "./harbor.ts";

/** A dialog or menu of the console. */
export interface ListedDialog {
  /** The address of its page below `/console`. */
  path(filled: HarborWorld): string;
  /** Names of the buttons and menu items that lead to it. */
  press: RegExp[];
  shows: "dialog" | "menu";
}

/** Dialogs and menus that open without a change, in the world that `fillHarbor` makes. Others are looked at where they are tested. */
export const dialogs: Record<string, ListedDialog> = {
  account: { path: () => "/settings", press: [/My company/], shows: "menu" },
  connect: { path: () => "/applications/harbor", press: [/^Connect$/], shows: "dialog" },
  "edit-application": {
    path: () => "/applications/harbor?tab=manage",
    press: [/^Edit$/],
    shows: "dialog",
  },
  "delete-application": {
    path: () => "/applications/harbor?tab=manage",
    press: [/^Delete$/],
    shows: "dialog",
  },
  "connection-menu": { path: () => "/connections", press: [/^Actions of Harbor/], shows: "menu" },
  "renew-connection": {
    path: () => "/connections",
    press: [/^Actions of Harbor/, /^Renew or rename/],
    shows: "dialog",
  },
  "delete-connection": {
    path: () => "/connections",
    press: [/^Actions of Harbor/, /^Delete/],
    shows: "dialog",
  },
  "create-toolset": { path: () => "/toolsets", press: [/^Create toolset$/], shows: "dialog" },
  "toolset-menu": { path: ({ toolsetId }) => `/toolsets/${toolsetId}`, press: [/^More$/], shows: "menu" },
  "delete-toolset": {
    path: ({ toolsetId }) => `/toolsets/${toolsetId}`,
    press: [/^More$/, /^Delete/],
    shows: "dialog",
  },
  "add-to-toolset": {
    path: () => "/tools/harbor_list_issues",
    press: [/^Run$/, /^Add to a toolset/],
    shows: "menu",
  },
  "one-result": {
    path: () => "/tools/harbor_list_issues",
    press: [/^Run$/, /^Open result 1$/],
    shows: "dialog",
  },
  "create-key": { path: () => "/keys", press: [/^Create key$/], shows: "dialog" },
  "delete-key": { path: () => "/keys", press: [/^Delete First key$/], shows: "dialog" },
  "add-member": { path: () => "/members", press: [/^Add/], shows: "dialog" },
  "member-menu": { path: () => "/members", press: [/^Actions of Nightly/], shows: "menu" },
  "remove-member": { path: () => "/members", press: [/^Actions of Nightly/, /^Remove/], shows: "dialog" },
  "create-client": { path: () => "/oauth-clients?tab=services", press: [/^Create/], shows: "dialog" },
};
