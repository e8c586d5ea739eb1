import type { Application } from "@bowline/sdk";
import { Group, PasswordInput, Select, TagsInput, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { providersQuery } from "../../api/providers.ts";
import { describeMethod } from "../../parts/describe-method.ts";
import { MoreOptions } from "../../parts/more-options.tsx";

export interface ImportChoices {
  provider: string | null;
  overridableFields: string[];
  headerName: string;
  headerValue: string;
}

/** What an import of a kind takes. */
export const listOptions = (source: string) => ({
  takesMethods: source === "openapi" || source === "graphql",
  takesHeader: source === "mcp" || source === "graphql",
});

interface ImportOptionsProps {
  source: string;
  /** Whether they are shown from the start. */
  wasOpen: boolean;
  choices: ImportChoices;
  change(changes: Partial<ImportChoices>): void;
  /** The application that would be replaced. */
  known: Application | undefined;
}

/** The fields of an application's connections that a call may replace. */
export const listOverridable = (known: Application | undefined): string[] =>
  listFields(known, ({ overridable }) => overridable);

/** What few imports need: the methods of a known provider, fields that calls may replace, and a credential to read the description. */
export function ImportOptions({ source, wasOpen, choices, change, known }: ImportOptionsProps): ReactNode {
  const { provider, overridableFields, headerName, headerValue } = choices;
  const { takesMethods, takesHeader } = listOptions(source);
  const setCount =
    (takesMethods && provider !== null ? 1 : 0) +
    (takesMethods && overridableFields.length > 0 ? 1 : 0) +
    (takesHeader && headerValue !== "" ? 1 : 0);
  const [isOpen, setIsOpen] = useState(wasOpen || setCount > 0);
  const providers = useQuery({ ...providersQuery, enabled: isOpen && takesMethods });
  const replaces = known !== undefined && known.authentications.length > 0;
  return (
    <MoreOptions isOpen={isOpen} toggle={() => setIsOpen(!isOpen)} setCount={setCount}>
      {takesHeader && (
        <Group gap="xs" align="flex-end">
          <TextInput
            label="Header"
            value={headerName}
            onChange={(event) => change({ headerName: event.currentTarget.value })}
            autoComplete="off"
            spellCheck={false}
            style={{ flex: "1 1 140px" }}
          />
          <PasswordInput
            label="Value of the header"
            description="If the server wants a credential to describe itself. It is used once, and not stored."
            placeholder="Bearer …"
            value={headerValue}
            onChange={(event) => change({ headerValue: event.currentTarget.value })}
            autoComplete="off"
            data-1p-ignore
            spellCheck={false}
            style={{ flex: "3 1 240px" }}
          />
        </Group>
      )}
      {takesMethods && (
        <>
          <Select
            label="Provider"
            description={`Adds its sign-in and keys to the ways to connect, for a document that does not say how its API authenticates.${replaces ? " If it was chosen before, choose it again: the ways to connect are replaced." : ""}`}
            placeholder={providers.isPending ? "Loading …" : "None"}
            error={providers.isError && "The list of providers could not be loaded."}
            data={(providers.data ?? []).map((one) => ({
              value: one.provider,
              label: `${one.name} (${one.types.map(describeMethod).join(", ")})`,
            }))}
            value={provider}
            onChange={(value) => change({ provider: value })}
            searchable
            clearable
            limit={100}
            nothingFoundMessage="No provider matches"
          />
          <TagsInput
            label="Fields that a call may replace"
            description="Names of fields of a connection, such as token. Press Enter after each."
            data={listFields(known, () => true)}
            value={overridableFields}
            onChange={(names) => change({ overridableFields: names })}
            acceptValueOnBlur
            maxTags={100}
            clearable
          />
        </>
      )}
    </MoreOptions>
  );
}

type Field = Application["authentications"][number]["fields"][number];

const listFields = (application: Application | undefined, fits: (field: Field) => boolean): string[] => [
  ...new Set(
    application?.authentications.flatMap(({ fields }) =>
      fields.filter(fits).map(({ fieldName }) => fieldName),
    ),
  ),
];
