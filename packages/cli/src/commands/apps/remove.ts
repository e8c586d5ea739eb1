import { confirmOrStop } from "../../confirm.ts";
import type { Session } from "../../session.ts";

export async function removeApp(
  session: Session,
  slug: string,
  { yes, force }: { yes?: boolean; force?: boolean },
): Promise<void> {
  const { bowline, output, wait } = session;
  await confirmOrStop(session, `Remove the application ${slug} and its tools?`, yes);
  const query = force === true ? { force } : {};
  const response = await wait("Removing", () => bowline().applications.delete(slug, query));
  output.printDone(`The application ${slug} was removed.`, response);
}
