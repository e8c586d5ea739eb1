import { beforeAll, describe, expect, test } from "vitest";
import { hireActor, theAdmin, uniqueName } from "../support/actors.ts";
import {
  connect,
  execute,
  findMethod,
  type ImportedApplication,
  importDownstream,
} from "../support/applications.ts";
import { refuse, succeed } from "../support/caller.ts";
import { describeDownstream } from "../support/downstream-document.ts";
import { proves } from "../support/proves.ts";
import type { Application, Connection } from "../support/records.ts";
import { plantSecret } from "../support/secrets.ts";
import { useWorkbench } from "../support/workbench.ts";

const bench = useWorkbench();
let other: ImportedApplication;
beforeAll(async () => {
  other = await importDownstream(bench.downstream, { schemes: ["bearerAuth", "basicAuth"] });
});

function post(body: Record<string, unknown>) {
  return bench.caller.post("/v1/connections", { applicationSlug: bench.application.slug, ...body });
}

function read({ connectionId }: { connectionId: number }): Promise<Connection> {
  return succeed<Connection>(bench.caller.get(`/v1/connections/${connectionId}`));
}

/** The name of the only secret field. */
function secretField(): string {
  return findMethod(bench.application.record).fields.find(({ secret }) => secret)?.fieldName ?? "";
}

