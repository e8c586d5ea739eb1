import { Select, Switch, TextInput } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { bowline } from "../../api/bowline.ts";
import { identityQuery } from "../../api/identity.ts";
import { membersQuery } from "../../api/members.ts";
import { toolsetsQuery } from "../../api/toolsets.ts";
import { CreateDialog } from "../../parts/create-dialog.tsx";
import { listMemberChoices } from "../../parts/list-member-choices.ts";
import { mostChoices } from "../../parts/most-choices.ts";
import { SecretDialog } from "../../parts/secret-dialog.tsx";
import { readServerTime } from "../../session/server-clock.ts";

const lifetimes = [
  { value: "never", label: "Never" },
  { value: "7", label: "In 7 days" },
  { value: "30", label: "In 30 days" },
  { value: "90", label: "In 90 days" },
  { value: "365", label: "In a year" },
];
const dayMs = 86_400_000;

/** Creates a key, and shows it once. */
export function CreateKey({ close }: { close(): void }): ReactNode {
  const [name, setName] = useState("");
  const [toolsetId, setToolsetId] = useState<string | null>(null);
  const [member, setMember] = useState<string | null>(null);
  const [lifetime, setLifetime] = useState<string | null>("90");
  const [isReadOnly, setIsReadOnly] = useState(false);
  const { data: identity } = useQuery(identityQuery);
  const isAdmin = identity?.role === "Admin";
  const { data: members = [] } = useQuery({ ...membersQuery, enabled: isAdmin });
  const { data: toolsets = [] } = useQuery(toolsetsQuery);
  const queryClient = useQueryClient();
  const services = members.filter(({ kind }) => kind === "service");
  const create = async () => {
    const created = await bowline.apiKeys.create({
      name: name.trim(),
      toolsetId: member === null ? toolsetId : null,
      readOnly: isReadOnly,
      accountUserId: member === null ? null : Number(member),
      expiresDate:
        lifetime === null || lifetime === "never"
          ? null
          : new Date(readServerTime() + Number(lifetime) * dayMs).toISOString(),
    });
    await queryClient.invalidateQueries({ queryKey: ["api-keys"] });
    return created;
  };
  return (
    <CreateDialog
      title="New key"
      action="Create key"
      create={create}
      close={close}
      show={({ apiKey }) => <SecretDialog title="Your new key" label="Key" value={apiKey} close={close} />}
      fields={["name"]}
    >
      {(issues) => (
        <>
          <TextInput
            label="Name"
            description="Where it is used, such as “Laptop” or “Support agent”."
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={issues.name}
            required
            data-autofocus
          />
          {isAdmin && services.length > 0 && (
            <Select
              label="Acts as"
              placeholder="You"
              data={listMemberChoices(services)}
              value={member}
              onChange={setMember}
              clearable
              searchable
              limit={mostChoices}
              nothingFoundMessage="No service member matches"
            />
          )}
          <Select
            label="May use"
            description={
              member === null
                ? "A key for one toolset can do nothing else."
                : "A service member uses toolsets of its own. The Agents tab of a toolset makes a key for one."
            }
            placeholder="Everything"
            data={toolsets.map((toolset) => ({ value: toolset.toolsetId, label: toolset.name }))}
            value={member === null ? toolsetId : null}
            onChange={setToolsetId}
            disabled={member !== null}
            clearable
            searchable
            limit={mostChoices}
            nothingFoundMessage="No toolset matches"
          />
          <Switch
            label="Only read, and only tools that read"
            checked={isReadOnly}
            onChange={(event) => setIsReadOnly(event.currentTarget.checked)}
          />
          <Select label="Ends" data={lifetimes} value={lifetime} onChange={setLifetime} />
        </>
      )}
    </CreateDialog>
  );
}
