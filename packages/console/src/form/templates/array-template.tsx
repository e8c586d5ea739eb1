import { Button, VisuallyHidden } from "@mantine/core";
import type { ArrayFieldTemplateProps } from "@rjsf/utils";
import { type ReactNode, useEffect, useRef } from "react";
import { Icon } from "../../icons/icon.tsx";
import { FieldFrame, labelIdOf } from "../field-frame.tsx";
import { focusField } from "../focus-field.ts";
import { nameItem } from "../form-context.ts";
import { useFocusAfterRemoval } from "../use-focus-after-removal.ts";

/** A list: its items, and a button with a word that adds one. */
export function ArrayTemplate(props: ArrayFieldTemplateProps): ReactNode {
  const { fieldPathId, schema, uiSchema, items, canAdd, onAddClick, required, disabled } = props;
  const { $id: id, path } = fieldPathId;
  const title = nameItem(props.title, path);
  const adder = useFocusAfterRemoval(items.length);
  const hasAdded = useRef(false);
  useEffect(() => {
    if (hasAdded.current) {
      hasAdded.current = false;
      focusField([...path, items.length - 1]);
    }
  });
  const add = () => {
    hasAdded.current = true;
    onAddClick();
  };
  return (
    <FieldFrame
      id={id}
      label={title}
      isGroup
      isBare={uiSchema?.["ui:options"]?.isBare === true}
      isRequired={required === true}
      isDeprecated={schema.deprecated === true}
      kind="list"
      description={schema.description}
    >
      <div id={id} role="group" aria-labelledby={labelIdOf(id)}>
        {items}
        {canAdd === true && (
          <Button
            ref={adder}
            variant="default"
            size="xs"
            mt={items.length > 0 ? 10 : 0}
            leftSection={<Icon name="plus" size={14} />}
            disabled={disabled === true}
            onClick={add}
          >
            Add item<VisuallyHidden component="span"> to {title}</VisuallyHidden>
          </Button>
        )}
      </div>
    </FieldFrame>
  );
}
