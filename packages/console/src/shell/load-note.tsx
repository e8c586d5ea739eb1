import { useRouterState } from "@tanstack/react-router";
import { type ReactNode, useEffect, useState } from "react";

const patienceMs = 1000;

/** Says that the next page is loaded, where that takes long: until then the page before is shown. */
export function LoadNote(): ReactNode {
  const isLoading = useRouterState({ select: (state) => state.isLoading });
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    setIsLong(false);
    if (isLoading) {
      const timer = setTimeout(() => setIsLong(true), patienceMs);
      return () => clearTimeout(timer);
    }
  }, [isLoading]);
  return (
    <div role="status" className="frame-wait">
      {isLong && "Loading the page …"}
    </div>
  );
}
