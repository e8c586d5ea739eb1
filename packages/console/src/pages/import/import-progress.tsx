import { type Import, NotFoundError } from "@bowline/sdk";
import { Alert, Button, Group, Paper, Progress, Stack, Text, Title } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { refreshApplications } from "../../api/applications.ts";
import { importQuery, importStatus } from "../../api/imports.ts";
import { Icon } from "../../icons/icon.tsx";
import { countOf } from "../../parts/count-of.ts";
import { Empty } from "../../parts/empty.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { dropHeldImport, keepFailedImport } from "./held-import.ts";
import { ImportComparison } from "./import-comparison.tsx";
import { ImportOutcome } from "./import-outcome.tsx";
import { forgetForm } from "./kept-form.ts";

const phases: Record<Import["phase"], string> = {
  fetching: "Fetching the description",
  reading: "Reading it",
  building: "Building the tools",
  storing: "Storing them",
};
const phaseNames = Object.keys(phases);

interface ImportProgressProps {
  importId: number;
  /** The name under which this tab keeps what was entered. */
  form: string;
  /** The slug in the address of the form that it came from; empty: none. */
  formSlug: string;
  goBack(): void;
}

/** How far an import is, and what came of it. It goes on at the server when this page is left. */
export function ImportProgress({ importId, form, formSlug, goBack }: ImportProgressProps): ReactNode {
  const query = useQuery(importQuery(importId));
  const queryClient = useQueryClient();
  const { status, isDryRun } = query.data ?? {};
  useEffect(() => {
    if (status === importStatus.failed) {
      keepFailedImport(importId, formSlug);
    }
    if (status === importStatus.done) {
      refreshApplications(queryClient).catch(() => undefined);
    }
    if (status === importStatus.done && isDryRun === false) {
      dropHeldImport(importId);
      forgetForm(form);
    }
  }, [status, isDryRun, importId, form, formSlug, queryClient]);
  if (query.error instanceof NotFoundError) {
    return <UnknownImport goBack={goBack} />;
  }
  return (
    <Loaded query={query}>
      {(record) => (
        <Stack>
          {record.status === importStatus.inProgress && <Running record={record} />}
          {record.status === importStatus.failed && (
            <Alert
              color="red"
              icon={<Icon name="circle-alert" />}
              title={`${record.applicationSlug} was not imported`}
            >
              <Text size="sm" style={{ overflowWrap: "anywhere" }}>
                {record.error?.replace(/^(?:url|text|document|schema|headers): /, "")}
              </Text>
            </Alert>
          )}
          {record.result !== null && record.isDryRun && (
            <ImportComparison record={record} result={record.result} />
          )}
          {record.result !== null && !record.isDryRun && <ImportOutcome result={record.result} />}
          {record.status !== importStatus.inProgress && (
            <Group>
              <Button variant="default" onClick={goBack} leftSection={<Icon name="arrow-left" size={16} />}>
                {record.status === importStatus.failed
                  ? "Try again"
                  : record.isDryRun
                    ? "Back to the form"
                    : "Import another"}
              </Button>
            </Group>
          )}
        </Stack>
      )}
    </Loaded>
  );
}

/** Shown for an address that names no import. */
export const UnknownImport = ({ goBack }: { goBack(): void }): ReactNode => (
  <Empty
    icon="circle-help"
    title="There is no such import"
    action={<Button onClick={goBack}>Go to Import</Button>}
  >
    The link may be old or cut off, or the import is somebody else's. Below the form you find your own.
  </Empty>
);

/** How far it is. */
function Running({ record }: { record: Import }): ReactNode {
  const { phase, done, total, applicationSlug } = record;
  const before = phaseNames.indexOf(phase) / phaseNames.length;
  const within = total === null || total === 0 ? 0 : done / total / phaseNames.length;
  return (
    <Paper p="lg">
      <Stack role="status">
        <Title order={2}>Importing {applicationSlug}</Title>
        <Progress value={Math.max(4, 100 * (before + within))} animated aria-label="Progress of the import" />
        <Text size="sm" c="dimmed">
          {phases[phase]}
          {total === null ? " …" : `: ${done.toLocaleString("en")} of ${countOf(total, "tool")}`}
        </Text>
        <Text size="sm" c="dimmed">
          You can leave this page. The import goes on, and is listed on the page Import.
        </Text>
      </Stack>
    </Paper>
  );
}
