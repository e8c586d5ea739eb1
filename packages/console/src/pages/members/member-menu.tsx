import type { Member } from "@bowline/sdk";
import { ActionIcon, Menu, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { bowline } from "../../api/bowline.ts";
import { Icon } from "../../icons/icon.tsx";
import { CallsItem } from "../../parts/calls-item.tsx";
import { Confirm } from "../../parts/confirm.tsx";
import { DeleteItem } from "../../parts/delete-item.tsx";
import { describeActionError } from "../../parts/problem.tsx";
import { SecretDialog } from "../../parts/secret-dialog.tsx";
import { useLeftMenuFocus } from "../../parts/use-left-focus.ts";

interface MemberMenuProps {
  member: Member;
  /** A name that tells the member from all others. */
  name: string;
}

/** What an Admin can do with a member. */
export function MemberMenu({ member, name }: MemberMenuProps): ReactNode {
  const { accountUserId, kind, role } = member;
  const [isRemoving, setIsRemoving] = useState(false);
  const [invitation, setInvitation] = useState<string | null>(null);
  const queryClient = useQueryClient();
  // Somebody else may remove the member meanwhile.
  useLeftMenuFocus();
  const refresh = () => queryClient.invalidateQueries({ queryKey: ["members"] });
  const run = async (call: () => Promise<string | null>) => {
    try {
      const message = await call();
      if (message !== null) {
        notifications.show({ color: "teal", message });
      }
    } catch (error) {
      notifications.show({ color: "red", title: name, message: describeActionError(error) });
    }
    await refresh();
  };
  const changeRole = () =>
    run(async () => {
      const next = role === "Admin" ? "Member" : "Admin";
      await bowline.members.update(accountUserId, { role: next });
      return `${name} is ${next === "Admin" ? "an Admin" : "a Member"} now.`;
    });
  const invite = () =>
    run(async () => {
      setInvitation((await bowline.members.createInvitation(accountUserId)).invitationUrl);
      return null;
    });
  const signOut = () =>
    run(async () => {
      await bowline.members.endSessions(accountUserId);
      return `${name} was signed out everywhere.`;
    });
  return (
    <>
      <Menu position="bottom-end" width={230}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={`Actions of ${name}`}>
            <Icon name="ellipsis" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<Icon name="shield-check" size={16} />} onClick={changeRole}>
            {role === "Admin" ? "Make a Member" : "Make an Admin"}
          </Menu.Item>
          {kind === "person" && (
            <>
              <Menu.Item leftSection={<Icon name="link" size={16} />} onClick={invite}>
                New link to set a password
              </Menu.Item>
              <Menu.Item leftSection={<Icon name="log-out" size={16} />} onClick={signOut}>
                Sign out everywhere
              </Menu.Item>
            </>
          )}
          <CallsItem of="member" id={accountUserId} />
          <Menu.Divider />
          <DeleteItem onClick={() => setIsRemoving(true)}>Remove</DeleteItem>
        </Menu.Dropdown>
      </Menu>
      <Confirm
        isOpen={isRemoving}
        close={() => setIsRemoving(false)}
        title={`Remove ${name}?`}
        action="Remove member"
        run={async () => {
          await bowline.members.delete(accountUserId);
          await refresh();
        }}
      >
        Sessions, keys, connections and toolsets of {name} end at once. The history stays.
      </Confirm>
      {invitation !== null && (
        <SecretDialog
          title={`A link for ${name}`}
          label="Link"
          value={invitation}
          close={() => setInvitation(null)}
        >
          <Text size="sm">Send it to {name}. It works once, within 7 days, and sets a new password.</Text>
        </SecretDialog>
      )}
    </>
  );
}
