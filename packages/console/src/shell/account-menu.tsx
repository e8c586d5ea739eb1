import { lazy, type ReactNode, Suspense, useState } from "react";
import { AccountButton } from "./account-button.tsx";

const loadDropdown = () => import("./account-dropdown.tsx");
const AccountDropdown = lazy(async () => ({ default: (await loadDropdown()).AccountDropdown }));

/** Who is signed in, the colors, and the way out. The menu is loaded when somebody is about to use it. */
export function AccountMenu(): ReactNode {
  const [isWanted, setIsWanted] = useState(false);
  const button = (
    <AccountButton
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={() => void loadDropdown()}
      onFocus={() => void loadDropdown()}
      onClick={() => setIsWanted(true)}
    />
  );
  return isWanted ? (
    <Suspense fallback={button}>
      <AccountDropdown />
    </Suspense>
  ) : (
    button
  );
}
