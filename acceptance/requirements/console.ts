import { type Requirement, stated } from "./requirement.ts";

/** How the console is served and built. What it shows is tested in packages/console/e2e. */
export const consoleRequirements: Requirement[] = [
  ...stated("D81", {
    "console.built":
      "A start without a built console serves at once and builds it meanwhile; the page says so and reloads itself.",
    "console.two-starts": "Two servers that start at once with one folder both serve the console.",
    "console.page":
      "Every path below /console/ without a dot is one page, not cached, with a nonce of its own for each request.",
    "console.files": "The page's files are compressed and cached forever; other files are 404.",
    "console.off": "With BOWLINE_CONSOLE=off nothing is served below /console/.",
    "console.failed": "When the build fails, the server serves, and the page shows the message.",
  }),
  ...stated("D55", {
    "console-token.removed-member":
      "The console's token of a removed member ends within 5 seconds, and so does the session.",
  }),
  ...stated("D53", {
    "first-admin.link-last": "The link of the first start is the last line that is printed.",
    "first-admin.link-console": "The link leads into the console once the password is set.",
    "first-admin.sign-in-hint":
      "While nobody has a password, the sign-in page says where the link of the first start is.",
  }),
  ...stated("D54", {
    "sign-in.console": "A person who asked for no other page lands in the console, where it is on.",
  }),
  ...stated("D49", {
    "start-page.console": "GET / redirects a browser to the console, and names it to a program.",
  }),
];
