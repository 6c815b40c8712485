import { z } from 'zod'
import { byId, Done, EmptyInput, NotificationAddressId } from '../../../common/ids.ts'
import { read, write } from '../../../common/procedure.ts'
import type { RealtimeTables } from '../../../common/realtime.ts'
import { limitRefusal } from '../../../common/refusals.ts'
import { Email } from '../../../common/text/text.schemas.ts'
import { INVALID_LINK, LinkToken } from '../../people/login/login.schemas.ts'
import { adminNotificationTypes } from '../notification/notification.admin-types.ts'
import { Quiet } from '../notification/notification.settings.ts'

const Kind = z.enum(adminNotificationTypes)

/** An email address that receives the notifications of admins. All admins share these addresses. */
export const NotificationAddress = z.strictObject({
  id: NotificationAddressId,
  email: z.string(),
  /** `waiting`: the address has not been verified yet. `expired`: the address was not verified, and its link is no longer valid. */
  state: z.enum(['waiting', 'expired', 'verified']),
  /** The time at which the link was last sent. */
  sentAt: z.string(),
  /** For each kind of notification, whether the address gets an email. */
  kinds: z.record(Kind, z.boolean()),
  /** The daily hours in which only emails about failures are sent, as `HH:MM` in `zone`; null for none. */
  quiet: Quiet.nullable(),
  /** The IANA time zone of the quiet hours, taken from the admin who added the address. */
  zone: z.string(),
  /** The number of changes to the address. A call that changes it sends the version on which the change is based. */
  version: z.number(),
})
export type NotificationAddress = z.infer<typeof NotificationAddress>

/** The tables of this feature that a browser can subscribe to. */
export const notificationAddressTables = {
  notification_addresses: { table: 'notification_address', filters: ['id'] },
} as const satisfies RealtimeTables

/**
 * The email addresses that receive the notifications of admins. Until an address is verified, it receives only its link. If no address is verified,
 * every admin receives the emails.
 */
export const notificationAddress = {
  /** Lists all notification addresses, oldest first. */
  list: read
    .input(EmptyInput)
    .output(z.strictObject({ items: z.array(NotificationAddress), mailConfigured: z.boolean() })),
  /** Adds an address and sends it a link. Refuses with TAKEN if the address is already in the list, and with LIMIT_REACHED. */
  add: write
    .input(z.strictObject({ id: NotificationAddressId, email: Email }))
    .output(NotificationAddress)
    .errors({ ...limitRefusal, TAKEN: { status: 409 } }),
  /** Sends a new link, which voids the previous one. Refuses with VERIFIED if the address is already verified. */
  sendLink: write
    .input(byId(NotificationAddressId))
    .output(NotificationAddress)
    .errors({ VERIFIED: { status: 409 } }),
  /**
   * Saves kinds and quiet hours. An omitted kind keeps its setting. Refuses with CHANGED and the current address if it has changed since `version`.
   */
  save: write
    .input(
      z.strictObject({
        id: NotificationAddressId,
        version: z.int().min(1),
        kinds: z.partialRecord(Kind, z.boolean()),
        quiet: Quiet.nullable(),
      }),
    )
    .output(NotificationAddress)
    .errors({ CHANGED: { status: 409, data: z.object({ address: NotificationAddress }) } }),
  remove: write.input(byId(NotificationAddressId)).output(Done),
  /** Sends a test email. Refuses with NOT_VERIFIED if the address is not verified. */
  sendTest: write
    .input(byId(NotificationAddressId))
    .output(Done)
    .errors({ NOT_VERIFIED: { status: 409 } }),
  /** Verifies an address with the token of its link. Needs no sign-in. */
  verify: write
    .input(z.strictObject({ token: LinkToken }))
    .output(Done)
    .errors(INVALID_LINK),
}
