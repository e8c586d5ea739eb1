import type { ApiKey } from "@bowline/sdk";
import { useQueryClient } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { type ReactNode, useMemo, useState } from "react";
import { bowline } from "../../api/bowline.ts";
import { Confirm } from "../../parts/confirm.tsx";
import { Empty } from "../../parts/empty.tsx";
import { SearchRow } from "../../parts/search-row.tsx";
import { VirtualTable } from "../../parts/virtual-table.tsx";
import { When } from "../../parts/when.tsx";
import { listColumns } from "./key-columns.tsx";
import { hasEnded } from "./key-expiry.tsx";
import { useKeyRows } from "./use-key-rows.ts";

const route = getRouteApi("/keys");

/** The keys that fit the search in the address. */
export function KeyList({ keys }: { keys: readonly ApiKey[] }): ReactNode {
  const { search = "" } = route.useSearch();
  const navigate = route.useNavigate();
  const [deleted, setDeleted] = useState<ApiKey | null>(null);
  const queryClient = useQueryClient();
  const rows = useKeyRows(keys, search);
  const columns = useMemo(() => listColumns(setDeleted), []);
  const remove = async () => {
    if (deleted !== null) {
      await bowline.apiKeys.delete(deleted.apiKeyId);
      await queryClient.invalidateQueries({ queryKey: ["api-keys"] });
    }
  };
  return (
    <>
      <SearchRow
        noun="key"
        search={search}
        count={rows.length}
        onSearch={(text) => navigate({ search: { search: text }, replace: true })}
      />
      {rows.length === 0 ? (
        <Empty icon="key-round" title="No key matches">
          Search for a part of its name, of who it acts as, or of its toolset.
        </Empty>
      ) : (
        <VirtualTable
          label="Keys"
          rows={rows}
          columns={columns}
          rowKey={({ key }) => key.apiKeyId}
          rowHeight={{ wide: 52, narrow: 100 }}
        />
      )}
      <Confirm
        isOpen={deleted !== null}
        close={() => setDeleted(null)}
        title={`Delete ${deleted?.name ?? ""}?`}
        action="Delete key"
        run={remove}
      >
        {deleted !== null && describeEnd(deleted)}
      </Confirm>
    </>
  );
}

/** What stops working with a key. */
function describeEnd(key: ApiKey): ReactNode {
  const { lastUsedDate } = key;
  if (hasEnded(key)) {
    return "It has ended, so nothing stops working.";
  }
  return (
    <>
      Programs and agents that use it are refused at once. It was{" "}
      {lastUsedDate === null ? (
        "never used."
      ) : (
        <>
          last used <When date={lastUsedDate} />.
        </>
      )}
    </>
  );
}
