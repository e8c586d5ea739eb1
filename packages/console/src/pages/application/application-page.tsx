import type { Application } from "@bowline/sdk";
import { Anchor, Badge, Button, Group, Tabs } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { applicationQuery, changesQuery } from "../../api/applications.ts";
import { connectionsQuery, signInResultQuery } from "../../api/connections.ts";
import { identityQuery } from "../../api/identity.ts";
import { Icon } from "../../icons/icon.tsx";
import { ApplicationIcon } from "../../parts/application-icon.tsx";
import { describeApplicationSource } from "../../parts/describe-application-source.ts";
import { describeCategory } from "../../parts/describe-category.ts";
import { Loaded } from "../../parts/loaded.tsx";
import { LongDescription } from "../../parts/long-description.tsx";
import { Page } from "../../parts/page.tsx";
import { hasFailed, SignInFailure } from "../../parts/sign-in-failure.tsx";
import { TabList } from "../../parts/tab-list.tsx";
import { ApplicationChanges } from "./application-changes.tsx";
import { ApplicationConnections } from "./application-connections.tsx";
import { ApplicationManagement } from "./application-management.tsx";
import { ApplicationMethods } from "./application-methods.tsx";
import { ApplicationTools } from "./application-tools.tsx";
import { ConnectLink } from "./connect-link.tsx";
import { ConnectModal } from "./connect-modal.tsx";

const route = getRouteApi("/applications/$slug");

const trail = [{ label: "Applications", to: "/applications" }];

/** One application: its tools, the person's connections, how to connect, and what an Admin may change. */
export function ApplicationPage(): ReactNode {
  const { slug } = route.useParams();
  const query = useQuery(applicationQuery(slug));
  const application = query.data;
  return (
    <Page
      // Another application is another page.
      key={slug}
      title={application?.name ?? slug}
      width="wide"
      trail={trail}
      icon={application && <ApplicationIcon slug={slug} size={44} />}
      description={application && <ApplicationSummary application={application} />}
      actions={application && <ConnectActions application={application} />}
    >
      <Loaded query={query}>{(loaded) => <ApplicationDetails application={loaded} />}</Loaded>
    </Page>
  );
}

/** Returns a function that opens the dialog to connect, at the choice of a way unless one is given. */
function useConnect(): (authenticationId?: number) => Promise<void> {
  const navigate = route.useNavigate();
  return (authenticationId) =>
    navigate({ search: (before) => ({ ...before, connect: String(authenticationId ?? "choose") }) });
}

function ApplicationDetails({ application }: { application: Application }): ReactNode {
  const { slug, source } = application;
  const { tab: asked = "tools", connect, state } = route.useSearch();
  const navigate = route.useNavigate();
  const { data: identity } = useQuery(identityQuery);
  const isAdmin = identity?.role === "Admin";
  const { data: changes } = useQuery({ ...changesQuery(slug), enabled: isAdmin && source === "mcp" });
  const tabs = ["tools", "connections", "methods", ...(source === "mcp" ? ["changes"] : []), "manage"];
  const isForAdmins = asked === "changes" || asked === "manage";
  // An Admin's tab is not another's, and a mistyped one is none.
  const tab = tabs.includes(asked) && !(isForAdmins && identity?.role === "Member") ? asked : "tools";
  const { data: connections } = useQuery(connectionsQuery);
  const own = connections?.filter(({ applicationSlug }) => applicationSlug === slug);
  const { data: signIn } = useQuery(signInResultQuery(state));
  const openConnect = useConnect();
  const closeConnect = () =>
    navigate({ search: ({ connect: _, state: __, status: ___, ...rest }) => rest, replace: true });
  const connectAgain = () =>
    navigate({
      search: ({ state: _, status: __, ...rest }) => ({ ...rest, connect: "choose" }),
      replace: true,
    });
  return (
    <>
      <Tabs
        value={tab}
        onChange={(next) =>
          navigate({ search: (before) => ({ ...before, tab: next ?? undefined }), replace: true })
        }
        keepMounted={false}
      >
        <TabList mb="lg">
          <Tabs.Tab value="tools">Tools ({application.toolCount.toLocaleString("en")})</Tabs.Tab>
          <Tabs.Tab value="connections">My connections{renderCount(own)}</Tabs.Tab>
          <Tabs.Tab value="methods">Ways to connect</Tabs.Tab>
          {isAdmin && source === "mcp" && <Tabs.Tab value="changes">Changes{renderCount(changes)}</Tabs.Tab>}
          {isAdmin && <Tabs.Tab value="manage">Manage</Tabs.Tab>}
        </TabList>
        <Tabs.Panel value="tools">
          <ApplicationTools slug={slug} />
        </Tabs.Panel>
        <Tabs.Panel value="connections">
          <ApplicationConnections application={application} connect={() => openConnect()} />
        </Tabs.Panel>
        <Tabs.Panel value="methods">
          <ApplicationMethods application={application} connect={openConnect} />
        </Tabs.Panel>
        <Tabs.Panel value="changes">{isAdmin && <ApplicationChanges slug={slug} />}</Tabs.Panel>
        <Tabs.Panel value="manage">
          {isAdmin && <ApplicationManagement application={application} />}
        </Tabs.Panel>
      </Tabs>
      <ConnectModal
        application={application}
        wanted={connect ?? null}
        signedIn={signIn?.connectionId ?? null}
        close={closeConnect}
        showTools={() => navigate({ search: {}, replace: true })}
      />
      {hasFailed(signIn) && <SignInFailure error={signIn.error} close={closeConnect} retry={connectAgain} />}
    </>
  );
}

const renderCount = (items: readonly unknown[] = []): string =>
  items.length === 0 ? "" : ` (${items.length.toLocaleString("en")})`;

function ApplicationSummary({ application }: { application: Application }): ReactNode {
  const { description, source, categories, websiteUrl } = application;
  return (
    <>
      <LongDescription text={description} />
      {/* Not a margin: that would become one with the description's, in which "Show all" stands. */}
      <Group gap="xs" pt="xs">
        <Badge color="gray">{describeApplicationSource(source)}</Badge>
        {categories.map((category) => (
          <Badge key={category} color="gray">
            {describeCategory(category)}
          </Badge>
        ))}
        {websiteUrl !== null && (
          <Anchor href={websiteUrl} target="_blank" rel="noreferrer" size="sm">
            <Group gap={4} component="span">
              Website <Icon name="external-link" size={14} />
            </Group>
          </Anchor>
        )}
      </Group>
    </>
  );
}

function ConnectActions({ application }: { application: Application }): ReactNode {
  const [makesLink, setMakesLink] = useState(false);
  const connect = useConnect();
  const asksForAccount = application.authentications.some(({ type }) => type !== "none");
  if (application.authentications.length === 0) {
    return null;
  }
  return (
    <>
      {asksForAccount && (
        <Button
          variant="default"
          onClick={() => setMakesLink(true)}
          leftSection={<Icon name="link" size={16} />}
        >
          Connect link
        </Button>
      )}
      <Button
        variant={application.requiresConnection ? "filled" : "default"}
        onClick={() => connect()}
        leftSection={<Icon name="plug" size={16} />}
      >
        Connect
      </Button>
      {makesLink && <ConnectLink application={application} close={() => setMakesLink(false)} />}
    </>
  );
}
