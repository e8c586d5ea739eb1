import { useHotkeys } from "@mantine/hooks";
import { Link, Outlet, useRouterState } from "@tanstack/react-router";
import {
  type FocusEvent,
  type KeyboardEvent,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { BowlineMark } from "../icons/bowline-mark.tsx";
import { loadPart } from "../load-part.ts";
import { MissingPart } from "../parts/missing-part.tsx";
import { PartBoundary } from "../parts/part-boundary.tsx";
import { isSessionEnded, subscribeToSession } from "../session/ended-session.ts";
import { AccountMenu } from "./account-menu.tsx";
import { catchKeys, releaseKeys } from "./catch-keys.ts";
import "./frame.css";
import { LoadNote } from "./load-note.tsx";
import { Navigation } from "./navigation.tsx";
import { SearchButton } from "./search-button.tsx";
import { useFirstViewEnd } from "./use-first-view-end.ts";
import { useLater } from "./use-later.ts";
import { WaitNote } from "./wait-note.tsx";

// The palette and notifications come some time after the first view. What was announced before is not lost.
const Palette = lazy(async () => ({ default: (await loadPart(() => import("./palette.tsx"))).Palette }));
const SessionEnded = lazy(async () => ({
  default: (await loadPart(() => import("./session-ended.tsx"))).SessionEnded,
}));
const Shortcuts = lazy(async () => ({
  default: (await loadPart(() => import("./shortcuts.tsx"))).Shortcuts,
}));
const Notifications = lazy(async () => ({
  default: (await loadPart(() => import("./notifications.tsx"))).Notifications,
}));

/** Dialogs are at 200, and menus at 300: a notification stays as long as the pointer is on it, so it must not lie on a menu. */
const aboveDialogs = 250;

/** The frame around every page: navigation, search, account. Plain elements, because it is part of every first view. */
export function Frame(): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  const [paletteOpenings, setPaletteOpenings] = useState(0);
  const [hasShortcuts, setHasShortcuts] = useState(false);
  const isLater = useLater();
  const isEnded = useSyncExternalStore(subscribeToSession, isSessionEnded);
  useFirstViewEnd();
  const opener = useRef<HTMLButtonElement>(null);
  const closer = useRef<HTMLButtonElement>(null);
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: The navigation closes after each change of page.
  useEffect(() => setIsOpen(false), [pathname]);
  const openPalette = () => {
    catchKeys();
    setPaletteOpenings((before) => before + 1);
  };
  useHotkeys([
    ["/", openPalette],
    // Many keyboards have it above a digit.
    ["shift+/", openPalette],
    ["shift+?", () => setHasShortcuts(true)],
  ]);
  // Also from a field.
  useHotkeys([["mod+K", openPalette]], []);
  const closeAfterLink = () => {
    if (isOpen) {
      setIsOpen(false);
      // Also when the link leads to the page that is there.
      document.getElementById("content")?.focus({ preventScroll: true });
    }
  };
  const closeByHand = () => {
    setIsOpen(false);
    opener.current?.focus();
  };
  const closeByKey = ({ key, currentTarget, target }: KeyboardEvent) => {
    // React passes on the keys of the account's menu, too, which is not below this element in the page.
    if (isOpen && key === "Escape" && currentTarget.contains(target as Node)) {
      closeByHand();
    }
  };
  // On a phone it covers the page, where nobody would see what has the focus. A dialog lies above both.
  const closeWhenLeft = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (currentTarget.parentElement?.contains(relatedTarget) && !currentTarget.contains(relatedTarget)) {
      setIsOpen(false);
    }
  };
  return (
    <>
      <a href="#content" className="frame-skip">
        Skip to the content
      </a>
      <header className="frame-header">
        <button
          type="button"
          ref={opener}
          className="frame-burger"
          aria-label="Navigation"
          aria-expanded={isOpen}
          onClick={() => {
            setIsOpen(true);
            // It can take the focus when it is visible.
            requestAnimationFrame(() => closer.current?.focus());
          }}
        >
          <Lines d="M1 3h16M1 9h16M1 15h16" />
        </button>
        <Brand />
        <SearchButton isCompact open={openPalette} />
      </header>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Its button to close does the same. */}
      <div
        className="frame-sidebar"
        data-open={isOpen || undefined}
        onKeyDown={closeByKey}
        onBlur={closeWhenLeft}
      >
        <div className="frame-top">
          <div className="frame-brand-row">
            <Brand />
            <button
              type="button"
              ref={closer}
              className="frame-burger"
              aria-label="Close navigation"
              onClick={closeByHand}
            >
              <Lines d="M3 3l12 12M15 3L3 15" />
            </button>
          </div>
          <SearchButton open={openPalette} />
        </div>
        <Navigation follow={closeAfterLink} />
        <div className="frame-account">
          <AccountMenu />
        </div>
      </div>
      <main id="content" aria-labelledby="page-title" tabIndex={-1} className="frame-content">
        <Outlet />
      </main>
      <WaitNote />
      <LoadNote />
      <PartBoundary fallback={<FramePartMissing paletteOpenings={paletteOpenings} />}>
        {/* Each by itself: while one is loaded, the others would be hidden. */}
        <Suspense>{hasShortcuts && <Shortcuts close={() => setHasShortcuts(false)} />}</Suspense>
        <Suspense>{isEnded && <SessionEnded />}</Suspense>
        <Suspense>{(paletteOpenings > 0 || isLater) && <Palette openings={paletteOpenings} />}</Suspense>
        <Suspense>
          {isLater && (
            <Notifications position="bottom-right" notificationMaxHeight="50dvh" zIndex={aboveDialogs} />
          )}
        </Suspense>
      </PartBoundary>
    </>
  );
}

/** Beside the page, which goes on, and has the keys: no palette comes. */
function FramePartMissing({ paletteOpenings }: { paletteOpenings: number }): ReactNode {
  // biome-ignore lint/correctness/useExhaustiveDependencies: Each opening asks for the keys again.
  useEffect(releaseKeys, [paletteOpenings]);
  return (
    <div className="frame-missing">
      <MissingPart />
    </div>
  );
}

function Brand(): ReactNode {
  return (
    <Link to="/" className="frame-brand">
      <BowlineMark />
      Bowline
    </Link>
  );
}

/** The icon of the buttons that open and close the navigation. */
function Lines({ d }: { d: string }): ReactNode {
  return (
    <svg width={18} height={18} stroke="currentColor" strokeWidth={1.6} aria-hidden="true" focusable="false">
      <path d={d} />
    </svg>
  );
}
