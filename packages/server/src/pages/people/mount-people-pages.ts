import type { Hono } from "hono";
import type { Deps } from "../../deps.ts";
import { mountAccountPage } from "./account-page.ts";
import { checkHost } from "./check-host.ts";
import { mountCompanyPage } from "./company-page.ts";
import { mountInvitationPage } from "./invitation-page.ts";
import { mountPasswordPage } from "./password-page.ts";
import type { PeopleParts } from "./people-parts.ts";
import { mountProviderPages } from "./provider-pages.ts";
import { mountSignInPage } from "./sign-in-page.ts";
import { mountSignOutPage } from "./sign-out-page.ts";

/** Mounts the pages where people sign in and out, and manage their own session (decisions D54). */
export function mountPeoplePages(app: Hono, { db, config, passwords, signInServer, log, clock }: Deps): void {
  const { baseUrl, trustedProxies } = config;
  const parts: PeopleParts = {
    db: db.kysely,
    baseUrl,
    passwords,
    signInServer,
    hasConsole: config.console,
    trustedProxies,
    log,
    clock,
  };
  for (const path of ["/signin/*", "/signout", "/account/*", "/invitations/*"]) {
    app.use(path, checkHost(baseUrl));
  }
  mountSignInPage(app, parts);
  mountCompanyPage(app, parts);
  mountSignOutPage(app, parts);
  mountAccountPage(app, parts);
  mountPasswordPage(app, parts);
  mountInvitationPage(app, parts);
  if (signInServer !== null) {
    mountProviderPages(app, parts, signInServer);
  }
}
