import { useQuery } from "@tanstack/react-query";
import type { ComponentProps, ReactNode } from "react";
import { identityQuery } from "../api/identity.ts";
import { Icon } from "../icons/icon.tsx";
import { writeInitials } from "../parts/write-initials.ts";
import classes from "./account-button.module.css";

/** Who is signed in, as a button. */
export function AccountButton(props: ComponentProps<"button">): ReactNode {
  const { data: identity } = useQuery(identityQuery);
  const { fullName = "", currentCompany = "" } = identity ?? {};
  return (
    <button type="button" {...props} className={classes.button}>
      <span className={classes.hidden}>Account</span>
      <span className={classes.initials} aria-hidden="true">
        {writeInitials(fullName)}
      </span>
      <span className={classes.words}>
        <span className={classes.name}>{fullName || "…"}</span>
        <span className={classes.company}>{currentCompany}</span>
      </span>
      <Icon name="chevron-up" size={16} />
    </button>
  );
}
