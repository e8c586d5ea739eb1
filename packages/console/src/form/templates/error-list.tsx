import { Alert, Anchor, List } from "@mantine/core";
import type { ErrorListProps } from "@rjsf/utils";
import type { ReactNode } from "react";
import { Icon } from "../../icons/icon.tsx";
import { focusField } from "../focus-field.ts";
import { hasField } from "../has-field.ts";
import { readPath } from "../values.ts";

const shownAtMost = 8;

/** The problems of the form in one place, each leading to its field. A single one beside its field needs no list. */
export function ErrorList({ errors, schema }: ErrorListProps): ReactNode {
  const [first] = errors;
  const path = readPath(first?.property ?? "");
  if (errors.length === 1 && path.length > 0 && hasField(schema, path)) {
    return null;
  }
  return (
    <Alert
      color="red"
      variant="light"
      role="alert"
      mb="md"
      icon={<Icon name="circle-alert" />}
      title={errors.length === 1 ? "The input is not right yet" : `${errors.length} inputs are not right yet`}
    >
      <List size="sm" spacing={2} listStyleType="none">
        {errors.slice(0, shownAtMost).map(({ property = "", message = "" }) => (
          <List.Item key={`${property} ${message}`}>
            {property === "" || property === "." ? null : (
              <>
                <Anchor
                  component="button"
                  type="button"
                  inherit
                  onClick={() => focusField(readPath(property))}
                >
                  {property.replace(/^\./, "")}
                </Anchor>
                {": "}
              </>
            )}
            {message}
          </List.Item>
        ))}
        {errors.length > shownAtMost && <List.Item>And {errors.length - shownAtMost} more.</List.Item>}
      </List>
    </Alert>
  );
}
