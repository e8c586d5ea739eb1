import type { ImportApplication } from "@bowline/sdk";
import { FileInput, SegmentedControl, Select, TextInput } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import type { ReactNode } from "react";
import { describeExcess } from "../../api/check-size.ts";
import { Icon } from "../../icons/icon.tsx";
import { DocumentField } from "./document-field.tsx";

export const sources = [
  { value: "openapi", label: "OpenAPI" },
  { value: "mcp", label: "MCP server" },
  { value: "graphql", label: "GraphQL" },
  { value: "sql", label: "Database" },
];
export const ways: { value: Way; label: string }[] = [
  { value: "url", label: "URL" },
  { value: "file", label: "File" },
  { value: "paste", label: "Paste" },
];
export const dialects: { value: ImportDraft["dialect"]; label: string }[] = [
  { value: "postgresql", label: "PostgreSQL" },
  { value: "mysql", label: "MySQL or MariaDB" },
  { value: "sqlite", label: "SQLite" },
];

/** Addresses as the sources have them. */
const placeholders: Record<string, string> = {
  openapi: "https://api.example.com/openapi.json",
  mcp: "https://api.example.com/mcp",
  graphql: "https://api.example.com/graphql",
};

type Way = "url" | "file" | "paste";

/** What is to be imported. Only the members of the chosen source and way count. */
export interface ImportDraft {
  source: string;
  /** How a document is given. */
  way: Way;
  url: string;
  text: string;
  file: File | null;
  dialect: NonNullable<ImportApplication["dialect"]>;
}

/** @param failed what was not imported last: its file is read by then, so its content is as if it were pasted */
export const beginDraft = (failed: ImportApplication | null, source: string): ImportDraft => ({
  source: failed?.source ?? source,
  way: failed?.text == null ? "url" : "paste",
  url: failed?.url ?? "",
  text: failed?.text ?? "",
  file: null,
  dialect: failed?.dialect ?? "postgresql",
});

export const takesUrl = ({ source, way }: ImportDraft): boolean =>
  source === "mcp" || source === "graphql" || (source === "openapi" && way === "url");

interface ImportSourceProps {
  draft: ImportDraft;
  change(changes: Partial<ImportDraft>): void;
  urlIssue: string | undefined;
}

/** The choice of what to import, and the field that says where it is. */
export function ImportSource({ draft, change, urlIssue }: ImportSourceProps): ReactNode {
  const { source, way, url, text, file, dialect } = draft;
  const isNarrow = useMediaQuery("(max-width: 30em)") ?? false;
  const isDocument = source === "openapi";
  return (
    <>
      <SegmentedControl
        aria-label="What to import"
        value={source}
        onChange={(value) => change({ source: value })}
        data={sources}
        orientation={isNarrow ? "vertical" : "horizontal"}
        fullWidth={isNarrow}
      />
      {isDocument && (
        <SegmentedControl
          aria-label="Where it is"
          value={way}
          onChange={(value) => change({ way: ways.find((one) => one.value === value)?.value ?? "url" })}
          data={ways}
          style={{ alignSelf: "flex-start" }}
        />
      )}
      {takesUrl(draft) && (
        <TextInput
          label={isDocument ? "Address of the document" : "Address of the server"}
          placeholder={placeholders[source]}
          type="url"
          value={url}
          onChange={(event) => change({ url: event.currentTarget.value })}
          error={urlIssue}
          required
        />
      )}
      {isDocument && way === "file" && (
        <FileInput
          label="File"
          placeholder="Choose a JSON or YAML file"
          accept=".json,.yaml,.yml,application/json"
          value={file}
          onChange={(chosen) => change({ file: chosen })}
          error={file === null ? null : describeExcess(file.size, "import")}
          leftSection={<Icon name="file-text" size={16} />}
          required
        />
      )}
      {isDocument && way === "paste" && (
        <DocumentField text={text} change={(pasted) => change({ text: pasted })} />
      )}
      {source === "sql" && (
        <Select
          label="Kind of database"
          description="Its address and password are entered when somebody connects."
          data={dialects}
          value={dialect}
          onChange={(value) => change({ dialect: value as ImportDraft["dialect"] })}
        />
      )}
    </>
  );
}
