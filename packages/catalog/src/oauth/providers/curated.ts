import type { ProviderFacts } from "../provider-facts.ts";
import { commerce } from "./commerce.ts";
import { communication } from "./communication.ts";
import { designAndFiles } from "./design-and-files.ts";
import { developerTools } from "./developer-tools.ts";
import { finance } from "./finance.ts";
import { health } from "./health.ts";
import { identity } from "./identity.ts";
import { marketing } from "./marketing.ts";
import { media } from "./media.ts";
import { people } from "./people.ts";
import { salesAndSupport } from "./sales-and-support.ts";
import { socialNetworks } from "./social-networks.ts";
import { workManagement } from "./work-management.ts";

/** Providers kept by hand, each with the address of its own documentation. */
export const curatedProviders: readonly ProviderFacts[] = [
  ...identity,
  ...developerTools,
  ...workManagement,
  ...communication,
  ...designAndFiles,
  ...salesAndSupport,
  ...commerce,
  ...finance,
  ...people,
  ...marketing,
  ...socialNetworks,
  ...media,
  ...health,
];
