import type { Connection, CredentialField } from "@bowline/sdk";
import { useQuery } from "@tanstack/react-query";
import { applicationQuery } from "../../api/applications.ts";

const none: CredentialField[] = [];

/**
 * The fields of a connection that a run may replace.
 *
 * @param isWanted whether they are in sight or have values. Else the application is not read, and there are none.
 */
export function useOverridableFields(connection: Connection | null, isWanted: boolean): CredentialField[] {
  const names = connection?.overridableFields ?? [];
  const { data } = useQuery({
    ...applicationQuery(connection?.applicationSlug ?? ""),
    enabled: isWanted && names.length > 0,
  });
  const method = data?.authentications.find(
    ({ authenticationId }) => authenticationId === connection?.authenticationId,
  );
  return method?.fields.filter(({ fieldName }) => names.includes(fieldName)) ?? none;
}
