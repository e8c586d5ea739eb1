import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { apiKeysQuery } from "../../api/api-keys.ts";
import { Icon } from "../../icons/icon.tsx";
import { Empty } from "../../parts/empty.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { Page } from "../../parts/page.tsx";
import { CreateKey } from "./create-key.tsx";
import { KeyList } from "./key-list.tsx";

/** The signed-in person's API keys, and for an Admin those of service members. */
export function KeysPage(): ReactNode {
  const query = useQuery(apiKeysQuery);
  const [isCreating, setIsCreating] = useState(false);
  const create = (
    <Button onClick={() => setIsCreating(true)} leftSection={<Icon name="plus" size={16} />}>
      Create key
    </Button>
  );
  return (
    <Page
      title="Keys"
      description="API keys for programs and agents. Narrow a key to one toolset, and it can do nothing else."
      actions={create}
    >
      <Loaded query={query}>
        {(keys) =>
          keys.length === 0 ? (
            <Empty icon="key-round" title="No key yet" action={create}>
              A program sends a key with each call, and acts as you, or as a service member.
            </Empty>
          ) : (
            <KeyList keys={keys} />
          )
        }
      </Loaded>
      {isCreating && <CreateKey close={() => setIsCreating(false)} />}
    </Page>
  );
}
