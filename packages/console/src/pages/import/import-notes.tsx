import { dropApiHints } from "@bowline/contract/drop-api-hints";
import type { ImportResult } from "@bowline/sdk";
import { Accordion, Code, List } from "@mantine/core";
import type { ReactNode } from "react";
import { countOf } from "../../parts/count-of.ts";

/** The most remarks, and the most operations, that are shown. */
const maxShown = 100;

/** What was left out of an import, and what there is to remark on it. */
export function ImportNotes({ result: { skipped, warnings } }: { result: ImportResult }): ReactNode {
  if (skipped.length === 0 && warnings.length === 0) {
    return null;
  }
  return (
    <Accordion variant="separated" order={3}>
      {warnings.length > 0 && (
        <Accordion.Item value="warnings">
          <Accordion.Control>{countOf(warnings.length, "remark")}</Accordion.Control>
          <Accordion.Panel>
            <List size="sm">
              {warnings.slice(0, maxShown).map((warning) => (
                <List.Item key={warning}>{dropApiHints(warning)}</List.Item>
              ))}
            </List>
          </Accordion.Panel>
        </Accordion.Item>
      )}
      {skipped.length > 0 && (
        <Accordion.Item value="skipped">
          <Accordion.Control>{countOf(skipped.length, "operation")} left out</Accordion.Control>
          <Accordion.Panel>
            <List size="sm">
              {skipped.slice(0, maxShown).map(({ operation, reason }) => (
                <List.Item key={operation}>
                  <Code>{operation}</Code> {reason}
                </List.Item>
              ))}
            </List>
          </Accordion.Panel>
        </Accordion.Item>
      )}
    </Accordion>
  );
}
