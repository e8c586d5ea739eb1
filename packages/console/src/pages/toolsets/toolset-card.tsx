import type { Toolset } from "@bowline/sdk";
import { Group, Paper, Stack, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { ApplicationIcon } from "../../parts/application-icon.tsx";
import { countOf } from "../../parts/count-of.ts";
import { When } from "../../parts/when.tsx";
import classes from "../applications/application-card.module.css";
import { countTools } from "./count-tools.ts";

/** One toolset. The whole card is a link. */
export function ToolsetCard({ toolset }: { toolset: Toolset }): ReactNode {
  const { toolsetId, name, connections, createdDate, updatedDate } = toolset;
  const count = countTools(toolset);
  const slugs = [...new Set(connections.map(({ applicationSlug }) => applicationSlug))];
  return (
    <Paper p="md" className={classes.card} role="listitem">
      <Stack gap="sm" h="100%" justify="space-between">
        <Text
          component="h2"
          fw={600}
          fz="md"
          lineClamp={2}
          dir="auto"
          title={name}
          style={{ overflowWrap: "anywhere" }}
        >
          <Link to="/toolsets/$toolsetId" params={{ toolsetId }} className={classes.link}>
            {name}
          </Link>
        </Text>
        <Group gap={6}>
          {slugs.slice(0, 8).map((slug) => (
            <ApplicationIcon key={slug} slug={slug} size={28} />
          ))}
          {slugs.length > 8 && (
            <Text size="sm" c="dimmed">
              +{slugs.length - 8}
            </Text>
          )}
          {slugs.length === 0 && (
            <Text size="sm" c="dimmed">
              No tools yet: it permits nothing.
            </Text>
          )}
        </Group>
        <Text size="xs" c="dimmed">
          {countOf(count, "tool")} · changed <When date={updatedDate ?? createdDate} />
        </Text>
      </Stack>
    </Paper>
  );
}
