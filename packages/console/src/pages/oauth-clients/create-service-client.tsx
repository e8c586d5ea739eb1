import { scopes } from "@bowline/sdk";
import { Code, MultiSelect, Select, Text, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { bowline } from "../../api/bowline.ts";
import { serviceClientsQuery } from "../../api/service-clients.ts";
import { CreateDialog } from "../../parts/create-dialog.tsx";
import { mostChoices } from "../../parts/most-choices.ts";
import { SecretDialog } from "../../parts/secret-dialog.tsx";

interface CreateServiceClientProps {
  services: { value: string; label: string }[];
  close(): void;
}

/** Creates a client of a service member, and shows its secret once. */
export function CreateServiceClient({ services, close }: CreateServiceClientProps): ReactNode {
  const [name, setName] = useState("");
  const [only] = services.length === 1 ? services : [];
  const [member, setMember] = useState<string | null>(only?.value ?? null);
  const [chosen, setChosen] = useState<string[]>(["tools:read", "tools:execute"]);
  const queryClient = useQueryClient();
  const create = async () => {
    const created = await bowline.clients.create({
      name: name.trim(),
      accountUserId: Number(member),
      scopes: scopes.filter((scope) => chosen.includes(scope)),
    });
    await queryClient.invalidateQueries({ queryKey: serviceClientsQuery.queryKey });
    return created;
  };
  return (
    <CreateDialog
      title="New client"
      action="Create client"
      create={create}
      close={close}
      show={({ clientId, clientSecret }) => (
        <SecretDialog title="Your new client" label="Client secret" value={clientSecret} close={close}>
          <Text size="sm">
            Client id: <Code>{clientId}</Code>
          </Text>
        </SecretDialog>
      )}
      fields={["name", "accountUserId", "scopes"]}
    >
      {(issues) => (
        <>
          <TextInput
            label="Name"
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={issues.name}
            required
            data-autofocus
          />
          <Select
            label="Acts as"
            data={services}
            value={member}
            onChange={setMember}
            error={issues.accountUserId}
            searchable
            limit={mostChoices}
            nothingFoundMessage="No service member matches"
            required
          />
          <MultiSelect
            label="Scopes"
            data={scopes}
            value={chosen}
            onChange={setChosen}
            error={issues.scopes}
            required
          />
        </>
      )}
    </CreateDialog>
  );
}
