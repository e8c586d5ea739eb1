import type { ApplicationEntry, CompanyCatalog } from "./company-catalog.ts";

/** Says why a company's callers cannot use an application that is there (decisions D67). Null: they can. */
export const findHiddenReason = (catalog: CompanyCatalog, application: ApplicationEntry): string | null =>
  catalog.findApplication(application.slug) === application
    ? null
    : "The application is hidden: none of its tools run at present.";
