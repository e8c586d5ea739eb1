import type { Application } from "@bowline/sdk";
import { Button, Group, Paper, Stack, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useMemo, useRef, useState } from "react";
import { applicationsQuery, hiddenApplicationsQuery } from "../../api/applications.ts";
import { Icon } from "../../icons/icon.tsx";
import { useFieldIssues } from "../../parts/field-issues.ts";
import { Problem } from "../../parts/problem.tsx";
import { takeFailedImport } from "./held-import.ts";
import { ImportOptions, listOptions, listOverridable } from "./import-options.tsx";
import { type ImportDraft, ImportSource, takesUrl } from "./import-source.tsx";
import { beginForm, type EnteredForm, keepForm, readKeptForm } from "./kept-form.ts";
import { buildImport, startImport } from "./start-import.ts";
import { suggestSlug } from "./suggest-slug.ts";

interface ImportFormProps {
  /** The name under which this tab keeps what is entered. */
  form: string;
  source: string;
  slug: string;
  show(importId: number): void;
}

/** What is to be imported. A known application is compared first, and replaced only when that is confirmed. */
export function ImportForm(props: ImportFormProps): ReactNode {
  const { entered, change, wasFailed } = useEntered(props);
  const { draft, slug, options } = entered;
  const named = readNamingText(draft);
  const suggested = useMemo(() => suggestSlug(named), [named]);
  const chosenSlug = slug.trim() || suggested;
  // An untouched form needs nothing of the server.
  const known = useKnownApplication(chosenSlug, slug !== "" || named !== "");
  const isTaken = known?.source === "builtin" || known?.source === "code";
  const { takesMethods, takesHeader } = listOptions(draft.source);
  // Until somebody changes them, they are as the application has them.
  const overridableFields = options.overridableFields ?? listOverridable(known);
  const choices = { ...options, overridableFields };
  const queryClient = useQueryClient();
  const starting = useMutation({
    mutationFn: async () => startImport(queryClient, await buildImport(draft, chosenSlug, choices)),
    onSuccess: props.show,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    starting.mutate();
  };
  const form = useRef<HTMLFormElement>(null);
  const { issues, rest } = useFieldIssues(form, starting.error, takesUrl(draft) ? ["slug", "url"] : ["slug"]);
  return (
    <Paper p="lg">
      <form ref={form} onSubmit={submit}>
        <Stack>
          <ImportSource
            draft={draft}
            change={(changes) => change((before) => ({ ...before, draft: { ...before.draft, ...changes } }))}
            urlIssue={issues.url}
          />
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
            // Without an address yet, there is nothing to suggest a name from.
            withAsterisk={suggested === "" && named !== ""}
            value={slug}
            onChange={(event) => {
              const { value } = event.currentTarget;
              change((before) => ({ ...before, slug: value }));
            }}
          />
          {(takesMethods || takesHeader) && (
            <ImportOptions
              // What an application has is shown from the start.
              key={`${draft.source} ${known?.slug ?? ""}`}
              source={draft.source}
              wasOpen={takesHeader && wasFailed}
              known={known}
              choices={choices}
              change={(changes) =>
                change((before) => ({ ...before, options: { ...before.options, ...changes } }))
              }
            />
          )}
          {rest !== null && <Problem error={rest} />}
          <Group justify="flex-end">
            {hasEntries(entered, props.slug) && (
              <Button variant="subtle" mr="auto" onClick={() => change(() => beginForm(props, null))}>
                Clear
              </Button>
            )}
            <Button type="submit" loading={starting.isPending} leftSection={<Icon name="import" size={16} />}>
              {known === undefined || isTaken ? "Import" : "Compare"}
            </Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  );
}

/** What is entered. This tab keeps it over a reload, and while another page is looked at. */
function useEntered({ form, source, slug }: ImportFormProps) {
  const [failed] = useState(() => takeFailedImport(slug));
  const [first] = useState(() => {
    const begun = beginForm({ source, slug }, failed);
    return failed === null ? (readKeptForm(form, begun) ?? begun) : begun;
  });
  const [entered, setEntered] = useState(first);
  const latest = useRef(first);
  const change = (make: (before: EnteredForm) => EnteredForm) => {
    latest.current = make(latest.current);
    keepForm(form, latest.current);
    setEntered(latest.current);
  };
  return { entered, change, wasFailed: failed !== null };
}

/** Whether there is anything to clear. @param slug of the form's address */
const hasEntries = ({ draft, options, ...others }: EnteredForm, slug: string): boolean =>
  draft.url !== "" ||
  draft.text !== "" ||
  draft.file !== null ||
  others.slug !== slug ||
  options.provider !== null ||
  options.overridableFields !== null ||
  options.headerValue !== "";

/** Returns the text that a short name is suggested from. */
function readNamingText(draft: ImportDraft): string {
  if (takesUrl(draft)) {
    return draft.url;
  }
  return draft.source === "openapi" ? (draft.file?.name ?? draft.text) : draft.dialect;
}

/** Finds the application of a slug, also a hidden one. */
function useKnownApplication(slug: string, isFilled: boolean): Application | undefined {
  const { data: applications = [] } = useQuery(applicationsQuery);
  const { data: hidden = [] } = useQuery({ ...hiddenApplicationsQuery, enabled: isFilled });
  return [...applications, ...hidden].find((application) => application.slug === slug);
}
