import { z } from 'zod'
import { ClockTime } from '../../../common/time/time.schemas.ts'
import { isQuietSpan, textedNotificationTypes, type TextedNotificationType } from './notification.rules.ts'
import { mailedNotificationTypes } from './notification.ts'

/**
 * The daily hours in which the server holds emails, push notifications and notices by text back, as `HH:MM` in the reader's zone. If `to` is before `from`, the hours end on the
 * next day.
 */
export const Quiet = z
  .strictObject({ from: ClockTime, to: ClockTime })
  .refine(isQuietSpan, { error: 'EMPTY', path: ['to'] })

/** For each kind, whether the person gets the notification by a channel. */
const ByType = z.partialRecord(z.enum(mailedNotificationTypes), z.boolean())

const ByTextedType = z.partialRecord(
  z.enum(Object.keys(textedNotificationTypes) as [TextedNotificationType, ...TextedNotificationType[]]),
  z.boolean(),
)

/**
 * The notification settings of a person. `quiet` is the daily period in which no email and no push notification is
 * sent; null for none. `mail` and `push` say for each kind whether the person gets an email and a push notification.
 * `text` is only for clients and says whether they want the texts of a kind, on top of the consent without which none
 * leaves. `discreet` is only for clients: the sender, the subject and the preview of emails then name neither the practice nor
 * the topic.
 */
export const NotificationSettings = z.strictObject({
  quiet: Quiet.nullable(),
  mail: ByType,
  push: ByType.optional(),
  text: ByTextedType.optional(),
  discreet: z.boolean().optional(),
})
export type NotificationSettings = z.infer<typeof NotificationSettings>

/** The saved settings. `pausedUntil` is the end of the pause in which emails, push notifications and notices by text wait; null without a pause. */
export const SavedNotificationSettings = z.strictObject({
  ...NotificationSettings.shape,
  push: ByType,
  pausedUntil: z.string().nullable(),
})
export type SavedNotificationSettings = z.infer<typeof SavedNotificationSettings>
