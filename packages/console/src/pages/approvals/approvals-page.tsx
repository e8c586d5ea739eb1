import { SegmentedControl, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { approvalPage, decidedApprovalsQuery, waitingApprovalsQuery } from "../../api/approvals.ts";
import { identityQuery } from "../../api/identity.ts";
import { Empty } from "../../parts/empty.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { Page } from "../../parts/page.tsx";
import { Problem } from "../../parts/problem.tsx";
import { ShowMore } from "../../parts/show-more.tsx";
import { ApprovalCard } from "./approval-card.tsx";

const route = getRouteApi("/approvals");

/** The calls that wait for this person, and those decided before. */
export function ApprovalsPage(): ReactNode {
  const { status = "waiting" } = route.useSearch();
  const navigate = route.useNavigate();
  const { data: identity } = useQuery(identityQuery);
  const isWaiting = status === "waiting";
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
        value={isWaiting ? "waiting" : "decided"}
        onChange={(next) =>
          navigate({ search: { status: next === "waiting" ? undefined : next }, replace: true })
        }
        data={[
          { value: "waiting", label: "Waiting" },
          { value: "decided", label: "Decided" },
        ]}
        style={{ alignSelf: "flex-start" }}
      />
      <ApprovalList key={status} isWaiting={isWaiting} />
    </Page>
  );
}

function ApprovalList({ isWaiting }: { isWaiting: boolean }): ReactNode {
  const [top, setTop] = useState(approvalPage);
  const query = useQuery(isWaiting ? waitingApprovalsQuery(top) : decidedApprovalsQuery(top));
  return (
    <Loaded query={query}>
      {({ items, totalCount }) => {
        // The oldest that waits first: what arrives appears below, so that no card moves away under the pointer.
        const shown = isWaiting ? items.toReversed() : items;
        return (
          <>
            {query.error !== null && (
              <Problem error={query.error} retry={() => query.refetch()} isTrying={query.isFetching} />
            )}
            {shown.length === 0 ? (
              <Empty icon="hand" title={isWaiting ? "Nothing waits" : "Nothing was decided yet"}>
                {isWaiting ? (
                  <>
                    Choose in the settings of a <Link to="/toolsets">toolset</Link> which calls wait for you.
                    They appear here within seconds.
                  </>
                ) : (
                  "Approved and denied calls are listed here."
                )}
              </Empty>
            ) : (
              <Stack component="ul" p={0} m={0} style={{ listStyle: "none" }}>
                {shown.map((approval) => (
                  <ApprovalCard key={approval.approvalId} approval={approval} />
                ))}
              </Stack>
            )}
            {shown.length > 0 && (
              <ShowMore
                count={items.length}
                {...(isWaiting && { newPlace: 0 })}
                hasMore={totalCount > items.length}
                isLoading={query.isPlaceholderData}
                isDisabled={top >= 1000}
                show={() => setTop(Math.min(top + approvalPage, 1000))}
              >
                {totalCount > items.length && (
                  <Text size="sm" c="dimmed">
                    The newest {items.length.toLocaleString("en")} of {totalCount.toLocaleString("en")} calls
                  </Text>
                )}
              </ShowMore>
            )}
          </>
        );
      }}
    </Loaded>
  );
}
