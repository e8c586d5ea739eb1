import { Box, Group, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { Description } from "./description.tsx";
import classes from "./form.module.css";

interface FieldFrameProps {
  /** Id of the input. */
  id: string;
  label: string;
  /** The label is read out, and not shown. */
  isBare?: boolean;
  isRequired?: boolean;
  isDeprecated?: boolean;
  /** What the input takes, in a word or two. */
  kind?: string | undefined;
  description?: string | undefined;
  errors?: string[] | undefined;
  /** The label belongs to several inputs. */
  isGroup?: boolean;
  children: ReactNode;
}

export const descriptionIdOf = (id: string): string => `${id}__description`;
const errorIdOf = (id: string): string => `${id}__error`;
export const labelIdOf = (id: string): string => `${id}__label`;

/** What a field's input refers to: its description and its errors. */
export const describedBy = (id: string, description?: string, errors?: string[]): string | undefined =>
  [description && descriptionIdOf(id), errors?.length && errorIdOf(id)].filter(Boolean).join(" ") ||
  undefined;

/** The label, the description and the errors around an input. The mark of a required field is no part of its name. */
export function FieldFrame(props: FieldFrameProps): ReactNode {
  const {
    id,
    label,
    isBare,
    isRequired,
    isDeprecated,
    kind,
    description,
    errors = [],
    isGroup,
    children,
  } = props;
  return (
    <Box className={classes.field}>
      {isBare !== true && (
        <Group gap={6} wrap="nowrap" align="baseline" mb={description === undefined ? 6 : 2}>
          <Text
            component={isGroup === true ? "span" : "label"}
            {...(isGroup !== true && { htmlFor: id })}
            id={labelIdOf(id)}
            className={classes.label}
          >
            {label}
          </Text>
          {isRequired === true && (
            <Text component="span" c="var(--mantine-color-error)" aria-hidden="true" lh={1}>
              *
            </Text>
          )}
          {isDeprecated === true && (
            <Text component="span" size="xs" c="dimmed">
              deprecated
            </Text>
          )}
          {kind !== undefined && (
            <Text component="span" className={classes.kind}>
              {kind}
            </Text>
          )}
        </Group>
      )}
      {description !== undefined && <Description id={descriptionIdOf(id)} text={description} />}
      {children}
      <FieldErrors id={id} errors={errors} />
    </Box>
  );
}

export function FieldErrors({ id, errors }: { id: string; errors: string[] }): ReactNode {
  return errors.length === 0 ? null : (
    <Text id={errorIdOf(id)} size="xs" c="var(--mantine-color-error)" mt={5} component="div">
      {[...new Set(errors)].map((error) => (
        <div key={error}>{error}</div>
      ))}
    </Text>
  );
}
