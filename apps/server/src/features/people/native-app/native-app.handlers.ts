import { contract } from '@attune/contract'
import { implement } from '@orpc/server'
import { addressWithPass } from '../../../platform/http/request/address-pass.ts'
import { hasBearer } from '../../../platform/auth/login/cookies.ts'
import { violatesConstraint } from '../../../platform/database/violation.ts'
import type { Context } from '../../../platform/policy/context.ts'
import { operation } from '../../../platform/policy/operation.ts'
import { createRefusal, noLogin } from '../../../platform/policy/refusal.ts'
import {
  devicePayloadKey,
  recordUserDevice,
  removeUserDevice,
  saveUserDevice,
  sendDeviceTest,
  listUserDevices,
} from '../../messages/push/push.ts'

/** Returns the refusal for a browser, which has no bearer token and is not a device [7.06], and for a platform without push notifications. */
const notOffered = () => createRefusal('NOT_OFFERED', 409)

/** Throws the refusal for a login that ended after the call was authorized. Rethrows any other error. */
function refuseEndedLogin(error: unknown): never {
  throw violatesConstraint(error, 'user_device_account_id_login_id_fkey') ? noLogin() : error
}

const on = implement(contract.nativeApp).$context<Context>()

export const nativeAppHandlers = {
  address: on.address.handler(({ input, context: { app, login } }) => {
    if (!login) throw noLogin()
    return addressWithPass(app, input.address, login.id)
  }),

  liveTicket: on.liveTicket.handler(async ({ context: { app, login } }) => {
    if (!login) throw noLogin()
    const { ticket, expiresAt } = await app.auth.liveTickets.create(login.id)
    return { ticket, expiresAt: expiresAt.toISOString() }
  }),

  pushOffer: on.pushOffer.handler(({ context: { app } }) => ({
    android: app.nativePush.isOffered('android'),
    ios: app.nativePush.isOffered('ios'),
  })),

  recordDevice: on.recordDevice.handler(async ({ input, context: { app, actor, login, reqHeaders } }) => {
    if (!login) throw noLogin()
    if (!hasBearer(reqHeaders)) throw notOffered()
    await app.db.asActor(actor, (tx) => recordUserDevice(tx, input, login.id, app.clock.now())).catch(refuseEndedLogin)
    return { done: true as const }
  }),

  saveDevice: on.saveDevice.handler(async ({ input, context: { app, actor, login, reqHeaders } }) => {
    if (!login) throw noLogin()
    if (!hasBearer(reqHeaders) || !app.nativePush.isOffered(input.platform)) throw notOffered()
    const device = await app.db
      .asActor(actor, (tx) => saveUserDevice(tx, input, login.id, app.clock.now()))
      .catch(refuseEndedLogin)
    return { device, payloadKey: devicePayloadKey(app, { accountId: login.userId, deviceId: device.id }) }
  }),

  devices: on.devices.handler(({ context: { app, actor, login } }) =>
    app.db.asActor(actor, async (tx) => ({ items: await listUserDevices(tx, login?.id ?? '') })),
  ),

  removeDevice: operation(on.removeDevice, async (tx, input, now) => {
    await removeUserDevice(tx, input.id, now)
    return { done: true as const }
  }),

  testDevice: operation(on.testDevice, async (tx, input) => {
    await sendDeviceTest(tx, input.id)
    return { done: true as const }
  }),
}
