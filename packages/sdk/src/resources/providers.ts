import type { ListCall } from "../page.ts";
import type { CallOptions } from "../request.ts";
import { type Item, type Query, Resource } from "../resource.ts";

/** OAuth providers whose sign-in an import can add to an application. */
export class Providers extends Resource {
  /** Lists the OAuth providers that Bowline knows. */
  list(query: Query<"listProviders"> = {}, options?: CallOptions): ListCall<Item<"listProviders">> {
    return this.listFrom("/v1/providers", query, options);
  }
}
