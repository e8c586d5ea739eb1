import type { Application } from "@bowline/sdk";
import { Alert, Button, Checkbox, Modal, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { applicationQuery, refreshApplications } from "../../api/applications.ts";
import { bowline } from "../../api/bowline.ts";
import { refreshConnections } from "../../api/connections.ts";
import { Icon } from "../../icons/icon.tsx";
import { ChangedElsewhere } from "../../parts/changed-elsewhere.tsx";
import { DialogButtons } from "../../parts/dialog-buttons.tsx";
import { type Edited, listConflicts, takeOver } from "../../parts/edited.ts";
import { useFieldIssues } from "../../parts/field-issues.ts";
import { Problem } from "../../parts/problem.tsx";
import { useFocusReturn } from "../../parts/use-focus-return.ts";

/** A database's address is entered by whoever connects. */
export const hasAddress = (source: Application["source"]): boolean => source !== "sql";

type EditForm = Pick<Application, "name" | "description">;

const readForm = ({ name, description }: Application): EditForm => ({ name, description });

const labels: Record<keyof EditForm, string> = { name: "Name", description: "Description" };

/** Changes the name, the description and the address of an imported application. */
export function EditApplication({
  application,
  close,
}: {
  application: Application;
  close(): void;
}): ReactNode {
  const { slug } = application;
  const saved = readForm(application);
  const [edited, setEdited] = useState({ draft: saved, base: saved });
  const taken = takeOver(edited, saved);
  if (taken !== edited) {
    setEdited(taken);
  }
  const { draft, base } = edited;
  const change = (changes: Partial<EditForm>) =>
    setEdited((before) => ({ ...before, draft: { ...before.draft, ...changes } }));
  const [move, setMove] = useState<Move>({ address: "", isAsDescribed: false });
  const queryClient = useQueryClient();
  const saving = useMutation({
    mutationFn: (seen: EditForm) => {
      const mine = { draft: { ...draft, name: draft.name.trim() }, base: seen };
      return saveEdit(queryClient, slug, mine, move.isAsDescribed ? "" : move.address.trim() || null);
    },
    onSuccess: async (isSaved) => {
      if (!isSaved) {
        return;
      }
      await Promise.all([refreshApplications(queryClient), refreshConnections(queryClient)]);
      notifications.show({ color: "teal", message: "Saved." });
      close();
    },
  });
  const form = useRef<HTMLFormElement>(null);
  const { issues, rest } = useFieldIssues(form, saving.error, ["name", "description", "baseUrl"]);
  useFocusReturn();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    saving.mutate(base);
  };
  const conflicts = listConflicts(edited, saved).map((part) => ({
    name: labels[part],
    theirs: saved[part],
    mine: draft[part],
  }));
  return (
    <Modal opened onClose={() => !saving.isPending && close()} title={`Edit ${application.name}`} size="lg">
      <form ref={form} onSubmit={submit}>
        <Stack>
          <TextInput
            label={labels.name}
            value={draft.name}
            onChange={(event) => change({ name: event.currentTarget.value })}
            error={issues.name}
            required
            data-autofocus
          />
          <Textarea
            label={labels.description}
            description="People and agents find it by these words."
            value={draft.description}
            onChange={(event) => change({ description: event.currentTarget.value })}
            error={issues.description}
            minRows={2}
            maxRows={8}
            autosize
          />
          {hasAddress(application.source) && (
            <AddressFields
              move={move}
              change={(changes) => setMove((before) => ({ ...before, ...changes }))}
              issue={issues.baseUrl}
            />
          )}
          <ChangedElsewhere
            conflicts={conflicts}
            form={{
              isSaving: saving.isPending,
              replace: () => saving.mutate(saved),
              discard: () => setEdited({ draft: saved, base: saved }),
            }}
          />
          {rest !== null && <Problem error={rest} />}
          <DialogButtons cancel={close} isPending={saving.isPending}>
            <Button type="submit" loading={saving.isPending}>
              Save
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  );
}

/** Saves what is changed here. False: somebody else has changed the same parts meanwhile, so nothing is saved. */
async function saveEdit(
  queryClient: QueryClient,
  slug: string,
  mine: Edited<EditForm>,
  baseUrl: string | null,
): Promise<boolean> {
  // The page shows what somebody else saved meanwhile, too.
  const current = readForm(await queryClient.fetchQuery({ ...applicationQuery(slug), staleTime: 0 }));
  if (listConflicts(mine, current).length > 0) {
    return false;
  }
  const { name, description } = takeOver(mine, current).draft;
  await bowline.applications.update(slug, {
    name: name === current.name ? null : name,
    description: description === current.description ? null : description,
    baseUrl,
  });
  return true;
}

/** Where the application's calls will go. */
interface Move {
  /** Empty: where they go now. */
  address: string;
  /** Whether the address of the API's description counts again. */
  isAsDescribed: boolean;
}

interface AddressFieldsProps {
  move: Move;
  change(changes: Partial<Move>): void;
  issue: string | undefined;
}

/** The new address of the API, and what it does to connections. */
function AddressFields({ move, change, issue }: AddressFieldsProps): ReactNode {
  const { address, isAsDescribed } = move;
  return (
    <>
      <TextInput
        label="New address of the API"
        description="For everybody's calls. Empty: the address stays as it is."
        placeholder="https://api.example.com/v2"
        type="url"
        value={address}
        onChange={(event) => change({ address: event.currentTarget.value })}
        error={issue}
        disabled={isAsDescribed}
        spellCheck={false}
      />
      <div>
        <Checkbox
          label="Go back to the address of the API's description"
          checked={isAsDescribed}
          onChange={(event) => change({ isAsDescribed: event.currentTarget.checked })}
        />
        <div role="status">
          {(isAsDescribed || address.trim() !== "") && (
            <Alert color="yellow" icon={<Icon name="triangle-alert" />} title="Connections may stop" mt="md">
              <Text size="sm" c="var(--mantine-color-text)">
                Credentials go to no address that they were not entered for. Where the host, the port or the
                scheme is another one, every connection with credentials stops, also those of colleagues, and
                its calls fail until its owner confirms the new address on the page Connections.
              </Text>
            </Alert>
          )}
        </div>
      </div>
    </>
  );
}
