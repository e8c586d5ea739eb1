import { afterAll, describe, expect, test } from "vitest";
import { openFaultServer } from "../../testing/fault-server.ts";
import { buildAddressRule } from "./address-rules.ts";
import { openEgress } from "./egress.ts";
import type { EgressRequest } from "./egress-outcome.ts";

const hostile = [
  "http://127.0.0.1/",
  "http://127.1/",
  "http://127.0.0.1./",
  "http://0177.0.0.1/",
  "http://0x7f.0.0.1/",
  "http://0x7f000001/",
  "http://2130706433/",
  "http://017700000001/",
  "http://127.255.255.254:8080/",
  "http://１２７.０.０.１/",
  "http://①②⑦.⓪.⓪.①/",
  "http://%31%32%37.0.0.1/",
  "http:127.0.0.1/",
  "http:\\\\127.0.0.1\\",
  " http://127.0.0.1/",
  "ht\ntp://127.0.0.1/",
  "HTTP://127.0.0.1/",
  "http://0.0.0.0/",
  "http://0/",
  "http://10.1.2.3/",
  "http://172.16.0.1/",
  "http://172.31.255.255/",
  "http://192.168.1.1/",
  "http://100.64.0.1/",
  "http://169.254.169.254/latest/meta-data/",
  "http://0xa9fea9fe/",
  "http://192.0.0.192/",
  "http://168.63.129.16/metadata/v1",
  "http://0xa83f8110/",
  "http://[::ffff:168.63.129.16]/",
  "http://[::ffff:a83f:8110]/",
  "http://100.100.100.200/latest/meta-data/",
  "http://161.26.0.10/",
  "http://166.9.1.1/",
  "http://192.80.8.124/",
  "http://169.254.170.2/v2/credentials",
  "http://169.254.0.23/",
  "http://[fd20:ce::254]/",
  "http://[fd00:42::42]/",
  "http://198.18.0.1/",
  "http://192.0.2.1/",
  "http://192.88.99.1/",
  "http://224.0.0.1/",
  "http://240.0.0.1/",
  "http://255.255.255.255/",
  "http://[::]/",
  "http://[::1]/",
  "http://[0:0:0:0:0:0:0:1]/",
  "http://[::ffff:127.0.0.1]/",
  "http://[::ffff:7f00:1]/",
  "http://[::ffff:169.254.169.254]/",
  "http://[::127.0.0.1]/",
  "http://[::ffff:0:127.0.0.1]/",
  "http://[64:ff9b::7f00:1]/",
  "http://[64:ff9b:1::a9fe:a9fe]/",
  "http://[2002:7f00:1::]/",
  "http://[2001:0:4136:e378:8000:63bf:80ff:fffe]/",
  "http://[fe80::1]/",
  "http://[fec0::1]/",
  "http://[fc00::1]/",
  "http://[fd00:ec2::254]/",
  "http://[ff02::1]/",
  "http://[2001:db8::1]/",
  "http://[100::1]/",
  "http://localhost/",
  "http://LOCALHOST/",
  "http://user@127.0.0.1/",
  "http://example.com@127.0.0.1/",
  "http://127.0.0.1#@example.com/",
  "https://user:password@example.com/",
  "ftp://example.com/",
  "file:///etc/passwd",
  "javascript:alert(1)",
  "//127.0.0.1/",
  "http://",
  "",
];

describe("without allowed networks", () => {
  const egress = openEgress({ allowedPrivateNetworks: [] });
  afterAll(() => egress.close());

  test.each(hostile)("`%s` is refused and nothing is sent", async (url) => {
    const request: EgressRequest = {
      method: "GET",
      url,
      headers: {},
      body: null,
      timeoutMs: 20_000,
      maxBytes: 100,
    };
    expect(await egress.send(request)).toMatchObject({ ok: false, kind: "addressRefused", sent: false });
  });

  test("a trailing dot only changes whether the name resolves", async () => {
    const url = "http://localhost./";
    const outcome = await egress.send({
      method: "GET",
      url,
      headers: {},
      body: null,
      timeoutMs: 20_000,
      maxBytes: 100,
    });
    expect(outcome).toMatchObject({ ok: false, sent: false });
  });

  test("a server on loopback gets no connection through its name either", async () => {
    const server = await openFaultServer();
    const url = `http://localhost:${server.port}/`;
    const outcome = await egress.send({
      method: "GET",
      url,
      headers: {},
      body: null,
      timeoutMs: 20_000,
      maxBytes: 100,
    });
    expect(outcome).toMatchObject({ ok: false, kind: "addressRefused" });
    expect(JSON.stringify(outcome)).not.toContain("127.0.0.1");
    expect(server.connectionCount()).toBe(0);
    await server.close();
  });
});

describe("the rule", () => {
  const isAllowed = buildAddressRule(["10.1.0.0/16", " fd00::/8 "]);

  test.each(["8.8.8.8", "1.1.1.1", "2606:4700:4700::1111", "::ffff:8.8.8.8"])(
    "allows the public %s",
    (address) => {
      expect(isAllowed(address)).toBe(true);
    },
  );

  test.each(["10.1.2.3", "::ffff:10.1.2.3", "fd12::1"])("allows %s of an allowed network", (address) => {
    expect(isAllowed(address)).toBe(true);
  });

  test("allows a platform address only where its network is allowed", () => {
    expect(isAllowed("168.63.129.16")).toBe(false);
    expect(isAllowed("168.63.129.17")).toBe(true);
    expect(buildAddressRule(["168.63.129.16/32"])("168.63.129.16")).toBe(true);
  });

  test.each(["10.2.0.1", "127.0.0.1", "fc00::1", "64:ff9b::a01:203", "no address", ""])(
    "refuses %s",
    (address) => {
      expect(isAllowed(address)).toBe(false);
    },
  );

  test("is not built from an invalid network", () => {
    expect(() => buildAddressRule(["10.0.0.1"])).toThrow(RangeError);
    expect(() => buildAddressRule(["internal"])).toThrow(/CIDR/);
  });
});
