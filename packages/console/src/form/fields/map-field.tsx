import { ActionIcon, Button, TextInput, VisuallyHidden } from "@mantine/core";
import { type FieldProps, toFieldPathId } from "@rjsf/utils";
import { type ReactNode, useState } from "react";
import { Icon } from "../../icons/icon.tsx";
import { FieldFrame } from "../field-frame.tsx";
import classes from "../form.module.css";
import { readFrame, readLabel } from "../form-context.ts";
import type { FormSchema } from "../form-schema.ts";
import { isObject } from "../json-schema.ts";
import { useFocusAfterRemoval } from "../use-focus-after-removal.ts";
import { useTextProblem } from "../use-text-problem.ts";
import { setAt } from "../values.ts";

interface Entry {
  /** Stays while the name is typed. */
  key: number;
  name: string;
  value: unknown;
  isNew?: boolean;
}

/**
 * An object whose members the caller names. Two entries of one name are an error, and so is a value without a name: the form cannot be
 * sent, and neither is lost.
 */
export function MapField(props: FieldProps): ReactNode {
  const { fieldPathId, formData, required, onChange, rawErrors, errorSchema, uiSchema, registry, disabled } =
    props;
  const { values } = (uiSchema?.["ui:options"] ?? {}) as { values: FormSchema };
  const [entries, setEntries] = useState<Entry[]>(() =>
    Object.entries(isObject(formData) ? formData : {}).map(([name, value], key) => ({ key, name, value })),
  );
  const adder = useFocusAfterRemoval(entries.length);
  useTextProblem(registry, fieldPathId.path, findNameProblem(entries));
  const { SchemaField } = registry.fields;
  const label = readLabel(props);
  const id = fieldPathId.$id;
  const change = (next: Entry[]) => {
    setEntries(next);
    const named = next.filter(({ name, value }) => name !== "" && value !== undefined);
    const data = Object.fromEntries(named.map(({ name, value }) => [name, value]));
    onChange(named.length === 0 && required !== true ? undefined : data, fieldPathId.path, undefined, id);
  };
  const changeEntry = (key: number, changes: Partial<Entry>) =>
    change(entries.map((entry) => (entry.key === key ? { ...entry, ...changes } : entry)));
  return (
    <FieldFrame {...readFrame(props)} isGroup kind="names and values" errors={rawErrors}>
      <div>
        {entries.map((entry, index) => {
          const { key, name, value } = entry;
          const path = toFieldPathId(name, registry.globalFormOptions, fieldPathId);
          const isRepeated = name !== "" && entries.some((other) => other.key !== key && other.name === name);
          return (
            <div key={key} className={classes.entry}>
              <TextInput
                aria-label={`Name ${index + 1} of ${label}`}
                placeholder="Name"
                value={name}
                error={isRepeated ? "This name is there already." : undefined}
                autoComplete="off"
                // A new entry begins with its name.
                autoFocus={entry.isNew === true}
                disabled={disabled === true}
                onChange={({ currentTarget }) => changeEntry(key, { name: currentTarget.value })}
              />
              {SchemaField !== undefined && (
                <SchemaField
                  {...props}
                  name={name}
                  required={false}
                  schema={{ title: name === "" ? `Value ${index + 1} of ${label}` : name, ...values.schema }}
                  uiSchema={{
                    ...values.uiSchema,
                    "ui:options": { ...values.uiSchema["ui:options"], isBare: true },
                  }}
                  fieldPathId={path}
                  formData={value}
                  errorSchema={(errorSchema as Record<string, object> | undefined)?.[name] ?? {}}
                  onChange={(next, at) =>
                    changeEntry(key, { value: setAt(value, at.slice(path.path.length), next) })
                  }
                />
              )}
              <ActionIcon
                variant="subtle"
                color="gray"
                size={36}
                aria-label={`Remove ${name === "" ? `entry ${index + 1}` : name}`}
                disabled={disabled === true}
                onClick={() => change(entries.filter((entry) => entry.key !== key))}
              >
                <Icon name="x" size={16} />
              </ActionIcon>
            </div>
          );
        })}
      </div>
      <Button
        ref={adder}
        variant="default"
        size="xs"
        mt={entries.length > 0 ? 10 : 0}
        leftSection={<Icon name="plus" size={14} />}
        disabled={disabled === true}
        onClick={() =>
          setEntries([
            ...entries,
            { key: (entries.at(-1)?.key ?? -1) + 1, name: "", value: undefined, isNew: true },
          ])
        }
      >
        Add entry<VisuallyHidden component="span"> to {label}</VisuallyHidden>
      </Button>
    </FieldFrame>
  );
}

function findNameProblem(entries: Entry[]): string | null {
  const names = entries.flatMap(({ name }) => (name === "" ? [] : [name]));
  const repeated = names.find((name, index) => names.indexOf(name) < index);
  return repeated !== undefined
    ? `Two entries have the name ${repeated}.`
    : entries.some(({ name, value }) => name === "" && value !== undefined)
      ? "A value has no name."
      : null;
}
