import type { ReactNode } from "react";
import { Page } from "../../parts/page.tsx";

export function ApprovalsPage(): ReactNode {
  return <Page title="Approvals">{null}</Page>;
}
