import type { Tool } from "@bowline/sdk";
import { Stack, Text, Title } from "@mantine/core";
import { type ReactNode, useMemo } from "react";
import type { JsonSchema } from "../../form/json-schema.ts";
import { listColumns } from "../../result/columns.ts";
import { findList } from "../../result/find-list.ts";
import { ResultControls, type ResultOptions } from "../../result/result-controls.tsx";
import { listResultFields } from "./list-result-fields.ts";
import type { Outcome } from "./use-run.ts";

interface ResultShapeProps {
  tool: Tool;
  /** Its results name members that the schema may lack. */
  outcome: Outcome | null;
  value: ResultOptions;
  onChange(value: ResultOptions): void;
}

/** How the tool's list of results is shaped. */
export function ResultShape({ tool, outcome, value, onChange }: ResultShapeProps): ReactNode {
  const fields = useMemo(() => {
    const output = outcome?.kind === "response" ? outcome.response.data.output : null;
    const list = findList(output, tool.resultsPath);
    return [
      ...new Set([
        ...listResultFields(tool.outputSchema as JsonSchema | undefined, tool.resultsPath),
        ...listColumns(list ?? []).flatMap(({ name }) => (name === "" ? [] : [name])),
      ]),
    ];
  }, [tool, outcome]);
  return (
    <Stack gap="xs">
      <Title order={2}>Results</Title>
      <Text size="xs" c="dimmed">
        Filter, sort and limit the list before it comes back.
      </Text>
      <ResultControls value={value} onChange={onChange} fields={fields} />
    </Stack>
  );
}
