import { Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./facts.module.css";

interface FactsProps {
  title: string;
  children: ReactNode;
}

/** A group of facts below a title. */
export function Facts({ title, children }: FactsProps): ReactNode {
  return (
    <section>
      <Title order={3} fz="sm" mb={4}>
        {title}
      </Title>
      <dl className={classes.list}>{children}</dl>
    </section>
  );
}

/** One fact: its name on the left, its value on the right. */
export function Fact({ name, children }: { name: string; children: ReactNode }): ReactNode {
  return (
    <div className={classes.row}>
      <Text component="dt" size="sm" c="dimmed">
        {name}
      </Text>
      <Text component="dd" size="sm" m={0} className={classes.value}>
        {children}
      </Text>
    </div>
  );
}
