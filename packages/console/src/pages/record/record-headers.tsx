import { Paper, Table, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";

/** The headers of the application's response that the record keeps. */
export function RecordHeaders({ headers }: { headers: Record<string, string> }): ReactNode {
  return (
    <Paper p="lg" miw={0}>
      <Title order={2} mb="sm">
        Response headers
      </Title>
      <Table layout="fixed" aria-label="Response headers">
        <Table.Thead>
          <Table.Tr>
            <Table.Th w="40%">Name</Table.Th>
            <Table.Th>Value</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {Object.entries(headers).map(([name, value]) => (
            <Table.Tr key={name}>
              <Table.Td style={{ overflowWrap: "anywhere" }}>{name}</Table.Td>
              <Table.Td style={{ overflowWrap: "anywhere" }}>{value}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Text size="sm" c="dimmed" mt="sm">
        Headers that may carry credentials or addresses are not kept.
      </Text>
    </Paper>
  );
}
