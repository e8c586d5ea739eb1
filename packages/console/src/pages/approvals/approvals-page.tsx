import { SegmentedControl, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { decidedApprovalsQuery, waitingApprovalsQuery } from "../../api/approvals.ts";
import { identityQuery } from "../../api/identity.ts";
import { Empty } from "../../parts/empty.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { Page } from "../../parts/page.tsx";
import { ApprovalCard } from "./approval-card.tsx";

const route = getRouteApi("/approvals");

/** The calls that wait for this person, and those decided before. */
export function ApprovalsPage(): ReactNode {
  const { status = "waiting" } = route.useSearch();
  const navigate = route.useNavigate();
  const { data: identity } = useQuery(identityQuery);
  const isWaiting = status === "waiting";
  const query = useQuery(isWaiting ? waitingApprovalsQuery : decidedApprovalsQuery);
  return (
    <Page
      title="Approvals"
      description={
        identity?.role === "Admin"
          ? "Calls that a toolset's settings hold until a person allows them: those of your agents and of the company's service members. Other people decide those of their own agents."
          : "Calls of your agents that a toolset's settings hold until you allow them."
      }
    >
      <SegmentedControl
        aria-label="Status"
        value={status}
        onChange={(next) =>
          navigate({ search: { status: next === "waiting" ? undefined : next }, replace: true })
        }
        data={[
          { value: "waiting", label: "Waiting" },
          { value: "decided", label: "Decided" },
        ]}
        style={{ alignSelf: "flex-start" }}
      />
      <Loaded query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty icon="hand" title={isWaiting ? "Nothing waits" : "Nothing was decided yet"}>
              {isWaiting
                ? "Choose in a toolset's settings which calls wait for you. They appear here within seconds."
                : "Approved and denied calls are listed here."}
            </Empty>
          ) : (
            <Stack component="ul" p={0} m={0} style={{ listStyle: "none" }}>
              {items.map((approval) => (
                <ApprovalCard key={approval.approvalId} approval={approval} />
              ))}
            </Stack>
          )
        }
      </Loaded>
    </Page>
  );
}
