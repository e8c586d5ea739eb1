import type { ApplicationEntry, CompanyCatalog } from "./company-catalog.ts";

/** Whether a company's callers cannot use an application that is there (decisions D67). */
export const isHidden = (catalog: CompanyCatalog, application: ApplicationEntry): boolean =>
  catalog.findApplication(application.slug) !== application;

/** Why nothing of a hidden application is called. */
export const hiddenReason = "The application is hidden: none of its tools run at present.";
