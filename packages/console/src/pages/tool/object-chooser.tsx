import type { Tool } from "@bowline/sdk";
import { Autocomplete } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { bowline } from "../../api/bowline.ts";

interface ObjectChooserProps {
  tool: Tool;
  contextType: string;
  connectionId: number | null;
  value: string;
  onChange(value: string): void;
}

/** Chooses the object that the tool works on, such as a repository, from those of the connection. */
export function ObjectChooser({
  tool,
  contextType,
  connectionId,
  value,
  onChange,
}: ObjectChooserProps): ReactNode {
  const [search] = useDebouncedValue(value, 250);
  // Most people fill in the inputs, so the objects are asked for only when somebody comes here.
  const [isUsed, setIsUsed] = useState(false);
  const { data } = useQuery({
    queryKey: ["connections", "objects", connectionId, contextType, search],
    queryFn: ({ signal }) =>
      bowline.connections.listObjects(
        connectionId ?? 0,
        { kind: contextType, search: search === "" ? undefined : search, top: 25 },
        { signal },
      ),
    enabled: isUsed && connectionId !== null,
    placeholderData: keepPreviousData,
  });
  return (
    <Autocomplete
      label={`${contextType.charAt(0).toUpperCase()}${contextType.slice(1)}`}
      description={`Fills in the inputs that name the ${contextType} of ${tool.applicationName}. Leave it empty to fill them in yourself.`}
      placeholder="Optional"
      data={[...new Set((data?.items ?? []).map(({ objectName }) => objectName))]}
      value={value}
      onChange={onChange}
      onFocus={() => setIsUsed(true)}
      comboboxProps={{ transitionProps: { duration: 0 } }}
    />
  );
}
