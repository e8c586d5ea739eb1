import type { ReactNode } from "react";
import { Page } from "../../parts/page.tsx";

export function ApplicationsPage(): ReactNode {
  return <Page title="Applications">{null}</Page>;
}
