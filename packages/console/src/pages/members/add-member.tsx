import { Button, Group, Modal, SegmentedControl, Select, Stack, Text, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { bowline } from "../../api/bowline.ts";
import { CreateDialog } from "../../parts/create-dialog.tsx";
import { SecretDialog } from "../../parts/secret-dialog.tsx";

/** Adds a person, who gets a link, or a service. */
export function AddMember({ close }: { close(): void }): ReactNode {
  const [kind, setKind] = useState<"person" | "service">("person");
  const [fullName, setFullName] = useState("");
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<string | null>("Member");
  const queryClient = useQueryClient();
  const create = async () => {
    const created = await bowline.members.create({
      kind,
      fullName: fullName.trim(),
      email: email.trim(),
      role: role === "Admin" ? "Admin" : "Member",
    });
    await queryClient.invalidateQueries({ queryKey: ["members"] });
    return created;
  };
  return (
    <CreateDialog
      title="New member"
      action="Add member"
      create={create}
      close={close}
      show={(added) =>
        added.invitationUrl === null ? (
          <ServiceAdded fullName={added.fullName} close={close} />
        ) : (
          <SecretDialog
            title={`${added.fullName} was added`}
            label="Invitation link"
            value={added.invitationUrl}
            close={close}
          >
            <Text size="sm">Send this link to {added.fullName}. It works once, within 7 days.</Text>
          </SecretDialog>
        )
      }
      fields={["fullName", "email"]}
    >
      {(issues) => (
        <>
          <SegmentedControl
            aria-label="Kind"
            value={kind}
            onChange={(value) => setKind(value === "service" ? "service" : "person")}
            data={[
              { value: "person", label: "Person" },
              { value: "service", label: "Service" },
            ]}
          />
          <TextInput
            label="Name"
            value={fullName}
            onChange={(event) => setFullName(event.currentTarget.value)}
            error={issues.fullName}
            required
            data-autofocus
          />
          <TextInput
            label="E-mail"
            type="email"
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
            error={issues.email}
            required
          />
          <Select
            label="Role"
            description="Admins also manage members, applications and settings."
            data={["Member", "Admin"]}
            value={role}
            onChange={setRole}
          />
        </>
      )}
    </CreateDialog>
  );
}

function ServiceAdded({ fullName, close }: { fullName: string; close(): void }): ReactNode {
  return (
    <Modal opened onClose={close} title={`${fullName} was added`}>
      <Stack>
        <Text size="sm">
          Now create a key for it on the page <Link to="/keys">Keys</Link>.
        </Text>
        <Group justify="flex-end">
          <Button onClick={close} data-autofocus>
            Done
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
