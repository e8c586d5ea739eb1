import type { Authentication, Connection } from "@bowline/sdk";
import { NotSetUpError, ReportedFailure, UsageError } from "../errors.ts";
import { splitOnce } from "../fields/read-flags.ts";
import { openBrowser } from "../open-browser.ts";
import { cleanText } from "../output/clean-text.ts";
import type { Session } from "../session.ts";
import { awaitApplication } from "./connect/await-application.ts";
import { chooseMethod } from "./connect/choose-method.ts";
import { readCredentials } from "./connect/read-credentials.ts";
import { awaitRefresh } from "./connections/await-refresh.ts";
import { connectionColumns } from "./connections/list.ts";

export interface ConnectFlags {
  /** Id, type or name. */
  method?: string;
  environment?: string;
  name?: string;
  default?: boolean;
  /** `name=value` of fields that are not secret. */
  field: string[];
  /** A connection to authorize again. */
  connection?: number;
  browser: boolean;
}

/** Connects an account of an application: asks for a key, or has the person sign in there. */
export async function connect(session: Session, slug: string, flags: ConnectFlags): Promise<void> {
  const { bowline, output, wait } = session;
  const { authentications, source, toolCount } = await wait("Reading the catalog", (show) =>
    awaitApplication(bowline(), slug, show),
  );
  if (authentications.length === 0) {
    throw new UsageError(
      `${slug} was imported by an older version and has no way to connect. Import it again.`,
    );
  }
  const renewed = flags.connection === undefined ? null : await findRenewed(session, slug, flags.connection);
  const wanted = flags.method ?? renewed?.authenticationId.toString();
  const method = await chooseMethod(session, authentications, wanted);
  if (renewed !== null && renewed.authenticationId !== method.authenticationId) {
    throw new UsageError(
      `Connection ${renewed.connectionId} uses method ${renewed.authenticationId}. Leave --method out, or --connection for a new connection.`,
    );
  }
  if (method.lacksOAuthClient) {
    throw new NotSetUpError(
      `Signing in with "${method.name}" is not set up yet: your company has no OAuth client there. \`bowline apps oauth-client ${slug} --method ${method.authenticationId}\` shows an Admin what to register, and sets it.`,
    );
  }
  const given = readFields(method, flags.field);
  const connection =
    method.type === "oauth2"
      ? await signIn(session, slug, method, given, flags)
      : await enterCredentials(session, slug, method, given, flags);
  output.printRecord(connection, connectionColumns);
  const { connectionId } = connection;
  await tryConnection(session, method, connectionId);
  if (source === "mcp" && toolCount === 0) {
    await tellFirstTools(session, slug, connectionId);
  }
}

/**
 * Finds the connection to authorize again.
 *
 * @throws UsageError when it is a connection to another application, which would get the credentials
 */
async function findRenewed(
  { bowline, wait }: Session,
  slug: string,
  connectionId: number,
): Promise<Connection> {
  const connection = await wait("Reading the connection", () => bowline().connections.get(connectionId));
  if (connection.applicationSlug !== slug) {
    throw new UsageError(
      `Connection ${connectionId} is a connection to ${connection.applicationSlug}, not to ${slug}.`,
    );
  }
  return connection;
}

/** The server reads the tools of an MCP server over its first connection. */
async function tellFirstTools(
  { bowline, output, wait }: Session,
  slug: string,
  connectionId: number,
): Promise<void> {
  const { error, lastRefreshDate } = await wait("Reading its tools", () =>
    awaitRefresh(bowline(), connectionId),
  );
  if (lastRefreshDate !== null) {
    output.note(`Its tools were read. \`bowline tools search --app ${slug}\` lists them.`);
    return;
  }
  const reason = error === null ? "" : ` ${cleanText(error)}`;
  output.note(
    `Its tools are not known yet.${reason} \`bowline connections refresh ${connectionId}\` reads them.`,
  );
}

/** Warns when the first call fails, or when no call tries what was entered. The account is connected anyway. */
async function tryConnection(
  { bowline, output, wait }: Session,
  { type }: Authentication,
  connectionId: number,
): Promise<void> {
  const tried = await wait("Testing", () => bowline().connections.test(connectionId)).catch(() => null);
  if (tried?.isSuccess === false) {
    const reason = tried.message ?? "no reason was given.";
    output.note(
      `Warning: the first call failed: ${reason} \`bowline connections test ${connectionId}\` tries again.`,
    );
  } else if (tried?.isSuccess === null && !["none", "oauth2"].includes(type)) {
    output.note(`Saved, but not tried. ${cleanText(tried.message ?? "")}`);
  }
}

async function enterCredentials(
  session: Session,
  applicationSlug: string,
  method: Authentication,
  entered: Record<string, string>,
  { name, environment, connection, default: isDefault }: ConnectFlags,
): Promise<Connection> {
  const fields = await readCredentials(session, method, entered);
  const { connections } = session.bowline();
  return await session.wait("Connecting", async () => {
    const given = { name, environment, fields };
    if (connection === undefined) {
      const { authenticationId } = method;
      return await connections.create({ applicationSlug, authenticationId, ...given, isDefault });
    }
    const updated = await connections.update(connection, given);
    if (isDefault !== true) {
      return updated;
    }
    await connections.setDefault(connection);
    return { ...updated, isDefault };
  });
}

async function signIn(
  { bowline, isInteractive, output, wait }: Session,
  applicationSlug: string,
  { authenticationId }: Authentication,
  fields: Record<string, string>,
  { name, environment, connection, default: isDefault, browser }: ConnectFlags,
): Promise<Connection> {
  const { connections } = bowline();
  const { signInUrl, state } = await wait("Preparing the sign-in", () =>
    connections.getSignInUrl({
      applicationSlug,
      authenticationId,
      environment,
      fields,
      name,
      connectionId: connection,
      isDefault,
    }),
  );
  output.note(`Sign in here:\n${cleanText(signInUrl)}`);
  if (browser && isInteractive) {
    await openBrowser(signInUrl);
  }
  return await wait("Waiting for the sign-in", async () => {
    const { connectionId, error } = await connections.waitForSignIn({ state });
    if (connectionId === null) {
      output.note(`Error: ${cleanText(error ?? "The sign-in was not finished in time.")}`);
      throw new ReportedFailure(3);
    }
    return await connections.get(connectionId);
  });
}

function readFields({ fields }: Authentication, pairs: string[]): Record<string, string> {
  const read: Record<string, string> = {};
  for (const pair of pairs) {
    const [name, value] = splitOnce(pair);
    const field = fields.find(({ fieldName }) => fieldName === name);
    if (field === undefined || value === undefined) {
      const names = fields.filter(({ secret }) => !secret).map(({ fieldName }) => fieldName);
      throw new UsageError(`--field takes name=value. The names are: ${names.join(", ") || "none"}.`);
    }
    if (field.secret) {
      throw new UsageError(`${name} is a secret. Type it when asked, or send it on stdin.`);
    }
    read[name] = value;
  }
  return read;
}
