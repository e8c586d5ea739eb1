import type { ReactNode } from "react";
import { Page } from "../../parts/page.tsx";

export function MembersPage(): ReactNode {
  return <Page title="Members">{null}</Page>;
}
