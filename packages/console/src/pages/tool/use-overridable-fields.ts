import type { Connection, CredentialField } from "@bowline/sdk";
import { useQuery } from "@tanstack/react-query";
import { applicationQuery } from "../../api/applications.ts";

const none: CredentialField[] = [];

/** The fields of a connection that a run may replace. The application is read only for a connection that has some. */
export function useOverridableFields(connection: Connection | null): CredentialField[] {
  const names = connection?.overridableFields ?? [];
  const { data } = useQuery({
    ...applicationQuery(connection?.applicationSlug ?? ""),
    enabled: names.length > 0,
  });
  const method = data?.authentications.find(
    ({ authenticationId }) => authenticationId === connection?.authenticationId,
  );
  return method?.fields.filter(({ fieldName }) => names.includes(fieldName)) ?? none;
}
