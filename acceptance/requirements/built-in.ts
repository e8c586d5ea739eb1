import { type Requirement, stated } from "./requirement.ts";

/** Built-in applications and icons. */
export const builtInRequirements: Requirement[] = [
  ...stated("D67", {
    "built-in.all-companies":
      "A built-in application belongs to no company: every company sees the same one.",
    "built-in.serves-meanwhile":
      "The server serves while its built-in applications are made, and they appear when they are done.",
    "built-in.awaited": "Until then, what needs one says that it is not installed yet.",
    "built-in.ids-stay":
      "The ids of applications, methods and tools stay the same when a server starts again.",
    "built-in.hide": "An Admin hides a built-in application from the company, and shows it again.",
    "built-in.hide-only": "Nothing but isEnabled of a built-in application can be changed.",
    "built-in.hidden-tools": "The tools of a hidden application are in no list, and do not run.",
    "built-in.hidden-here": "A company that hides an application hides it from itself alone.",
    "built-in.slug-taken":
      "An import over the slug of a built-in application is 409, also when it is hidden.",
    "built-in.file.enabled": "The operator's file takes an application away from every company.",
    "built-in.file.server": "The operator's file moves an application to another server, with its base path.",
    "built-in.file.oauth": "The OAuth addresses move to that server's origin and keep their paths.",
    "built-in.file.client": "The operator's file gives every company an OAuth client.",
    "built-in.file.moved-secrets":
      "Credentials that were entered for the application's own server are not sent to the operator's.",
    "built-in.file.wrong": "A wrong file stops the start and says where it is wrong. It shows no value.",
    "built-in.no-registry": "Without a registry the server starts, says so, and works with what is there.",
    "built-in.off": "The setting switches built-in applications off.",
    "built-in.two-nodes": "Of several nodes on one database one installs, and all show the same.",
    "built-in.failure": "A response that its application means as a failure is a runtime failure.",
  }),
  ...stated("D72", {
    "icons.built-in": "GET /icons/{applicationSlug}.svg is the icon of a built-in application.",
    "icons.monogram": "Without an icon it is the first letter, for any slug.",
    "icons.safe": "An icon is served so that it can run and load nothing.",
  }),
];
