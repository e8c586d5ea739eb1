import { ActionIcon } from "@mantine/core";
import type { ArrayFieldItemTemplateProps } from "@rjsf/utils";
import type { ReactNode } from "react";
import { Icon } from "../../icons/icon.tsx";
import classes from "../form.module.css";

/** One item of a list, with buttons to move and to remove it. */
export function ArrayItemTemplate(props: ArrayFieldItemTemplateProps): ReactNode {
  const { children, buttonsProps, index, schema, disabled } = props;
  const { hasMoveUp, hasRemove, onMoveUpItem, onRemoveItem } = buttonsProps;
  const isObject = schema.type === "object";
  const button = (name: "arrow-up" | "trash-2", label: string, onClick: (event?: unknown) => void) => (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={isObject ? 28 : 36}
      aria-label={`${label} item ${index + 1}`}
      disabled={disabled === true}
      onClick={onClick}
    >
      <Icon name={name} size={15} />
    </ActionIcon>
  );
  return (
    <div className={`${classes.item} ${isObject ? classes.card : ""}`}>
      <div className={classes.itemContent}>{children}</div>
      {hasMoveUp && index > 0 && button("arrow-up", "Move up", onMoveUpItem)}
      {hasRemove && button("trash-2", "Remove", onRemoveItem)}
    </div>
  );
}
