import type { ReactNode } from "react";
import { Page } from "../../parts/page.tsx";

export function SettingsPage(): ReactNode {
  return <Page title="Settings">{null}</Page>;
}
