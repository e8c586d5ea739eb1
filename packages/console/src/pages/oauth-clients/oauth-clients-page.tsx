import { Tabs } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { identityQuery } from "../../api/identity.ts";
import { Page } from "../../parts/page.tsx";
import { TabList } from "../../parts/tab-list.tsx";
import { ApplicationClients } from "./application-clients.tsx";
import { GrantList } from "./grant-list.tsx";
import { ServiceClients } from "./service-clients.tsx";

const route = getRouteApi("/oauth-clients");

/** The programs that act for people here, and the company's own clients at applications. */
export function OAuthClientsPage(): ReactNode {
  const { data: identity } = useQuery(identityQuery);
  const isAdmin = identity?.role === "Admin";
  const { tab: asked = "grants" } = route.useSearch();
  const isKnown = asked === "applications" || asked === "services";
  // An Admin's tabs are not another's, and a mistyped one is none.
  const tab = isKnown && identity?.role !== "Member" ? asked : "grants";
  const navigate = route.useNavigate();
  return (
    <Page
      title="OAuth clients"
      description="Who may act for you here, and how your company signs in at applications."
    >
      <Tabs
        value={tab}
        onChange={(next) => navigate({ search: { tab: next ?? undefined }, replace: true })}
        keepMounted={false}
      >
        <TabList mb="lg">
          <Tabs.Tab value="grants">Act for me</Tabs.Tab>
          {isAdmin && <Tabs.Tab value="applications">At applications</Tabs.Tab>}
          {isAdmin && <Tabs.Tab value="services">Of services</Tabs.Tab>}
        </TabList>
        <Tabs.Panel value="grants">
          <GrantList />
        </Tabs.Panel>
        <Tabs.Panel value="applications">
          {/* Until it is known who asks, nothing is asked that only an Admin may. */}
          {isAdmin && <ApplicationClients />}
        </Tabs.Panel>
        <Tabs.Panel value="services">{isAdmin && <ServiceClients />}</Tabs.Panel>
      </Tabs>
    </Page>
  );
}
