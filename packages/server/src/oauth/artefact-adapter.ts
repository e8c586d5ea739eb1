import type { Kysely } from "kysely";
import type { Adapter, AdapterPayload } from "oidc-provider";
import { makeRoomForDeviceCode } from "../db/authorization/device-codes.ts";
import {
  type Artefact,
  consumeArtefact,
  deleteArtefact,
  deleteArtefactsOfGrant,
  loadArtefact,
  loadArtefactByUserCode,
  saveArtefact,
} from "../db/authorization/oauth-artefacts.ts";
import type { Schema } from "../db/schema.ts";
import { isReferenceGone } from "../db/sql-state.ts";
import type { Vault } from "../vault/vault.ts";
import { emptyAdapter } from "./empty-adapter.ts";
import { findContext } from "./find-context.ts";
import { errors, Provider } from "./library.ts";
import type { Redemptions } from "./redemptions.ts";
import { openPayload, sealPayload } from "./sealed-payload.ts";
import { readNetwork } from "./stranger-network.ts";

/** The parts of the server that the storage of codes and tokens uses. */
export interface ArtefactParts {
  db: Kysely<Schema>;
  redemptions: Redemptions;
  vault: Vault;
}

/** Builds the storage of codes, refresh tokens and decisions. */
export function buildArtefactAdapter(model: string, { db, redemptions, vault }: ArtefactParts): Adapter {
  return {
    ...emptyAdapter,
    async upsert(id, { jti, ...payload }, expiresIn) {
      // A device code is found by its user code too, and then the library must learn its id.
      const text = JSON.stringify(model === "DeviceCode" ? { ...payload, jti } : payload);
      const artefact = {
        grantJti: payload.grantId ?? null,
        userCode: payload.userCode ?? null,
        networkHash: readNetwork(payload),
        payload: await sealPayload(vault, model, text),
        expiresInSeconds: expiresIn ?? 0,
      };
      await saveArtefact(db, { model, id }, artefact).catch((error) => {
        // The grant was withdrawn while its token was being made.
        throw isReferenceGone(error) ? new errors.InvalidGrant("the grant has ended") : error;
      });
    },
    async find(id) {
      const found = await loadArtefact(db, model, id);
      if (found === undefined) {
        return undefined;
      }
      const isReplay = found.consumedDate !== null && redemptions.isReplay(Provider.ctx, found.settledMsAgo);
      const payload = await openPayload(vault, model, found.payload);
      return readArtefact({ ...found, payload }, id, isReplay);
    },
    async findByUserCode(userCode) {
      const found = await loadArtefactByUserCode(db, model, userCode);
      return found && readPayload({ ...found, payload: await openPayload(vault, model, found.payload) });
    },
    async consume(id) {
      const redemption = await consumeArtefact(db, model, id);
      // The library looks at `consumed` before: of several requests at once all would pass.
      if (redemption === null) {
        throw new errors.InvalidGrant("already used");
      }
      redemptions.keep(Provider.ctx, redemption);
    },
    async destroy(id) {
      await deleteArtefact(db, model, id);
    },
    async revokeByGrantId(jti) {
      await deleteArtefactsOfGrant(db, jti);
    },
  };
}

function readArtefact(artefact: Artefact, id: string, isReplay: boolean): AdapterPayload {
  const { consumedDate } = artefact;
  return {
    ...readPayload(artefact),
    jti: id,
    // The library ends the grant of what it is told was consumed. The others are refused by `consume`.
    ...(consumedDate !== null && isReplay && { consumed: Math.floor(consumedDate.getTime() / 1000) }),
  };
}

/** The library compares `exp` with the clock of this machine. What another one wrote there is of another clock. */
const readPayload = ({ payload, secondsLeft }: Artefact): AdapterPayload => ({
  ...(JSON.parse(payload) as AdapterPayload),
  exp: Math.ceil(Date.now() / 1000 + secondsLeft),
});

/** To count them for each new one would be what a flood wants. */
const countedEvery = 100;

/** Anybody can ask for the code of a device (decisions D56a). */
export function buildDeviceCodeAdapter(parts: ArtefactParts): Adapter {
  const codes = buildArtefactAdapter("DeviceCode", parts);
  let asked = 0;
  return {
    ...codes,
    async upsert(id, payload, expiresIn) {
      if (findContext().oidc.route === "device_authorization" && asked++ % countedEvery === 0) {
        await makeRoomForDeviceCode(parts.db);
      }
      await codes.upsert(id, payload, expiresIn);
    },
  };
}
