import { Tabs, Text } from "@mantine/core";
import { memo, type ReactNode } from "react";
import { serverUrl } from "../../../console-base.ts";
import { CodeBlock } from "../../../parts/code-block.tsx";
import { TabList } from "../../../parts/tab-list.tsx";
import type { ShownRun } from "./show-run.ts";
import { writeCalls } from "./write-calls.ts";

/** Code is drawn anew after each key, and a page draws a megabyte for seconds. */
const mostCharacters = 20_000;

/** The run as it is now, for other clients. */
export const CallTabs = memo(function CallTabs({ run }: { run: ShownRun }): ReactNode {
  const calls = writeCalls(run, serverUrl);
  return (
    <Tabs defaultValue={calls[0]?.name ?? null}>
      <TabList mb="sm">
        {calls.map(({ name }) => (
          <Tabs.Tab key={name} value={name} fz="sm">
            {name}
          </Tabs.Tab>
        ))}
      </TabList>
      {calls.map(({ name, code, note }) => (
        <Tabs.Panel key={name} value={name}>
          <CodeBlock code={code} label={`Copy ${name}`} mostCharacters={mostCharacters} />
          {note !== undefined && (
            <Text size="xs" c="dimmed" mt={6} style={{ overflowWrap: "anywhere" }}>
              {note}
            </Text>
          )}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
});
