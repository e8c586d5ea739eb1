import { focusManager, type QueryClient } from "@tanstack/react-query";

/** What one small call reads. Others may have changed it. */
const cheap = new Set<unknown>([
  "api-keys",
  "connections",
  "grants",
  "identity",
  "members",
  "oauth-clients",
  "resolution",
  "service-clients",
  "status",
  "toolsets",
]);

/** What only a person asks for: a call to the application, or figures of something that is saved. */
const onDemand = new Set<unknown>(["first-tools", "objects", "size", "test"]);

/** What is cheap to read is read again when it is shown next. Until then, what was read before is shown. */
export function expireCheapQueries(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({
    predicate: ({ queryKey: [resource, part] }) => cheap.has(resource) && !onDemand.has(part),
    refetchType: "none",
  });
}

/** Reads what is shown again when somebody turns to the page: also from another window, where the page was in sight. */
export function readAgainOnFocus(queryClient: QueryClient): void {
  focusManager.setEventListener((notify) => {
    const look = () => {
      if (!document.hidden) {
        expireCheapQueries(queryClient);
        void queryClient.invalidateQueries({ queryKey: ["applications"], refetchType: "none" });
      }
      notify();
    };
    window.addEventListener("visibilitychange", look);
    window.addEventListener("focus", look);
    return () => {
      window.removeEventListener("visibilitychange", look);
      window.removeEventListener("focus", look);
    };
  });
}
