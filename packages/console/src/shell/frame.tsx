import { AppShell, Badge, Burger, Button, Group, Kbd, NavLink, ScrollArea, Text } from "@mantine/core";
import { useDisclosure, useMediaQuery } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { Link, Outlet, useRouterState } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense, useEffect } from "react";
import { waitingCountQuery } from "../api/approvals.ts";
import { identityQuery } from "../api/identity.ts";
import { BowlineMark } from "../icons/bowline-mark.tsx";
import { Icon } from "../icons/icon.tsx";
import { AccountMenu } from "./account-menu.tsx";
import classes from "./frame.module.css";
import { type NavItem, navGroups } from "./nav-items.ts";

const loadPalette = () => import("./palette.tsx");
const Palette = lazy(async () => ({ default: (await loadPalette()).Palette }));
const openPalette = async () => (await loadPalette()).openSpotlight();

/** The frame around every page: navigation, search, account. */
export function Frame(): ReactNode {
  const [isOpen, { toggle, close }] = useDisclosure();
  const { pathname } = useRouterState({ select: ({ location }) => location });
  // biome-ignore lint/correctness/useExhaustiveDependencies: The navigation closes after each change of page.
  useEffect(close, [pathname]);
  const isNarrow = useMediaQuery("(max-width: 48em)") ?? false;
  return (
    <AppShell
      layout="alt"
      header={{ height: 56, collapsed: !isNarrow }}
      navbar={{ width: 236, breakpoint: "sm", collapsed: { mobile: !isOpen } }}
    >
      <a href="#content" className={classes.skip}>
        Skip to the content
      </a>
      <AppShell.Header px="md" className={classes.bar}>
        <Group h="100%" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap">
            <Burger opened={isOpen} onClick={toggle} size="sm" aria-label="Navigation" />
            <Brand />
          </Group>
          <Button
            variant="default"
            size="compact-md"
            onClick={openPalette}
            leftSection={<Icon name="search" size={15} />}
          >
            Search
          </Button>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar className={classes.bar}>
        <AppShell.Section p="md" pb="xs">
          <Group justify="space-between" wrap="nowrap">
            <Brand />
            {isNarrow && <Burger opened={isOpen} onClick={toggle} size="sm" aria-label="Close navigation" />}
          </Group>
          <Button
            fullWidth
            mt="md"
            variant="default"
            justify="space-between"
            fw={400}
            c="dimmed"
            onClick={openPalette}
            leftSection={<Icon name="search" size={15} />}
            rightSection={<Kbd size="xs">{isMac ? "⌘ K" : "Ctrl K"}</Kbd>}
          >
            Search
          </Button>
        </AppShell.Section>
        <AppShell.Section grow component={ScrollArea} px="xs" type="auto">
          <Navigation />
        </AppShell.Section>
        <AppShell.Section p="xs" className={classes.account}>
          <AccountMenu />
        </AppShell.Section>
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1} className={classes.content}>
        <Outlet />
      </AppShell.Main>
      <Suspense>
        <Palette />
      </Suspense>
    </AppShell>
  );
}

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

function Brand(): ReactNode {
  return (
    <Link to="/" className={classes.brand}>
      <BowlineMark />
      <Text span fw={650}>
        Bowline
      </Text>
    </Link>
  );
}

function Navigation(): ReactNode {
  const { data: identity } = useQuery(identityQuery);
  const isAdmin = identity?.role === "Admin";
  return (
    <nav aria-label="Pages">
      {navGroups.map(({ label, items }) => (
        <div key={label ?? "top"} className={classes.group}>
          {label !== null && (
            <Text size="xs" fw={600} c="dimmed" px="sm" py={4} component="h2">
              {label}
            </Text>
          )}
          {items
            .filter((item) => isAdmin || item.isAdminOnly !== true)
            .map((item) => (
              <NavigationLink key={item.to} item={item} />
            ))}
        </div>
      ))}
    </nav>
  );
}

function NavigationLink({ item: { label, to, icon } }: { item: NavItem }): ReactNode {
  const { pathname } = useRouterState({ select: ({ location }) => location });
  const isActive = to === "/" ? pathname === "/" : pathname === to || pathname.startsWith(`${to}/`);
  return (
    <NavLink
      component={Link}
      to={to}
      label={label}
      leftSection={<Icon name={icon} />}
      rightSection={to === "/approvals" ? <WaitingBadge /> : undefined}
      active={isActive}
      aria-current={isActive ? "page" : undefined}
      className={classes.link}
    />
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
