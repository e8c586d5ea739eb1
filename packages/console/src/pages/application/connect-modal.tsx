import type { Application, Authentication } from "@bowline/sdk";
import { Modal } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { ConnectForm } from "./connect-form.tsx";
import { ConnectedNotice } from "./connected-notice.tsx";
import { connectionTestQuery } from "./connection-test.ts";
import { MethodChoice } from "./method-choice.tsx";

interface ConnectModalProps {
  application: Application;
  /** The id of a method, `choose`, or null: closed. */
  wanted: string | null;
  close(): void;
}

/** Connects an account: choose the method, enter what it needs, see the result. */
export function ConnectModal({ application, wanted, close }: ConnectModalProps): ReactNode {
  const [chosen, setChosen] = useState<Authentication | null>(null);
  const [connectionId, setConnectionId] = useState<number | null>(null);
  const { data: tried } = useQuery({
    ...connectionTestQuery(connectionId ?? 0),
    enabled: connectionId !== null,
  });
  const leave = () => {
    setChosen(null);
    setConnectionId(null);
    close();
  };
  const { authentications, name } = application;
  const method =
    chosen ??
    authentications.find(({ authenticationId }) => String(authenticationId) === wanted) ??
    (authentications.length === 1 ? authentications[0] : undefined);
  return (
    <Modal
      opened={wanted !== null && authentications.length > 0}
      onClose={leave}
      title={
        connectionId === null
          ? `Connect ${name}`
          : tried?.isSuccess === false
            ? "The first call failed"
            : `${name} is connected`
      }
      size="lg"
    >
      {connectionId !== null ? (
        <ConnectedNotice application={application} connectionId={connectionId} close={leave} />
      ) : method === undefined ? (
        <MethodChoice methods={authentications} choose={setChosen} />
      ) : (
        <ConnectForm
          key={method.authenticationId}
          application={application}
          method={method}
          goBack={authentications.length > 1 && chosen !== null ? () => setChosen(null) : null}
          finish={setConnectionId}
        />
      )}
    </Modal>
  );
}
