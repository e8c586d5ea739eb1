import type { Application, Authentication } from "@bowline/sdk";
import { Modal } from "@mantine/core";
import { useIsMutating, useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { ConnectForm, connectingKey } from "./connect-form.tsx";
import { ConnectedNotice } from "./connected-notice.tsx";
import { connectionTestQuery } from "./connection-test.ts";
import { MethodChoice } from "./method-choice.tsx";

interface ConnectModalProps {
  application: Application;
  /** The id of a method, `choose`, or null: closed. */
  wanted: string | null;
  /** What a sign-in has connected that led back to the page; null: nothing. */
  signedIn: number | null;
  close(): void;
  /** Closes it, and leads to the tools. */
  showTools(): void;
}

/** Connects an account: choose the method, enter what it needs, see the result. */
export function ConnectModal({
  application,
  wanted,
  signedIn,
  close,
  showTools,
}: ConnectModalProps): ReactNode {
  /** Undefined: nothing yet, so the address decides. Null: the person went back to the choice. */
  const [chosen, setChosen] = useState<Authentication | null>();
  const [created, setCreated] = useState<number | null>(null);
  const [keptSignIn, setKeptSignIn] = useState<number | null>(null);
  const connectionId = created ?? signedIn ?? keptSignIn;
  const { data: tried } = useQuery({
    ...connectionTestQuery(connectionId ?? 0),
    enabled: connectionId !== null,
  });
  // Stays while the dialog closes.
  useEffect(() => setKeptSignIn((before) => signedIn ?? before), [signedIn]);
  const isConnecting = useIsMutating({ mutationKey: connectingKey }) > 0;
  const forget = () => {
    setChosen(undefined);
    setCreated(null);
    setKeptSignIn(null);
  };
  const { authentications, name } = application;
  const only = authentications.length === 1 ? authentications[0] : undefined;
  const method =
    chosen === undefined
      ? (authentications.find(({ authenticationId }) => String(authenticationId) === wanted) ?? only)
      : chosen;
  return (
    <Modal
      opened={(wanted !== null || signedIn !== null) && authentications.length > 0}
      onClose={() => !isConnecting && close()}
      onExitTransitionEnd={forget}
      title={
        connectionId === null
          ? `Connect ${name}`
          : tried?.isSuccess === false
            ? "The first call failed"
            : created !== null && tried?.isSuccess === null
              ? `The connection to ${name} is saved`
              : `${name} is connected`
      }
      size="lg"
    >
      {connectionId !== null ? (
        <ConnectedNotice application={application} connectionId={connectionId} tryTool={showTools} />
      ) : method == null ? (
        <MethodChoice applicationName={name} methods={authentications} choose={setChosen} cancel={close} />
      ) : (
        <ConnectForm
          key={method.authenticationId}
          application={application}
          method={method}
          goBack={authentications.length > 1 ? () => setChosen(null) : null}
          finish={setCreated}
          cancel={close}
        />
      )}
    </Modal>
  );
}
