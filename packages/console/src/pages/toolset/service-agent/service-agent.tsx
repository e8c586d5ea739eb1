import type { Toolset } from "@bowline/sdk";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { Agent } from "../agent.ts";
import { type ActingService, stopActing } from "./acting-service.ts";
import { ServiceChoice } from "./service-choice.tsx";
import { ServiceKey } from "./service-key.tsx";

interface ServiceAgentProps {
  toolset: Toolset;
  keep(agent: Agent): void;
}

/** Sets up a service member for an agent: the member, its connections, a copy of the toolset, and its key. */
export function ServiceAgent({ toolset, keep }: ServiceAgentProps): ReactNode {
  const [service, setService] = useState<ActingService | null>(null);
  const latest = useRef<ActingService | null>(null);
  latest.current = service;
  useEffect(
    () => () => {
      if (latest.current !== null) {
        void stopActing(latest.current);
      }
    },
    [],
  );
  return service === null ? (
    <ServiceChoice toolset={toolset} choose={setService} />
  ) : (
    <ServiceKey toolset={toolset} service={service} keep={keep} />
  );
}
