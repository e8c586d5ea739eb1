import { Tabs, type TabsListProps } from "@mantine/core";
import { type ReactNode, useEffect, useRef } from "react";
import classes from "./tab-list.module.css";

/** The tabs of a page. On a phone, those that do not fit are reached by moving the row. The open one is in sight from the start. */
export function TabList(props: TabsListProps): ReactNode {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const open = list.current?.querySelector<HTMLElement>("[data-active]");
    if (open) {
      list.current?.scrollTo({ left: open.offsetLeft });
    }
  }, []);
  return <Tabs.List ref={list} className={classes.list} {...props} />;
}