describe("POST /v1/connections", () => {
  test(
    "stores a connection and returns its record",
    proves(
      "connections.create",
      "connections.record",
      "connections.record.initial",
      "connections.record.fields",
      "connections.record.overridable",
      "connections.get",
      "connections.secrets.responses",
    ),
    async () => {
      const name = "My shop";
      const { secrets, ...record } = await connect(bench.caller, bench.application, {
        name,
        fields: { tenant: "acme" },
      });
      expect(Object.keys(record).toSorted()).toEqual([
        "accountLabel",
        "applicationName",
        "applicationSlug",
        "authenticationId",
        "connectionId",
        "createdDate",
        "environment",
        "fields",
        "isDefault",
        "lastUsedDate",
        "name",
        "overridableFields",
        "status",
        "statusReason",
        "updatedDate",
      ]);
      const method = findMethod(bench.application.record);
      expect(record).toMatchObject({
        name,
        applicationSlug: bench.application.slug,
        applicationName: bench.application.record.name,
        authenticationId: method.authenticationId,
        environment: method.environments[0],
        status: "active",
        statusReason: null,
        isDefault: false,
        overridableFields: ["region"],
        updatedDate: null,
        lastUsedDate: null,
      });
      expect(record.fields).toMatchObject({ tenant: "acme" });
      expect(Object.keys(record.fields)).not.toContain(secretField());
      expect(Object.keys(secrets)).toEqual([secretField()]);
      expect(await read(record)).toEqual(record);
    },
  );

  test(
    "needs no authenticationId when there is one method",
    proves("connections.create.one-method"),
    async () => {
      const fields = { [secretField()]: plantSecret("token") };
      const { authenticationId } = await succeed<Connection>(post({ fields }));
      expect(authenticationId).toBe(findMethod(bench.application.record).authenticationId);
      const ambiguous = { applicationSlug: other.slug, fields };
      await refuse(post(ambiguous), "VALIDATION_ERROR", ["authenticationId"]);
    },
  );

  test(
    "refuses an unknown application or method",
    proves(
      "connections.create.unknown-application",
      "connections.create.unknown-method",
      "http.references.body",
    ),
    async () => {
      const fields = { [secretField()]: plantSecret("token") };
      const absent = { applicationSlug: "no-such-application", fields };
      await refuse(post(absent), "VALIDATION_ERROR", ["applicationSlug"]);
      const misspelled = { applicationSlug: `${other.slug}x`, fields };
      const { message } = await refuse(post(misspelled), "VALIDATION_ERROR", ["applicationSlug"]);
      expect(message).toContain(`Did you mean "${other.slug}"?`);
      const { authenticationId } = findMethod(other.record);
      await refuse(post({ authenticationId, fields }), "VALIDATION_ERROR", ["authenticationId"]);
      await refuse(post({ authenticationId: 2_000_000_000, fields }), "VALIDATION_ERROR", [
        "authenticationId",
      ]);
    },
  );

  test(
    "names missing and unknown fields",
    proves("connections.create.missing-field", "connections.create.unknown-field"),
    async () => {
      const secret = secretField();
      await refuse(post({ fields: {} }), "VALIDATION_ERROR", [`fields.${secret}`]);
      const unknown = post({ fields: { planet: plantSecret("planet") } });
      const places = [`fields.${secret}`, "fields.planet"];
      const { details } = await refuse(unknown, "VALIDATION_ERROR", places);
      const issue = details?.find(({ field }) => field === "fields.planet")?.issue;
      expect(issue).toContain(`The fields are ${secret}, region, tenant.`);
    },
  );

  test(
    "wants a token for a method by which a person signs in, and says how one signs in",
    proves("connections.create.token"),
    async () => {
      const { slug, record } = await importDownstream(bench.downstream, {
        schemes: ["bearerAuth", "signIn"],
      });
      const body = { applicationSlug: slug, authenticationId: findMethod(record, "oauth2").authenticationId };
      const { message } = await refuse(post({ ...body, fields: {} }), "VALIDATION_ERROR", ["fields.token"]);
      expect(message).toContain("POST /v1/connections/ConnectLink");
      await succeed(post({ ...body, fields: { token: plantSecret("token") } }));
    },
  );

  test(
    "refuses values that no request can carry",
    proves("connections.create.unusable", "connections.update.validation"),
    async () => {
      const secret = secretField();
      const token = plantSecret("token");
      const wrong = { [secret]: `${token}\n`, region: "../other", tenant: "a?b" };
      const places = [`fields.${secret}`, "fields.region", "fields.tenant"];
      await refuse(post({ fields: wrong }), "VALIDATION_ERROR", places);
      const { connectionId } = await connect(bench.caller, bench.application);
      const change = bench.caller.patch(`/v1/connections/${connectionId}`, { fields: wrong });
      await refuse(change, "VALIDATION_ERROR", places);
      const { authenticationId } = findMethod(other.record, "basic");
      const fields = { username: "zoe:x", password: `${plantSecret("password")}:y` };
      await refuse(post({ applicationSlug: other.slug, authenticationId, fields }), "VALIDATION_ERROR", [
        "fields.username",
      ]);
    },
  );

  test(
    "an empty value does not hide a field's default",
    proves("connections.create.empty-value"),
    async () => {
      const fields = { [secretField()]: plantSecret("token"), tenant: "" };
      const { connectionId } = await succeed<Connection>(post({ fields }));
      await execute(bench.caller, bench.application.tool("list_items"), {}, { connectionId });
      expect(bench.downstream.requests.at(-1)?.base).toBe("/eu/main");
    },
  );

  test("names an unknown environment", proves("connections.create.unknown-environment"), async () => {
    const body = { environment: "moon", fields: { [secretField()]: plantSecret("token") } };
    await refuse(post(body), "VALIDATION_ERROR", ["environment"]);
  });

  test(
    "uses the given environment and calls its server",
    proves("connections.environment", "connections.create.enum", "authentications.environments"),
    async () => {
      const { origin } = bench.downstream;
      const region = { default: "eu", enum: ["eu", "us"] };
      const document = {
        ...describeDownstream({ origin }),
        servers: [
          { url: `${origin}/live/{region}`, description: "Production", variables: { region } },
          { url: `${origin}/trial/{region}`, description: "Sandbox", variables: { region } },
        ],
      };
      const slug = uniqueName("acc");
      await succeed(theAdmin().post("/v1/applications", { source: "openapi", slug, document }));
      const record = await succeed<Application>(theAdmin().get(`/v1/applications/${slug}`));
      const { environments, fields } = findMethod(record);
      expect(environments).toHaveLength(2);
      const secret = fields.find((field) => field.secret)?.fieldName ?? "";
      const base = { applicationSlug: slug, fields: { [secret]: plantSecret("token") } };
      for (const [index, place] of ["/live/eu", "/trial/eu"].entries()) {
        const environment = environments[index];
        const made = await succeed<Connection>(post({ ...base, environment }));
        expect(made.environment).toBe(environment);
        await execute(bench.caller, `${slug}_list_items`, {}, { connectionId: made.connectionId });
        expect(bench.downstream.requests.at(-1)?.base).toBe(place);
      }
      const moon = { ...base, fields: { ...base.fields, region: "moon" } };
      await refuse(post(moon), "VALIDATION_ERROR", ["fields.region"]);
    },
  );

  test(
    "makes the connection the default when isDefault is true",
    proves("connections.default.on-create"),
    async () => {
      const caller = await hireActor();
      const first = await connect(caller, bench.application, { isDefault: true });
      expect(first.isDefault).toBe(true);
      const second = await connect(caller, bench.application, { isDefault: true });
      expect(second.isDefault).toBe(true);
      const kept = await succeed<Connection>(caller.get(`/v1/connections/${first.connectionId}`));
      expect(kept.isDefault).toBe(false);
    },
  );
});
