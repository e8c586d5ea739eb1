import { lazy, type ReactNode, Suspense, useState } from "react";
import { loadPart } from "../load-part.ts";
import { PartBoundary } from "../parts/part-boundary.tsx";
import { AccountButton } from "./account-button.tsx";

const loadDropdown = () => loadPart(() => import("./account-dropdown.tsx"));
const preloadDropdown = () => void loadDropdown().catch(() => undefined);
const AccountDropdown = lazy(async () => ({ default: (await loadDropdown()).AccountDropdown }));

/** Who is signed in, the colors, and the way out. The menu is loaded when somebody is about to use it. */
export function AccountMenu(): ReactNode {
  const [isWanted, setIsWanted] = useState(false);
  const button = (
    <AccountButton
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={preloadDropdown}
      onFocus={preloadDropdown}
      onClick={() => setIsWanted(true)}
    />
  );
  return isWanted ? (
    <PartBoundary>
      <Suspense fallback={button}>
        <AccountDropdown />
      </Suspense>
    </PartBoundary>
  ) : (
    button
  );
}
