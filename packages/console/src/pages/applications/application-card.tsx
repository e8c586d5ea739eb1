import type { Application } from "@bowline/sdk";
import { Badge, Group, Paper, Stack, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { memo, type ReactNode } from "react";
import { ApplicationIcon } from "../../parts/application-icon.tsx";
import { countOf } from "../../parts/count-of.ts";
import { describeApplicationSource } from "../../parts/describe-application-source.ts";
import { plainText } from "../../parts/plain-text.ts";
import classes from "./application-card.module.css";

interface ApplicationCardProps {
  application: Application;
  connectionCount: number;
}

/** One application of the catalog. The whole card is a link. */
export const ApplicationCard = memo(function ApplicationCard(props: ApplicationCardProps): ReactNode {
  const { application, connectionCount } = props;
  const { slug, name, description, toolCount, source } = application;
  return (
    <Paper p="md" className={classes.card}>
      <Stack gap="sm" h="100%">
        <Group gap="sm" wrap="nowrap">
          <ApplicationIcon slug={slug} size={40} />
          <Text
            component="h2"
            fw={600}
            fz="md"
            miw={0}
            lineClamp={2}
            lh={1.25}
            dir="auto"
            style={{ overflowWrap: "anywhere" }}
          >
            <Link to="/applications/$slug" params={{ slug }} className={classes.link}>
              {name}
            </Link>
          </Text>
        </Group>
        <Text size="sm" c="dimmed" lineClamp={2} flex="none" dir="auto">
          {plainText(description)}
        </Text>
        <Group gap="xs" justify="space-between" mt="auto">
          <Text size="xs" c="dimmed">
            {countOf(toolCount, "tool")}
            {source === "builtin" ? "" : ` · ${describeApplicationSource(source)}`}
          </Text>
          {connectionCount > 0 && <Badge color="teal">Connected</Badge>}
        </Group>
      </Stack>
    </Paper>
  );
});
