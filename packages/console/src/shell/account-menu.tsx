import { lazy, type ReactNode, Suspense, useState } from "react";
import { AccountButton } from "./account-button.tsx";

const AccountDropdown = lazy(async () => ({
  default: (await import("./account-dropdown.tsx")).AccountDropdown,
}));

/** Who is signed in, the colours, and the way out. The menu itself comes after the first paint. */
export function AccountMenu(): ReactNode {
  const [isWanted, setIsWanted] = useState(false);
  return (
    <Suspense
      fallback={
        <AccountButton aria-haspopup="menu" aria-expanded={false} onClick={() => setIsWanted(true)} />
      }
    >
      <AccountDropdown isWanted={isWanted} />
    </Suspense>
  );
}
