import type { Toolset } from "@bowline/sdk";
import { Button, Group, Select, Stack, Text, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { bowline } from "../../../api/bowline.ts";
import { membersQuery } from "../../../api/members.ts";
import { useFieldIssues } from "../../../parts/field-issues.ts";
import { listMemberChoices } from "../../../parts/list-member-choices.ts";
import { mostChoices } from "../../../parts/most-choices.ts";
import { Problem } from "../../../parts/problem.tsx";
import { nameAgent } from "../name-agent.ts";
import { type ActingService, actAsService } from "./acting-service.ts";

interface ServiceChoiceProps {
  toolset: Toolset;
  choose(service: ActingService): void;
}

const another = "new";

/** Chooses a service member of the company, or adds one. */
export function ServiceChoice({ toolset, choose }: ServiceChoiceProps): ReactNode {
  const { data: members = [] } = useQuery(membersQuery);
  const services = members.filter(({ kind }) => kind === "service");
  const [chosen, setChosen] = useState<string | null>(null);
  const [fullName, setFullName] = useState(nameAgent(toolset));
  const [email, setEmail] = useState("");
  const queryClient = useQueryClient();
  const value = chosen ?? (services.length === 0 ? another : null);
  const choosing = useMutation({
    mutationFn: async () => {
      const service =
        services.find(({ accountUserId }) => String(accountUserId) === value) ??
        (await bowline.members.create({
          kind: "service",
          fullName: fullName.trim(),
          email: email.trim(),
          role: "Member",
        }));
      await queryClient.invalidateQueries({ queryKey: membersQuery.queryKey });
      return actAsService(service);
    },
    gcTime: 0,
    onSuccess: choose,
  });
  const form = useRef<HTMLFormElement>(null);
  const { issues, rest } = useFieldIssues(form, choosing.error, ["fullName", "email"]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    choosing.mutate();
  };
  return (
    <form ref={form} onSubmit={submit}>
      <Stack gap="sm" maw={560}>
        <Text size="sm" c="dimmed">
          The agent gets accounts of its own, and the history names it instead of you. It gets a copy of this
          toolset as it is now; doing this again brings the copy up to date.
        </Text>
        {services.length > 0 && (
          <Select
            label="Service member"
            placeholder="Choose one"
            data={[{ value: another, label: "Add a new one" }, ...listMemberChoices(services)]}
            value={value}
            onChange={setChosen}
            allowDeselect={false}
            searchable
            limit={mostChoices}
            nothingFoundMessage="No service member matches"
            required
          />
        )}
        {value === another && (
          <>
            <TextInput
              label="Name"
              description="The history shows it."
              value={fullName}
              onChange={(event) => setFullName(event.currentTarget.value)}
              error={issues.fullName}
              required
            />
            <TextInput
              label="E-mail"
              description="Tells it from other members. Nothing is sent there."
              type="email"
              value={email}
              onChange={(event) => setEmail(event.currentTarget.value)}
              error={issues.email}
              required
            />
          </>
        )}
        {rest !== null && <Problem error={rest} />}
        <Group>
          <Button type="submit" loading={choosing.isPending}>
            Continue
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
