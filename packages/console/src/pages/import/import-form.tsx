import type { ImportApplication } from "@bowline/sdk";
import { Button, FileInput, Group, Paper, SegmentedControl, Select, Stack, TextInput } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useMemo, useRef, useState } from "react";
import { applicationsQuery, hiddenApplicationsQuery } from "../../api/applications.ts";
import { bowline } from "../../api/bowline.ts";
import { checkSize, describeExcess } from "../../api/check-size.ts";
import { Icon } from "../../icons/icon.tsx";
import { useFieldIssues } from "../../parts/field-issues.ts";
import { Problem } from "../../parts/problem.tsx";
import { DocumentField } from "./document-field.tsx";
import { holdImport, takeFailedImport } from "./held-import.ts";
import { type ImportChoices, ImportOptions, listOptions, listOverridable } from "./import-options.tsx";
import { suggestSlug } from "./suggest-slug.ts";

interface ImportFormProps {
  source: string;
  slug: string;
  show(importId: number): void;
}

type Way = "url" | "file" | "paste";

const sources = [
  { value: "openapi", label: "OpenAPI" },
  { value: "mcp", label: "MCP server" },
  { value: "graphql", label: "GraphQL" },
  { value: "sql", label: "Database" },
];
const ways: { value: Way; label: string }[] = [
  { value: "url", label: "URL" },
  { value: "file", label: "File" },
  { value: "paste", label: "Paste" },
];
const dialects = [
  { value: "postgresql", label: "PostgreSQL" },
  { value: "mysql", label: "MySQL or MariaDB" },
  { value: "sqlite", label: "SQLite" },
];
type Dialect = NonNullable<ImportApplication["dialect"]>;

