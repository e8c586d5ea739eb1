import { type ReactNode, useEffect, useState, useSyncExternalStore } from "react";
import { readWaitEnd, subscribeToWaits } from "../api/waits.ts";

/** Says quietly that the server wants no more calls for some seconds, and that the page then goes on. */
export function WaitNote(): ReactNode {
  const end = useSyncExternalStore(subscribeToWaits, readWaitEnd);
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (end > 0) {
      setNow(Date.now());
      const timer = setInterval(() => setNow(Date.now()), 1000);
      return () => clearInterval(timer);
    }
  }, [end]);
  const seconds = Math.max(1, Math.ceil((end - now) / 1000));
  return (
    <div role="status" className="frame-wait">
      {end > 0 && (
        <>
          Too many calls at once. {/* Read out once, not each second. */}
          <span aria-hidden="true">This page goes on in {seconds} s.</span>
          <span className="frame-hidden">This page goes on by itself.</span>
        </>
      )}
    </div>
  );
}
