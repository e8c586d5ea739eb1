import type { ReactNode } from "react";
import { Page } from "../../parts/page.tsx";

export function ToolsPage(): ReactNode {
  return <Page title="Tools">{null}</Page>;
}
