import { Tabs, type TabsListProps } from "@mantine/core";
import { type ReactNode, useEffect, useRef } from "react";
import classes from "./tab-list.module.css";

/** The tabs of a page. On a phone, those that do not fit are reached by moving the row. The open one comes into sight. */
export function TabList(props: TabsListProps): ReactNode {
  const list = useRef<HTMLDivElement>(null);
  const shownAt = useRef(0);
  // After each drawing: the counts in the tabs before it may come later and move it.
  useEffect(() => {
    const { offsetLeft = 0 } = list.current?.querySelector<HTMLElement>("[data-active]") ?? {};
    if (offsetLeft !== shownAt.current) {
      shownAt.current = offsetLeft;
      list.current?.scrollTo({ left: offsetLeft });
    }
  });
  return <Tabs.List ref={list} className={classes.list} {...props} />;
}