/** What is to be imported. A known application is compared first, and replaced only when that is confirmed. */
export function ImportForm(props: ImportFormProps): ReactNode {
  const [failed] = useState(takeFailedImport);
  const [source, setSource] = useState<string>(failed?.source ?? props.source);
  // A file is read by then, so its content is as if it were pasted.
  const [way, setWay] = useState<Way>(failed?.text == null ? "url" : "paste");
  const [url, setUrl] = useState(failed?.url ?? "");
  const [text, setText] = useState(failed?.text ?? "");
  const [file, setFile] = useState<File | null>(null);
  const [dialect, setDialect] = useState<Dialect>(failed?.dialect ?? "postgresql");
  const [slug, setSlug] = useState(failed?.slug ?? props.slug);
  const [failedHeader] = Object.entries(failed?.headers ?? {});
  const [options, setOptions] = useState<Partial<ImportChoices>>({
    ...(failed?.overridableFields != null && { overridableFields: failed.overridableFields }),
    provider: failed?.provider ?? null,
    headerName: failedHeader?.[0] ?? "Authorization",
    headerValue: failedHeader?.[1] ?? "",
  });
  const isNarrow = useMediaQuery("(max-width: 30em)") ?? false;
  const { data: applications = [] } = useQuery(applicationsQuery);
  const wantsUrl = source === "mcp" || source === "graphql" || (source === "openapi" && way === "url");
  const named = wantsUrl ? url : source === "openapi" ? (file?.name ?? text) : dialect;
  // An untouched form needs nothing of the server.
  const isFilled = slug !== "" || named !== "";
  const { data: hidden = [] } = useQuery({ ...hiddenApplicationsQuery, enabled: isFilled });
  const suggested = useMemo(() => suggestSlug(named), [named]);
  const chosenSlug = slug.trim() || suggested;
  const known = [...applications, ...hidden].find((application) => application.slug === chosenSlug);
  const { takesMethods, takesHeader } = listOptions(source);
  const { provider = null, headerName = "", headerValue = "" } = options;
  // Until somebody changes them, they are as the application has them.
  const overridableFields = options.overridableFields ?? listOverridable(known);
  const isTaken = known?.source === "builtin" || known?.source === "code";
  const queryClient = useQueryClient();
  const starting = useMutation({
    mutationFn: async () => {
      const request: ImportApplication = {
        source: source as ImportApplication["source"],
        slug: chosenSlug,
        ...(wantsUrl && { url: url.trim() }),
        ...(source === "openapi" && way === "paste" && { text }),
        ...(source === "openapi" && way === "file" && { text: (await file?.text()) ?? "" }),
        ...(source === "sql" && { dialect }),
        ...(takesMethods && provider !== null && { provider }),
        ...(takesMethods && overridableFields.length > 0 && { overridableFields }),
        ...(takesHeader && headerValue !== "" && { headers: { [headerName.trim()]: headerValue } }),
      };
      return startImport(queryClient, request);
    },
    onSuccess: props.show,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    starting.mutate();
  };
  const form = useRef<HTMLFormElement>(null);
  const { issues, rest } = useFieldIssues(form, starting.error, wantsUrl ? ["slug", "url"] : ["slug"]);
  return (
    <Paper p="lg">
      <form ref={form} onSubmit={submit}>
        <Stack>
          <SegmentedControl
            aria-label="What to import"
            value={source}
            onChange={setSource}
            data={sources}
            orientation={isNarrow ? "vertical" : "horizontal"}
          />
          {source === "openapi" && (
            <SegmentedControl
              aria-label="Where it is"
              value={way}
              onChange={(value) => setWay(ways.find((one) => one.value === value)?.value ?? "url")}
              data={ways}
              style={{ alignSelf: "flex-start" }}
            />
          )}
          {wantsUrl && (
            <TextInput
              label={source === "openapi" ? "Address of the document" : "Address of the server"}
              placeholder={
                source === "openapi" ? "https://api.example.com/openapi.json" : "https://api.example.com/mcp"
              }
              type="url"
              value={url}
              onChange={(event) => setUrl(event.currentTarget.value)}
              error={issues.url}
              required
            />
          )}
          {source === "openapi" && way === "file" && (
            <FileInput
              label="File"
              placeholder="Choose a JSON or YAML file"
              accept=".json,.yaml,.yml,application/json"
              value={file}
              onChange={setFile}
              error={file === null ? null : describeExcess(file.size, "import")}
              leftSection={<Icon name="file-text" size={16} />}
              required
            />
          )}
          {source === "openapi" && way === "paste" && <DocumentField text={text} change={setText} />}
          {source === "sql" && (
            <Select
              label="Kind of database"
              description="Its address and password are entered when somebody connects."
              data={dialects}
              value={dialect}
              onChange={(value) => setDialect(value as Dialect)}
            />
          )}
          <TextInput
            label="Short name"
            description={
              known !== undefined && !isTaken
                ? "This application exists. You see what changes before it is replaced."
                : "The tools' names begin with it. Small letters, digits and hyphens."
            }
            error={
              isTaken
                ? "This application comes with the server and cannot be replaced. Choose another name."
                : issues.slug?.replaceAll("`", "")
            }
            placeholder={suggested}
            required={suggested === ""}
            withAsterisk={false}
            value={slug}
            onChange={(event) => setSlug(event.currentTarget.value)}
          />
          {(takesMethods || takesHeader) && (
            <ImportOptions
              // What an application has is shown from the start.
              key={`${source} ${known?.slug ?? ""}`}
              source={source}
              wasOpen={takesHeader && failed !== null}
              known={known}
              choices={{ provider, overridableFields, headerName, headerValue }}
              change={(changes) => setOptions((before) => ({ ...before, ...changes }))}
            />
          )}
          {rest !== null && <Problem error={rest} />}
          <Group justify="flex-end">
            <Button type="submit" loading={starting.isPending} leftSection={<Icon name="import" size={16} />}>
              {known === undefined || isTaken ? "Import" : "Compare"}
            </Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  );
}

/** Starts an import, or a dry run of it when the application exists. Returns the import's id. */
async function startImport(queryClient: QueryClient, request: ImportApplication): Promise<number> {
  checkSize(request, "import");
  // Nothing is replaced because it is hidden, was just imported by somebody else, or could not be read.
  const catalog = await Promise.all([
    queryClient.fetchQuery({ ...applicationsQuery, staleTime: 0 }),
    queryClient.fetchQuery({ ...hiddenApplicationsQuery, staleTime: 0 }),
  ]);
  const dryRun = catalog.flat().some(({ slug }) => slug === request.slug);
  const { importId } = await bowline.applications.startImport({ ...request, dryRun });
  holdImport(importId, request);
  return importId;
}
