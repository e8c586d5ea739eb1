import { Group, Paper, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { latestExecutionsQuery } from "../../api/executions.ts";
import { AnchorLink } from "../../parts/anchor-link.tsx";
import { ApplicationIcon } from "../../parts/application-icon.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { When } from "../../parts/when.tsx";
import { Outcome } from "../history/outcome.tsx";
import classes from "./latest-calls.module.css";

/** The newest calls of tools. */
export function LatestCalls(): ReactNode {
  const query = useQuery({ ...latestExecutionsQuery(8), refetchInterval: 5000 });
  return (
    <Paper p="lg">
      <Group justify="space-between" mb="md">
        <Title order={2}>Latest calls</Title>
        <AnchorLink to="/history" size="sm">
          History
        </AnchorLink>
      </Group>
      <Loaded query={query} lines={5}>
        {({ items }) =>
          items.length === 0 ? (
            <Text size="sm" c="dimmed">
              No tool has run yet. Every call of you and your agents appears here.
            </Text>
          ) : (
            <div className={classes.calls}>
              {items.map((execution) => (
                <div key={execution.historyId} className={classes.call}>
                  <ApplicationIcon slug={execution.applicationSlug} size={26} />
                  <Stack gap={0} miw={0}>
                    <Text size="sm" truncate dir="auto">
                      <Link to="/history/$historyId" params={{ historyId: String(execution.historyId) }}>
                        {execution.toolSlug}
                      </Link>
                    </Text>
                    <Text size="xs" c="dimmed" hiddenFrom="sm">
                      <When date={execution.createdDate} />
                    </Text>
                  </Stack>
                  <Outcome execution={execution} />
                  <Text size="xs" c="dimmed" style={{ whiteSpace: "nowrap" }} visibleFrom="sm">
                    <When date={execution.createdDate} />
                  </Text>
                </div>
              ))}
            </div>
          )
        }
      </Loaded>
    </Paper>
  );
}
