import { Anchor, Badge, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { identityQuery } from "../../api/identity.ts";
import { importStatus, importsQuery } from "../../api/imports.ts";
import { Empty } from "../../parts/empty.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { Page } from "../../parts/page.tsx";
import { When } from "../../parts/when.tsx";
import { ImportForm } from "./import-form.tsx";
import { ImportProgress, UnknownImport } from "./import-progress.tsx";

const route = getRouteApi("/import");

/** Adds an application to the catalog from a description of its API. */
export function ImportPage(): ReactNode {
  const { import: importId, source, slug } = route.useSearch();
  const navigate = route.useNavigate();
  const identity = useQuery(identityQuery);
  // Two forms that begin differently keep what is entered apart.
  const form = `import ${source ?? ""} ${slug ?? ""}`;
  const goBack = () => navigate({ search: ({ import: _, ...rest }) => rest });
  const show = (id: number) => navigate({ search: (before) => ({ ...before, import: String(id) }) });
  return (
    <Page
      title="Import"
      width="narrow"
      description="Any API becomes tools: an OpenAPI document, an MCP server, a GraphQL endpoint or a database."
      trail={[{ label: "Applications", to: "/applications" }]}
    >
      <Loaded query={identity}>
        {({ role }) =>
          role !== "Admin" ? (
            <Empty icon="lock" title="Only Admins import">
              Ask an Admin of your company to add the application.
            </Empty>
          ) : importId === undefined ? (
            <>
              <ImportForm key={form} form={form} source={source ?? "openapi"} slug={slug ?? ""} show={show} />
              <EarlierImports show={show} />
            </>
          ) : !/^[1-9]\d{0,9}$/.test(importId) ? (
            <UnknownImport goBack={goBack} />
          ) : (
            <ImportProgress
              key={importId}
              importId={Number(importId)}
              form={form}
              formSlug={slug ?? ""}
              goBack={goBack}
            />
          )
        }
      </Loaded>
    </Page>
  );
}

const looks = {
  [importStatus.done]: { label: "Done", color: "teal" },
  [importStatus.inProgress]: { label: "In progress", color: "sea" },
  [importStatus.failed]: { label: "Failed", color: "red" },
};

function EarlierImports({ show }: { show(importId: number): void }): ReactNode {
  const { data } = useQuery(importsQuery);
  const imports = (data?.items ?? []).filter(({ isDryRun }) => !isDryRun);
  return imports.length === 0 ? null : (
    <Stack gap="sm">
      <Title order={2}>Earlier imports</Title>
      <Paper p="md">
        <Stack gap="xs">
          {imports.map(({ importId, applicationSlug, status, startedDate }) => (
            <Group key={importId} gap="sm">
              <Anchor component="button" type="button" size="sm" onClick={() => show(importId)}>
                {applicationSlug}
              </Anchor>
              <Badge color={looks[status].color}>{looks[status].label}</Badge>
              <Text size="sm" c="dimmed">
                <When date={startedDate} />
              </Text>
            </Group>
          ))}
        </Stack>
      </Paper>
    </Stack>
  );
}
