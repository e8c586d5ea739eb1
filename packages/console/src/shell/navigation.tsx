import { Badge } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { waitingCountQuery } from "../api/approvals.ts";
import { identityQuery } from "../api/identity.ts";
import { Icon } from "../icons/icon.tsx";
import { type NavItem, navGroups } from "./nav-items.ts";
import classes from "./navigation.module.css";

/** The links to the pages. `follow` is called with each that is pressed, also that of the present page. */
export function Navigation({ follow }: { follow(): void }): ReactNode {
  const { data: identity } = useQuery(identityQuery);
  const isAdmin = identity?.role === "Admin";
  return (
    <nav aria-label="Pages" className={classes.navigation}>
      {navGroups.map(({ label, items }) => (
        <div key={label ?? "top"} className={classes.group}>
          {label !== null && <h2 className={classes.label}>{label}</h2>}
          {items
            .filter((item) => isAdmin || item.isAdminOnly !== true)
            .map((item) => (
              <NavigationLink key={item.to} item={item} follow={follow} />
            ))}
        </div>
      ))}
    </nav>
  );
}

/** The router marks the link of the present page with `aria-current`. */
function NavigationLink({ item: { label, to, icon }, follow }: { item: NavItem; follow(): void }): ReactNode {
  return (
    <Link
      to={to}
      className={classes.link}
      activeOptions={{ exact: to === "/", includeSearch: false }}
      onClick={follow}
    >
      <Icon name={icon} />
      <span className={classes.text}>{label}</span>
      {to === "/approvals" && <WaitingBadge />}
    </Link>
  );
}

function WaitingBadge(): ReactNode {
  const { data: count = 0 } = useQuery(waitingCountQuery);
  return count === 0 ? null : (
    <Badge color="orange" size="sm" aria-label={`${count} waiting`}>
      {count > 99 ? "99+" : count}
    </Badge>
  );
}
