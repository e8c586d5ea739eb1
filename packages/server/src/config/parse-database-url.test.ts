import pg from "pg";
import { describe, expect, it } from "vitest";
import { parseDatabaseUrl } from "./parse-database-url.ts";

const address = "postgres://bowline:secret@db.example.com:5432/bowline";

describe("parseDatabaseUrl", () => {
  it.each([
    address,
    `${address}?sslmode=verify-full&sslrootcert=/etc/ca.pem`,
    `${address}?sslmode=no-verify`,
    `${address}?sslmode=require&uselibpqcompat=true`,
    "postgresql://bowline:secret@/bowline?host=/run/postgresql&port=5433",
    `${address}?keepalives_idle=30&gssencmode=disable&sslcrl=/crl.pem&sslsni=1`,
  ])("leaves %s as it is", (text) => {
    expect(parseDatabaseUrl(text)).toBe(text);
  });

  it.each([
    ["?sslmode=require", "?sslmode=verify-full"],
    ["?application_name=a&sslmode=prefer", "?application_name=a&sslmode=verify-full"],
    ["?sslmode=verify-ca&sslrootcert=/ca.pem", "?sslmode=verify-full&sslrootcert=/ca.pem"],
  ])("%s checks the certificate, as pg does: %s", (query, read) => {
    expect(parseDatabaseUrl(address + query)).toBe(address + read);
  });

  it("reads a database's name that was percent-encoded", () => {
    const name = "my db/a+b@c:d&e=f$g,h;i%41";
    const url = `postgres://bowline:p%40ss%2F@db.example/${encodeURIComponent(name)}?application_name=%40`;
    expect(new pg.Client(parseDatabaseUrl(url))).toMatchObject({ database: name, password: "p@ss/" });
  });

  it.each(["sslmod=require", "ssl_mode=require", "SSLMode=require", "sslrootcer=/ca.pem"])(
    "refuses the misspelled %s, and does not show the address",
    (parameter) => {
      const parse = () => parseDatabaseUrl(`${address}?${parameter}`);
      expect(parse).toThrow(/misspelled parameter; did you mean ssl(?:mode|rootcert)\?/);
      expect(parse).not.toThrow(/secret|example|require/);
    },
  );

  it.each(["my#db", "my%23db", "my?db", "my%3fdb", "my?db?sslmode=disable", "my?sslmode=disable#"])(
    "refuses %s, whose database pg would take for another one",
    (name) => {
      const parse = () => parseDatabaseUrl(`postgres://bowline:secret@db.example.com/${name}`);
      expect(parse).toThrow(/A database whose name has one of the two cannot be used: rename it/);
      expect(parse).not.toThrow(/secret|example|my/);
    },
  );

  it("reads a user name and a password that were percent-encoded", () => {
    const url = parseDatabaseUrl("postgres://us%3Fer%23:p%23%3f@db.example.com/bowline");
    expect(new pg.Client(url)).toMatchObject({ user: "us?er#", password: "p#?", database: "bowline" });
  });

  it("refuses the address of something else", () => {
    expect(() => parseDatabaseUrl("mysql://root:hunter2@db")).toThrow("must be a postgres:// address");
  });
});
