import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { World } from "./world.ts";

/** A request that the gallery got. */
export interface GalleryRequest {
  /** With the region first. */
  path: string;
  contentType: string;
  body: Buffer;
}

/** An application on loopback that takes files, in regions, connected as the Admin's default. */
export interface Gallery extends AsyncDisposable {
  received: GalleryRequest[];
}

const ok = { 200: { description: "OK", content: { "application/json": { schema: { type: "object" } } } } };
const binary = { type: "string", format: "binary" };

const describeGallery = (url: string) => ({
  openapi: "3.0.3",
  info: { title: "Gallery", version: "1", description: "Pictures of every size." },
  servers: [{ url: `${url}/{region}`, variables: { region: { default: "eu", enum: ["eu", "us"] } } }],
  components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "x-key" } } },
  security: [{ key: [] }],
  paths: {
    "/pictures": {
      get: {
        operationId: "list_pictures",
        summary: "List pictures",
        responses: {
          200: {
            description: "OK",
            content: {
              "application/json": {
                schema: {
                  type: "array",
                  items: {
                    type: "object",
                    properties: { id: { type: "integer" }, name: { type: "string" } },
                  },
                },
              },
            },
          },
        },
      },
      post: {
        operationId: "add_picture",
        summary: "Add a picture",
        requestBody: {
          required: true,
          content: {
            "multipart/form-data": {
              schema: {
                type: "object",
                required: ["picture"],
                properties: {
                  title: { type: "string" },
                  picture: { ...binary, description: "The picture itself." },
                  details: { type: "array", items: binary, description: "Closer looks at it." },
                },
              },
            },
          },
        },
        responses: ok,
      },
    },
    "/cover": {
      put: {
        operationId: "set_cover",
        summary: "Set the cover",
        requestBody: { required: true, content: { "application/octet-stream": { schema: binary } } },
        responses: ok,
      },
    },
  },
});

export async function openGallery(world: World): Promise<Gallery> {
  const received: GalleryRequest[] = [];
  const application = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    const path = request.url ?? "";
    received.push({ path, contentType: request.headers["content-type"] ?? "", body });
    const pictures = Array.from({ length: 45 }, (_, index) => ({
      id: index + 1,
      name: `Picture ${index + 1}`,
    }));
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify(request.method === "GET" ? pictures : { sizeBytes: body.length }));
  });
  await new Promise<void>((resolve) => application.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(application.address() as AddressInfo).port}`;
  await world.call("POST", "/v1/applications", {
    source: "openapi",
    slug: "gallery",
    document: describeGallery(url),
    overridableFields: ["region", "apiKey"],
  });
  await world.call("POST", "/v1/connections", {
    applicationSlug: "gallery",
    name: "Gallery of the house",
    fields: { apiKey: "key-of-the-gallery", region: "eu" },
    isDefault: true,
  });
  return {
    received,
    async [Symbol.asyncDispose]() {
      application.closeAllConnections();
      await new Promise((resolve) => application.close(resolve));
    },
  };
}
