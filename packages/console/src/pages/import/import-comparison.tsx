import type { Import, ImportApplication, ImportResult } from "@bowline/sdk";
import { Button, Code, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { bowline } from "../../api/bowline.ts";
import { Problem } from "../../parts/problem.tsx";
import { findHeldImport, holdImport } from "./held-import.ts";
import { ImportNotes } from "./import-notes.tsx";

/** What replacing the application would change, and the button that does it. */
export function ImportComparison({ record, result }: { record: Import; result: ImportResult }): ReactNode {
  const request = findHeldImport(record.importId);
  const navigate = useNavigate();
  const replacing = useMutation({
    mutationFn: async (held: ImportApplication) => {
      const { importId } = await bowline.applications.startImport(held);
      holdImport(importId, held);
      return importId;
    },
    onSuccess: (importId) => navigate({ to: "/import", search: { import: String(importId) } }),
  });
  const changes = result.changes ?? [];
  return (
    <Paper p="lg">
      <Stack>
        <Title order={2}>What would change in {record.applicationSlug}</Title>
        {changes.length === 0 ? (
          <Text size="sm">Nothing: all tools stay as they are.</Text>
        ) : (
          (["removed", "changed", "added"] as const).map((kind) => {
            const slugs = changes.filter((change) => change.kind === kind).map(({ toolSlug }) => toolSlug);
            return slugs.length === 0 ? null : (
              <div key={kind}>
                <Text size="sm" fw={600} mb={4}>
                  {slugs.length.toLocaleString("en")} {kind}
                </Text>
                <Group gap={6}>
                  {slugs.slice(0, 60).map((slug) => (
                    <Code key={slug}>{slug}</Code>
                  ))}
                  {slugs.length > 60 && (
                    <Text size="sm">and {(slugs.length - 60).toLocaleString("en")} more</Text>
                  )}
                </Group>
              </div>
            );
          })
        )}
        <ImportNotes result={result} />
        {replacing.error !== null && <Problem error={replacing.error} />}
        {request === null ? (
          <Text size="sm" c="dimmed">
            This page was loaded anew. Go back to the form, where this tab keeps what you entered, and compare
            again.
          </Text>
        ) : (
          <Group>
            <Button onClick={() => replacing.mutate(request)} loading={replacing.isPending}>
              Import
            </Button>
          </Group>
        )}
      </Stack>
    </Paper>
  );
}
