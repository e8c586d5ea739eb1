import { type ApplicationChange, NotFoundError } from "@bowline/sdk";
import { Badge, Button, Group, Paper, SimpleGrid, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useRef } from "react";
import { changesQuery, refreshApplications } from "../../api/applications.ts";
import { bowline } from "../../api/bowline.ts";
import { Icon } from "../../icons/icon.tsx";
import { CodeBlock } from "../../parts/code-block.tsx";
import { Empty } from "../../parts/empty.tsx";
import { findEntryBeside } from "../../parts/find-entry-beside.ts";
import { Loaded } from "../../parts/loaded.tsx";
import { Problem } from "../../parts/problem.tsx";
import { findControl, takeLostFocus } from "../../parts/take-lost-focus.ts";
import { When } from "../../parts/when.tsx";
import { listDifferences } from "./list-differences.ts";

/** What an MCP server declares differently now. Agents keep the tools as they were until an Admin decides. */
export function ApplicationChanges({ slug }: { slug: string }): ReactNode {
  const query = useQuery(changesQuery(slug));
  return (
    <Loaded query={query}>
      {(changes) =>
        changes.length === 0 ? (
          <Empty icon="check" title="No change waits">
            When the server adds, changes or removes a tool, the change is listed here. Until you accept it,
            agents keep the tool as it was.
          </Empty>
        ) : (
          <Stack component="ul" p={0} m={0} style={{ listStyle: "none" }}>
            {changes.map((change) => (
              <ChangeCard key={change.changeId} slug={slug} change={change} />
            ))}
          </Stack>
        )
      }
    </Loaded>
  );
}

const kinds: Record<ApplicationChange["kind"], { label: string; color: string; effect: string }> = {
  added: { label: "New", color: "teal", effect: "Agents do not see the tool yet." },
  changed: { label: "Changed", color: "sea", effect: "Agents see and call the tool as it was." },
  removed: {
    label: "Removed",
    color: "red",
    effect: "Agents still see the tool. The server no longer has it.",
  },
};

function ChangeCard({ slug, change }: { slug: string; change: ApplicationChange }): ReactNode {
  const { changeId, toolSlug, kind, before, after, foundDate } = change;
  const queryClient = useQueryClient();
  const card = useRef<HTMLLIElement>(null);
  const settling = {
    // The card leaves the list, so this is said beside it.
    onError: (failure: unknown) => {
      if (failure instanceof NotFoundError) {
        notifications.show({
          color: "orange",
          title: `The change of ${toolSlug} no longer waits`,
          message: "Somebody was faster, or the server declares the tool differently again.",
        });
      }
    },
    onSettled: async () => {
      const beside = findEntryBeside(card.current);
      await refreshApplications(queryClient);
      // The buttons are gone with the card.
      takeLostFocus(findControl(beside));
    },
  };
  const accepting = useMutation({
    mutationFn: () => bowline.applications.acceptChange(slug, changeId),
    ...settling,
  });
  const rejecting = useMutation({
    mutationFn: () => bowline.applications.rejectChange(slug, changeId),
    ...settling,
  });
  const error = accepting.error ?? rejecting.error;
  const isDecided = accepting.isPending || rejecting.isPending;
  const { label, color, effect } = kinds[kind];
  return (
    <Paper p="md" component="li" ref={card}>
      <Stack gap="sm">
        <Group justify="space-between" align="flex-start" wrap="nowrap">
          <div style={{ minWidth: 0, overflowWrap: "anywhere" }}>
            <Text fw={600} component="h2" fz="md">
              {before === null ? (
                toolSlug
              ) : (
                <Link to="/tools/$toolSlug" params={{ toolSlug }}>
                  {toolSlug}
                </Link>
              )}
            </Text>
            <Text size="sm">{effect}</Text>
            <Text size="sm" c="dimmed">
              Found <When date={foundDate} />
            </Text>
          </div>
          <Badge color={color} style={{ flexShrink: 0 }}>
            {label}
          </Badge>
        </Group>
        {listDifferences(before, after).map(({ title, texts }) => (
          <section key={title} aria-label={title}>
            <Text size="sm" fw={550} mb={4}>
              {title}
            </Text>
            <SimpleGrid cols={{ base: 1, md: texts.length }} spacing="sm">
              {texts.map(({ when, text }) => (
                <div key={when} style={{ minWidth: 0 }}>
                  {texts.length > 1 && (
                    <Text size="xs" c="dimmed" mb={4}>
                      {when}
                    </Text>
                  )}
                  <CodeBlock code={text} label={`Copy: ${title}, ${when}`} maxHeight={360} />
                </div>
              ))}
            </SimpleGrid>
          </section>
        ))}
        {error !== null && <Problem error={error} />}
        <Group gap="xs">
          <Button
            onClick={() => accepting.mutate()}
            loading={accepting.isPending}
            disabled={isDecided}
            leftSection={<Icon name="check" size={16} />}
          >
            Accept
          </Button>
          <Button
            variant="default"
            onClick={() => rejecting.mutate()}
            loading={rejecting.isPending}
            disabled={isDecided}
          >
            Reject
          </Button>
          <Text size="sm" c="dimmed">
            A rejected change is not proposed again.
          </Text>
        </Group>
      </Stack>
    </Paper>
  );
}
