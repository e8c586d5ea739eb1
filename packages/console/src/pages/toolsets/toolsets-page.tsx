import type { Toolset } from "@bowline/sdk";
import { Button, FileButton, Group, SimpleGrid } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { type ReactNode, useRef, useState, useTransition } from "react";
import { toolsetsQuery } from "../../api/toolsets.ts";
import { Icon } from "../../icons/icon.tsx";
import { countOf } from "../../parts/count-of.ts";
import { Empty } from "../../parts/empty.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { matchWords } from "../../parts/match-words.ts";
import { notePage } from "../../parts/note-page.ts";
import { Page } from "../../parts/page.tsx";
import { describeError } from "../../parts/problem.tsx";
import { SearchRow } from "../../parts/search-row.tsx";
import { ShowMore } from "../../parts/show-more.tsx";
import { CreateToolset } from "./create-toolset.tsx";
import { importToolset } from "./import-toolset.ts";
import { ToolsetCard } from "./toolset-card.tsx";

const route = getRouteApi("/toolsets");
/** More toolsets than this can be searched. */
const manyToolsets = 9;
/** How many cards are shown first, and added by each press of "Show more": drawing hundreds takes seconds. */
const cardsOfPage = 60;

/** The signed-in person's toolsets. */
export function ToolsetsPage(): ReactNode {
  const query = useQuery(toolsetsQuery);
  const [isCreating, setIsCreating] = useState(false);
  const navigate = useNavigate();
  const create = (
    <Button onClick={() => setIsCreating(true)} leftSection={<Icon name="plus" size={16} />}>
      Create toolset
    </Button>
  );
  return (
    <Page
      title="Toolsets"
      description="The tools that an agent gets, and nothing else. Each has an MCP address of its own."
      actions={
        <>
          <ImportButton />
          {create}
        </>
      }
    >
      <Loaded query={query}>
        {(toolsets) =>
          toolsets.length === 0 ? (
            <Empty icon="layers" title="No toolset yet" action={create}>
              Choose tools of your connections, then connect Claude, ChatGPT, Cursor or your own code to them.
            </Empty>
          ) : (
            <ToolsetCards toolsets={toolsets} />
          )
        }
      </Loaded>
      <CreateToolset
        isOpen={isCreating}
        close={() => setIsCreating(false)}
        onCreated={({ toolsetId }) => navigate({ to: "/toolsets/$toolsetId", params: { toolsetId } })}
      />
    </Page>
  );
}

function ToolsetCards({ toolsets }: { toolsets: readonly Toolset[] }): ReactNode {
  const { search = "" } = route.useSearch();
  const navigate = route.useNavigate();
  const [most, setMost] = useState(cardsOfPage);
  const [isDrawing, startDrawing] = useTransition();
  const fits = matchWords(search);
  const fitting = toolsets.filter(({ name, connections }) =>
    fits(`${name} ${connections.map((one) => one.applicationName).join(" ")}`),
  );
  return (
    <>
      {(toolsets.length > manyToolsets || search !== "") && (
        <SearchRow
          noun="toolset"
          search={search}
          count={fitting.length}
          onSearch={(text) => navigate({ search: { search: text }, replace: true })}
        />
      )}
      {fitting.length === 0 ? (
        <Empty icon="layers" title="No toolset matches">
          Search for a part of its name, or for an application.
        </Empty>
      ) : (
        <>
          <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} role="list">
            {fitting.slice(0, most).map((toolset) => (
              <ToolsetCard key={toolset.toolsetId} toolset={toolset} />
            ))}
          </SimpleGrid>
          <ShowMore
            count={Math.min(most, fitting.length)}
            hasMore={fitting.length > most}
            isLoading={isDrawing}
            show={() => startDrawing(() => setMost(most + cardsOfPage))}
          />
        </>
      )}
    </>
  );
}

/** The most names in one message. */
const mostNamed = 10;

const listFirst = (names: readonly string[]): string =>
  names.length <= mostNamed
    ? names.join(", ")
    : `${names.slice(0, mostNamed).join(", ")} and ${countOf(names.length - mostNamed, "more tool")}`;

function ImportButton(): ReactNode {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const reset = useRef<() => void>(null);
  const read = async (file: File | null) => {
    // The same file may be chosen again.
    reset.current?.();
    if (file === null) {
      return;
    }
    const isHere = notePage();
    try {
      const { toolsetId, missing, unknown } = await importToolset(await file.text(), queryClient);
      const left = [
        missing.length > 0 && `You have no connection to ${missing.join(", ")}.`,
        unknown.length > 0 && `This server does not have ${listFirst(unknown)}.`,
      ].filter(Boolean);
      if (left.length > 0) {
        notifications.show({
          color: "orange",
          title: "Some tools were left out",
          message: left.join(" "),
          autoClose: false,
        });
      }
      if (isHere()) {
        await navigate({ to: "/toolsets/$toolsetId", params: { toolsetId } });
      }
    } catch (error) {
      notifications.show({ color: "red", title: "The file was not imported", message: describeError(error) });
    }
  };
  return (
    <Group>
      <FileButton onChange={read} accept="application/json" resetRef={reset}>
        {(props) => (
          <Button {...props} variant="default" leftSection={<Icon name="upload" size={16} />}>
            From a file
          </Button>
        )}
      </FileButton>
    </Group>
  );
}
