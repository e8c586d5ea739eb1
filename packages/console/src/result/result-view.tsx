import type { ActivitySort } from "@bowline/sdk";
import { Button, Checkbox, Group, Menu, Popover, SegmentedControl, Stack, Text } from "@mantine/core";
import { type ReactNode, useMemo, useState } from "react";
import { countBytes } from "../form/files.ts";
import { JsonInput } from "../form/json-input.tsx";
import { Icon } from "../icons/icon.tsx";
import { Copying } from "../parts/copying.tsx";
import { countOf } from "../parts/count-of.ts";
import { formatSize } from "../parts/format-figures.ts";
import { saveFile } from "../parts/save-file.ts";
import { chooseColumns, listColumns, type ResultColumn, titleColumn, writeCsv } from "./columns.ts";
import { decodeFile, nameFile, readFileResult } from "./file-result.ts";
import { findList } from "./find-list.ts";
import { ResultTable } from "./result-table.tsx";

interface ResultViewProps {
  output: unknown;
  /** The tool's JSON Pointer to its list of results. */
  resultsPath: string | null;
  /** Begins the names of saved files. */
  name: string;
  sort?: ActivitySort[];
  onSort?: ((fieldName: string) => void) | undefined;
}

type View = "table" | "json" | "text";

/** An output as a table, as JSON or as text, to copy and to save. */
export function ResultView({ output, resultsPath, name, sort = [], onSort }: ResultViewProps): ReactNode {
  const list = useMemo(() => findList(output, resultsPath), [output, resultsPath]);
  const columns = useMemo(() => listColumns(list ?? []), [list]);
  const [chosen, setChosen] = useState<string[] | null>(null);
  const shown = chosen ?? chooseColumns(columns, list ?? []);
  const hasTable = list !== null && list.length > 0;
  const [wanted, setWanted] = useState<View | null>(null);
  const first: View = hasTable ? "table" : typeof output === "string" ? "text" : "json";
  const view = wanted === null || (wanted === "table" && !hasTable) ? first : wanted;
  const json = useMemo(() => JSON.stringify(output, null, 2) ?? "", [output]);
  const file = useMemo(() => readFileResult(output), [output]);
  const views = [
    ...(hasTable ? [{ value: "table", label: "Table" }] : []),
    { value: "json", label: "JSON" },
    { value: "text", label: "Text" },
  ];
  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="xs">
        <SegmentedControl
          size="xs"
          aria-label="View of the result"
          data={views}
          value={view}
          onChange={(next) => setWanted(next as View)}
          transitionDuration={0}
        />
        <Group gap={6}>
          {view === "table" && columns.length > 1 && (
            <ColumnChoice columns={columns} chosen={shown} onChange={setChosen} />
          )}
          <CopyResult text={view === "text" ? showText(output) : json} />
          <SaveMenu name={name} output={output} json={json} list={list} file={file} />
        </Group>
      </Group>
      {file !== null && (
        <Text size="sm" c="dimmed">
          This is a file of the type {file.contentType}, {formatSize(countBytes(file.base64))}. Save it to
          open it.
        </Text>
      )}
      {list !== null && list.length === 0 && view !== "text" && (
        <Text size="sm" c="dimmed">
          The list of results is empty.
        </Text>
      )}
      {view === "table" && list !== null ? (
        <ResultTable
          rows={list}
          columns={columns.filter((column) => shown.includes(column.name))}
          sort={sort}
          onSort={onSort}
        />
      ) : (
        <JsonInput
          key={view}
          label={view === "text" ? "Result as text" : "Result as JSON"}
          value={view === "text" ? showText(output) : json}
          {...(view === "text" && { isPlain: true })}
          {...(json.split("\n", 32).length > 30 && { height: "min(620px, 70vh)" })}
        />
      )}
    </Stack>
  );
}

function CopyResult({ text }: { text: string }): ReactNode {
  return (
    <Copying value={text}>
      {({ copied, copy }) => (
        <Button
          size="xs"
          variant="default"
          leftSection={<Icon name={copied ? "check" : "copy"} size={14} />}
          onClick={copy}
        >
          {copied ? "Copied" : "Copy"}
        </Button>
      )}
    </Copying>
  );
}

interface SaveMenuProps {
  /** Begins the names of the files. */
  name: string;
  output: unknown;
  json: string;
  list: ReturnType<typeof findList>;
  file: ReturnType<typeof readFileResult>;
}

function SaveMenu({ name, output, json, list, file }: SaveMenuProps): ReactNode {
  return (
    <Menu position="bottom-end" transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <Button size="xs" variant="default" leftSection={<Icon name="download" size={14} />}>
          Save
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {file !== null && (
          <Menu.Item
            onClick={() => saveFile(nameFile(name, file.contentType), [decodeFile(file)], file.contentType)}
          >
            As the file itself
          </Menu.Item>
        )}
        <Menu.Item onClick={() => saveFile(`${name}.json`, json, "application/json")}>As JSON</Menu.Item>
        {list !== null && (
          <Menu.Item onClick={() => saveFile(`${name}.csv`, writeCsv(list), "text/csv")}>As CSV</Menu.Item>
        )}
        <Menu.Item onClick={() => saveFile(`${name}.txt`, showText(output), "text/plain")}>As text</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** A text is shown as it is, with its line breaks. */
function showText(output: unknown): string {
  if (typeof output === "string") {
    return output;
  }
  const lines = (value: unknown, indent: string): string[] =>
    typeof value !== "object" || value === null
      ? [`${indent}${value}`]
      : Object.entries(value).flatMap(([name, member]) =>
          typeof member === "object" && member !== null && Object.keys(member).length > 0
            ? [`${indent}${name}:`, ...lines(member, `${indent}  `)]
            : [`${indent}${name}: ${typeof member === "string" ? member : JSON.stringify(member)}`],
        );
  return lines(output, "").join("\n");
}

interface ColumnChoiceProps {
  columns: ResultColumn[];
  chosen: string[];
  onChange(chosen: string[]): void;
}

function ColumnChoice({ columns, chosen, onChange }: ColumnChoiceProps): ReactNode {
  return (
    <Popover position="bottom-end" trapFocus transitionProps={{ duration: 0 }}>
      <Popover.Target>
        <Button size="xs" variant="default" leftSection={<Icon name="table" size={14} />}>
          {chosen.length} of {countOf(columns.length, "column")}
        </Button>
      </Popover.Target>
      <Popover.Dropdown mah={360} style={{ overflowY: "auto" }}>
        <Checkbox.Group value={chosen} onChange={onChange} aria-label="Columns">
          <Stack gap={8}>
            {columns.map(({ name }) => (
              <Checkbox key={name} size="xs" value={name} label={titleColumn(name)} />
            ))}
          </Stack>
        </Checkbox.Group>
      </Popover.Dropdown>
    </Popover>
  );
}
