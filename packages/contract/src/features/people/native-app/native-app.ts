import { z } from 'zod'
import { ById, Done, EmptyInput, Id } from '../../../common/ids.ts'
import { read, write, writeWith } from '../../../common/procedure.ts'
import { text } from '../../../common/text/text.schemas.ts'
import { nativeAppMeta } from './native-app.meta.ts'
import { deviceInfoLength, nativePlatforms } from './native-app.rules.ts'

/** The path of a GET route of the API, with its query. */
const OwnAddress = z
  .string()
  .max(2_000)
  .regex(/^\/api\/[\w\-./?=&%~+]+$/)

const Platform = z.enum(nativePlatforms)

/** A device on which the caller has turned on push notifications. */
const UserDevice = z.strictObject({
  id: Id,
  platform: Platform,
  /** The model and the system, as the device names them. */
  deviceInfo: z.string(),
  /** False after signing out on the device, and once the push provider no longer knows it. */
  isActive: z.boolean(),
  lastSeenAt: z.string(),
  /** Whether the caller uses this device now. */
  isCurrent: z.boolean(),
})
export type UserDevice = z.infer<typeof UserDevice>

const RecordedDevice = z.strictObject({
  /** The id of the installation, which the app makes when a person signs in for the first time. */
  id: Id,
  platform: Platform,
  deviceInfo: text(deviceInfoLength),
})
export type RecordedDevice = z.infer<typeof RecordedDevice>

const NewUserDevice = RecordedDevice.extend({
  /** The token of the push provider: of Firebase Cloud Messaging on Android, of Apple on iOS. */
  token: z.string().regex(/^[\w:.\-/+=]{8,4096}$/),
  /** Whether the app repeats this because it has started, rather than because the person has switched notifications on. */
  isRenewal: z.boolean(),
})
export type NewUserDevice = z.infer<typeof NewUserDevice>

/** The procedures that only the native app uses. */
export const nativeApp = {
  /**
   * Returns an address of the API, to be opened with GET, with a pass: for one minute it opens as the caller, without a cookie or a bearer
   * token, so that an element of a page can show it. The caller's rights are checked when it is opened. Addresses of `file.address` have a
   * pass already if the caller sends a bearer token.
   */
  address: read
    .input(z.strictObject({ address: OwnAddress }))
    .output(z.strictObject({ url: z.string(), expiresAt: z.string() })),
  /**
   * Returns a ticket that opens one live connection of the caller's login within 30 seconds, at `ticketPath`, from an origin of the app.
   */
  liveTicket: writeWith(nativeAppMeta.liveTicket)
    .input(EmptyInput)
    .output(z.strictObject({ ticket: z.string(), expiresAt: z.string() })),

  /** Whether this host sends push notifications to the devices of a platform. */
  pushOffer: read.input(EmptyInput).output(z.strictObject({ android: z.boolean(), ios: z.boolean() })),
  /**
   * Notes the installation on which the caller's login runs, or that it has started, while push notifications are off there. An installation
   * that belonged to another account moves to the caller. Refuses with NOT_OFFERED if a browser calls.
   */
  recordDevice: write
    .input(RecordedDevice)
    .output(Done)
    .errors({ NOT_OFFERED: { status: 409 } }),
  /**
   * Turns on push notifications of the installation on which the caller's login runs, or notes that it has started. It ends with this login. An installation or a token that
   * belonged to another account moves to the caller. Returns the key of `openPushPayload`. Refuses with NOT_OFFERED if the host sends nothing
   * to the platform, or if a browser calls, and a renewal with REMOVED if the caller has removed this device.
   */
  saveDevice: write
    .input(NewUserDevice)
    .output(z.strictObject({ device: UserDevice, payloadKey: z.string() }))
    .errors({ NOT_OFFERED: { status: 409 }, REMOVED: { status: 409 } }),
  /** The devices on which the caller has turned on push notifications and not removed, last seen first. */
  devices: read.input(EmptyInput).output(z.strictObject({ items: z.array(UserDevice) })),
  /** Ends the push notifications on a device of the caller. */
  removeDevice: write.input(ById).output(Done),
  /** Sends a test to an active device of the caller. */
  testDevice: write.input(ById).output(Done),
}
