import type { Session } from "../session.ts";

export async function whoami({ bowline, output, target, wait }: Session): Promise<void> {
  const identity = await wait("Asking the server", () => bowline().auth.whoami());
  output.printRecord(identity, {
    name: ({ fullName }) => fullName,
    email: ({ email }) => email,
    company: ({ currentCompany }) => currentCompany,
    role: ({ role }) => role,
    "signed in with": ({ userType }) => (userType === "apiuser" ? "an API key" : "a token"),
    server: () => target.url,
  });
}
