import { Button, List, Stack, Text } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { bowline } from "../../api/bowline.ts";
import { Confirm } from "../../parts/confirm.tsx";
import { signOut } from "../../session/sign-out.ts";

/** Deletes the profile of whoever is signed in, after saying what that means. */
export function DeleteProfile({ email }: { email: string }): ReactNode {
  const [isAsking, setIsAsking] = useState(false);
  const remove = async () => {
    await bowline.auth.deleteProfile();
    await signOut();
  };
  return (
    <>
      <Button variant="light" color="red" onClick={() => setIsAsking(true)}>
        Delete my profile
      </Button>
      <Confirm
        isOpen={isAsking}
        close={() => setIsAsking(false)}
        title="Delete your profile?"
        action="Delete my profile"
        run={remove}
      >
        <Stack gap="xs">
          <Text size="sm" style={{ overflowWrap: "anywhere" }}>
            This cannot be undone, and concerns all companies that {email} belongs to:
          </Text>
          <List size="sm">
            <List.Item>Your name and e-mail address are removed, from the history, too.</List.Item>
            <List.Item>You are signed out everywhere, and cannot sign in any more.</List.Item>
            <List.Item>Your keys stop working, and with them your programs and agents.</List.Item>
            <List.Item>Nobody can use your connections and toolsets any more.</List.Item>
          </List>
          <Text size="sm">What you have done stays in the history, without your name.</Text>
        </Stack>
      </Confirm>
    </>
  );
}
