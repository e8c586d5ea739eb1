import { Code, Group, Paper, ScrollArea, Text, Title } from "@mantine/core";
import { type ReactNode, useMemo } from "react";
import { CopyButton } from "../../parts/copy-button.tsx";
import { countOf } from "../../parts/count-of.ts";
import { writeVisibleJson } from "../../parts/show-hidden.ts";

interface RecordContentProps {
  title: string;
  /** Null: absent. */
  value: unknown;
  /** Said when there is no value. */
  absent: string;
}

/** The most characters that are shown. All are copied. */
const shownCharacters = 100_000;

/** A record's input or output as JSON. */
export function RecordContent({ title, value, absent }: RecordContentProps): ReactNode {
  const text = useMemo(() => (value === null ? null : writeVisibleJson(value)), [value]);
  return (
    <Paper p="lg" miw={0}>
      <Group justify="space-between" mb="sm">
        <Title order={2}>{title}</Title>
        {text !== null && <CopyButton value={text} label={`Copy ${title.toLowerCase()}`} />}
      </Group>
      {text === null ? (
        <Text size="sm" c="dimmed">
          {absent}
        </Text>
      ) : (
        <ScrollArea.Autosize mah={560} viewportProps={{ tabIndex: 0, role: "region", "aria-label": title }}>
          <Code block style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
            {text.slice(0, shownCharacters)}
          </Code>
          {text.length > shownCharacters && (
            <Text size="sm" c="dimmed" mt="xs">
              {countOf(text.length - shownCharacters, "more character")}. Copy it to see all.
            </Text>
          )}
        </ScrollArea.Autosize>
      )}
    </Paper>
  );
}
