import { z } from 'zod'
import { ById, Done, EmptyInput, Id } from '../../../common/ids.ts'
import { read, write } from '../../../common/procedure.ts'
import type { RealtimeTables } from '../../../common/realtime.ts'
import { limitRefusal } from '../../../common/refusals.ts'
import { Email } from '../../../common/text/text.schemas.ts'
import { INVALID_LINK, LinkToken } from '../../people/login/login.schemas.ts'
import { adminNotificationTypes } from '../notification/notification.admin-types.ts'
import { Quiet } from '../notification/notification.settings.ts'

const Kind = z.enum(adminNotificationTypes)

/** An email address to which the notifications of admins go. All admins share it. */
export const NotificationAddress = z.strictObject({
  id: Id,
  email: z.string(),
  /** `waiting`: nobody has confirmed the address yet. `expired`: the link no longer works either. */
  state: z.enum(['waiting', 'expired', 'verified']),
  /** When the link was last sent. */
  sentAt: z.string(),
  /** For each kind of notification, whether the address gets an email. */
  kinds: z.record(Kind, z.boolean()),
  /** The daily hours in which only emails about failures leave, as `HH:MM` in `zone`; null for none. */
  quiet: Quiet.nullable(),
  /** The IANA time zone of the quiet hours: that of the admin who added the address. */
  zone: z.string(),
  /** The number of changes. A change sends the version that it is based on. */
  version: z.number(),
})
export type NotificationAddress = z.infer<typeof NotificationAddress>

/** The tables of this feature that a browser can subscribe to. */
export const notificationAddressTables = {
  notification_addresses: { table: 'notification_address', filters: ['id'] },
} as const satisfies RealtimeTables

/**
 * The email addresses to which the notifications of admins go. Before an address is verified, it gets nothing but the link. If no address is
 * verified, the emails go to every admin.
 */
export const notificationAddress = {
  /** All addresses, the oldest first. */
  list: read
    .input(EmptyInput)
    .output(z.strictObject({ items: z.array(NotificationAddress), mailConfigured: z.boolean() })),
  /** Adds an address and sends the link to it. Refuses with TAKEN if the address is in the list, and with LIMIT_REACHED. */
  add: write
    .input(z.strictObject({ id: Id, email: Email }))
    .output(NotificationAddress)
    .errors({ ...limitRefusal, TAKEN: { status: 409 } }),
  /** Sends the link again. The link before stops working. Refuses with VERIFIED if the address needs none. */
  sendLink: write
    .input(ById)
    .output(NotificationAddress)
    .errors({ VERIFIED: { status: 409 } }),
  /** Saves kinds and quiet hours. A kind that is omitted keeps its setting. Refuses with CHANGED and the current address. */
  save: write
    .input(
      z.strictObject({
        id: Id,
        version: z.int().min(1),
        kinds: z.partialRecord(Kind, z.boolean()),
        quiet: Quiet.nullable(),
      }),
    )
    .output(NotificationAddress)
    .errors({ CHANGED: { status: 409, data: z.object({ address: NotificationAddress }) } }),
  remove: write.input(ById).output(Done),
  /** Sends a test. Refuses with NOT_VERIFIED for an address that is not verified. */
  sendTest: write
    .input(ById)
    .output(Done)
    .errors({ NOT_VERIFIED: { status: 409 } }),
  /** Verifies an address with the token of its link. Needs no sign-in. */
  verify: write
    .input(z.strictObject({ token: LinkToken }))
    .output(Done)
    .errors(INVALID_LINK),
}
