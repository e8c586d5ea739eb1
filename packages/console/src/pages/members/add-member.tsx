import { Button, Group, Modal, SegmentedControl, Select, Stack, Text, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type FormEvent, type ReactNode, useState } from "react";
import { bowline } from "../../api/bowline.ts";
import { Problem } from "../../parts/problem.tsx";
import { SecretOnce } from "../../parts/secret-once.tsx";

/** Adds a person, who gets a link, or a service. */
export function AddMember({ close }: { close(): void }): ReactNode {
  const [kind, setKind] = useState<"person" | "service">("person");
  const [fullName, setFullName] = useState("");
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<string | null>("Member");
  const queryClient = useQueryClient();
  const adding = useMutation({
    mutationFn: () =>
      bowline.members.create({
        kind,
        fullName: fullName.trim(),
        email: email.trim(),
        role: role === "Admin" ? "Admin" : "Member",
      }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ["members"] }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    adding.mutate();
  };
  if (adding.isSuccess) {
    return (
      <Modal opened onClose={close} title={`${adding.data.fullName} was added`}>
        <Stack>
          {adding.data.invitationUrl === null ? (
            <Text size="sm">
              Now create a key for it on the page <Link to="/keys">Keys</Link>.
            </Text>
          ) : (
            <>
              <Text size="sm">Send this link to {adding.data.fullName}. It works once, within 7 days.</Text>
              <SecretOnce label="Invitation link" value={adding.data.invitationUrl} />
            </>
          )}
          <Group justify="flex-end">
            <Button onClick={close}>Done</Button>
          </Group>
        </Stack>
      </Modal>
    );
  }
  return (
    <Modal opened onClose={close} title="New member">
      <form onSubmit={submit}>
        <Stack>
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
            required
            data-autofocus
          />
          <TextInput
            label="E-mail"
            type="email"
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
            required
          />
          <Select
            label="Role"
            description="Admins also manage members, applications and settings."
            data={["Member", "Admin"]}
            value={role}
            onChange={setRole}
          />
          {adding.error !== null && <Problem error={adding.error} />}
          <Group justify="flex-end">
            <Button type="submit" loading={adding.isPending}>
              Add member
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
