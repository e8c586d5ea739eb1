import type { ApiCall } from "../call.ts";
import type { ListCall } from "../page.ts";
import { type CallOptions, writePath } from "../request.ts";
import { type Body, type Item, type Query, Resource, type Response } from "../resource.ts";

/** OAuth clients with which programs of yours get tokens. Only Admins. */
export class Clients extends Resource {
  /** Lists the OAuth clients of service members. */
  list(query: Query<"listClients"> = {}, options?: CallOptions): ListCall<Item<"listClients">> {
    return this.listFrom("/v1/clients", query, options);
  }

  /** Creates a client. Only this response has its secret. */
  create(body: Body<"createClient">, options?: CallOptions): ApiCall<Response<"createClient">> {
    return this.call({ method: "POST", path: "/v1/clients", body }, options);
  }

  /** Deletes a client. Its tokens end at once, on every server. */
  delete(clientId: string, options?: CallOptions): ApiCall<Response<"deleteClient">> {
    return this.call({ method: "DELETE", path: writePath`/v1/clients/${clientId}` }, options);
  }
}
