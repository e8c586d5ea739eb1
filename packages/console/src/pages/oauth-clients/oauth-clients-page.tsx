import type { ReactNode } from "react";
import { Page } from "../../parts/page.tsx";

export function OAuthClientsPage(): ReactNode {
  return <Page title="OAuth clients">{null}</Page>;
}
