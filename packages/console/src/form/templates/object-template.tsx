import { Button, Group } from "@mantine/core";
import type { ObjectFieldTemplateProps } from "@rjsf/utils";
import { type ReactNode, useState } from "react";
import { Icon } from "../../icons/icon.tsx";
import { descriptionIdOf, FieldFrame, labelIdOf } from "../field-frame.tsx";
import classes from "../form.module.css";
import { nameItem, readContext } from "../form-context.ts";
import { isObject } from "../json-schema.ts";
import { OpenButton, useOpening } from "../opened-on-demand.tsx";
import { chooseShown } from "./choose-shown.ts";

/** An optional object with at most this many members is open from the start. */
const smallObject = 4;

/** The fields of an object. One inside of another has a title and a line at its side, and opens when it is wanted. */
export function ObjectTemplate(props: ObjectFieldTemplateProps): ReactNode {
  const {
    fieldPathId,
    title,
    description,
    properties,
    required,
    schema,
    uiSchema,
    formData,
    registry,
    disabled,
  } = props;
  const { path, $id: id } = fieldPathId;
  const hasData = isObject(formData) && Object.values(formData).some((value) => value !== undefined);
  const hasErrors = Object.keys(props.errorSchema ?? {}).length > 0;
  const opening = useOpening(
    path,
    required === true || (properties.length <= smallObject && path.length === 1),
  );
  const isBare = uiSchema?.["ui:options"]?.isBare === true;
  if (path.length === 0 || isBare) {
    return (
      <div id={id} className={isBare && path.length > 0 ? classes.inside : undefined}>
        <Members {...props} />
      </div>
    );
  }
  const isOpen = opening.isOpened || hasData || hasErrors;
  const close = () => {
    opening.close();
    readContext(registry).change(path, undefined);
  };
  const isItem = typeof path.at(-1) === "number";
  return (
    <FieldFrame
      id={id}
      label={title}
      isGroup
      isBare={isItem}
      isRequired={required === true && !isItem}
      isDeprecated={schema.deprecated === true}
      description={typeof description === "string" && description !== "" ? description : undefined}
    >
      {isOpen ? (
        <div
          id={id}
          role="group"
          aria-labelledby={isItem ? undefined : labelIdOf(id)}
          aria-label={isItem ? nameItem(title, path) : undefined}
          aria-describedby={description ? descriptionIdOf(id) : undefined}
          className={isItem ? undefined : classes.inside}
        >
          <Members {...props} />
          {required !== true && !isItem && properties.length > smallObject && (
            <Group mt={12}>
              <Button
                variant="subtle"
                color="gray"
                size="compact-xs"
                leftSection={<Icon name="x" size={13} />}
                disabled={disabled === true}
                onClick={close}
              >
                Remove {title}
              </Button>
            </Group>
          )}
        </div>
      ) : (
        <OpenButton label={title} isDisabled={disabled === true} open={opening.open} />
      )}
    </FieldFrame>
  );
}

/** The fields: those that are required, a dozen others, and the rest on demand. */
function Members({ properties, schema, formData, errorSchema }: ObjectFieldTemplateProps): ReactNode {
  const [isWhole, setIsWhole] = useState(false);
  const shown = chooseShown({
    names: properties.map(({ name }) => name),
    required: schema.required ?? [],
    // What has a value or a problem must be seen.
    wanted: [
      ...Object.entries(isObject(formData) ? formData : {}).flatMap(([name, value]) =>
        value === undefined ? [] : [name],
      ),
      ...Object.keys(errorSchema ?? {}),
    ],
    isWhole,
  });
  const byName = new Map(properties.map((property) => [property.name, property]));
  const hidden = properties.length - shown.length;
  return (
    <div className={classes.fields}>
      {shown.map((name) => (
        <div key={name}>{byName.get(name)?.content}</div>
      ))}
      {hidden > 0 && (
        <Group>
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<Icon name="chevron-down" size={14} />}
            onClick={() => setIsWhole(true)}
          >
            Show {hidden} more
          </Button>
        </Group>
      )}
    </div>
  );
}
