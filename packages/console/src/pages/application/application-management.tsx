import type { Application } from "@bowline/sdk";
import { Box, Button, Group, Paper, Stack, Switch, Text, Title } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { refreshApplications } from "../../api/applications.ts";
import { bowline } from "../../api/bowline.ts";
import { refreshConnections } from "../../api/connections.ts";
import { Confirm } from "../../parts/confirm.tsx";
import { notePage } from "../../parts/note-page.ts";
import { Problem } from "../../parts/problem.tsx";
import { EditApplication, hasAddress } from "./edit-application.tsx";

/** What an Admin may change of an application. */
export function ApplicationManagement({ application }: { application: Application }): ReactNode {
  const { slug, name, source, authentications } = application;
  const isImported = source !== "builtin" && source !== "code";
  const [isDeleting, setIsDeleting] = useState(false);
  const [isEditing, setIsEditing] = useState(false);
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const showing = useMutation({
    mutationFn: (isEnabled: boolean) => bowline.applications.update(slug, { isEnabled }),
    onSuccess: () => refreshApplications(queryClient),
  });
  const remove = async () => {
    const isHere = notePage();
    await bowline.applications.delete(slug, { force: true });
    if (isHere()) {
      await navigate({ to: "/applications" });
    }
    await Promise.all([refreshApplications(queryClient), refreshConnections(queryClient)]);
  };
  const hasSignIn = authentications.some(({ type }) => type === "oauth2");
  return (
    <Stack maw={760}>
      {hasSignIn && (
        <Section
          title="OAuth client"
          text={`The app that your company registered at ${name}, so that people can sign in.`}
        >
          <Button
            variant="default"
            component={Link}
            to={`/oauth-clients?tab=applications&application=${slug}`}
          >
            OAuth client
          </Button>
        </Section>
      )}
      {isImported && (
        <Section
          title={hasAddress(source) ? "Name and address" : "Name"}
          text={
            hasAddress(source)
              ? "What people and agents read of it, and where its calls go. A later import keeps it."
              : "What people and agents read of it. A later import keeps it."
          }
        >
          <Button variant="default" onClick={() => setIsEditing(true)}>
            Edit
          </Button>
        </Section>
      )}
      {isImported && (
        <Section
          title="Import again"
          text="Read the description anew. The tools keep their names; you see what changes first."
        >
          <Button variant="default" component={Link} to={`/import?slug=${slug}&source=${source}`}>
            Import again
          </Button>
        </Section>
      )}
      <Section
        title="Hide it"
        text="A hidden application is in no list, and none of its tools run, for everybody in the company."
      >
        <Switch
          label="Hidden"
          checked={application.isEnabled === false}
          disabled={showing.isPending}
          onChange={(event) => showing.mutate(!event.currentTarget.checked)}
        />
      </Section>
      {showing.error !== null && <Problem error={showing.error} />}
      {isImported && (
        <Section
          title="Delete it"
          text="Deletes the application and its tools, and everybody's connections to it."
        >
          <Button color="red" variant="light" onClick={() => setIsDeleting(true)}>
            Delete
          </Button>
        </Section>
      )}
      {isEditing && <EditApplication application={application} close={() => setIsEditing(false)} />}
      <Confirm
        isOpen={isDeleting}
        close={() => setIsDeleting(false)}
        title={`Delete ${name}?`}
        action="Delete application"
        run={remove}
      >
        {application.toolCount === 1 ? "Its tool" : `Its ${application.toolCount.toLocaleString("en")} tools`}
        , and everybody's connections to it, are deleted. Toolsets lose them. The history stays.
      </Confirm>
    </Stack>
  );
}

function Section({ title, text, children }: { title: string; text: string; children: ReactNode }): ReactNode {
  return (
    <Paper p="md">
      <Group justify="space-between" wrap="nowrap" align="center">
        <div>
          <Title order={2} fz="md">
            {title}
          </Title>
          <Text size="sm" c="dimmed">
            {text}
          </Text>
        </div>
        {/* Else the words beside it would cut a button on a phone. */}
        <Box style={{ flexShrink: 0 }}>{children}</Box>
      </Group>
    </Paper>
  );
}
