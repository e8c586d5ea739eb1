import type { ReactNode } from "react";
import { Page } from "../../parts/page.tsx";

export function ConnectionsPage(): ReactNode {
  return <Page title="Connections">{null}</Page>;
}
