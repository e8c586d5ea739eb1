import { useEffect, useState } from "react";

const delayMs = 1500;

/** Returns true from some time after the first view on: what is not part of it does not slow it down. */
export function useLater(): boolean {
  const [isLater, setIsLater] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLater(true), delayMs);
    return () => clearTimeout(timer);
  }, []);
  return isLater;
}
