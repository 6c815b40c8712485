import { z } from 'zod'
import { ClockTime } from '../../../common/time/time.schemas.ts'
import { isQuietSpan, textedNotificationTypes, type TextedNotificationType } from './notification.rules.ts'
import { mailedNotificationTypes } from './notification.ts'

/**
 * The daily hours in which the server holds back emails, push notifications and notices by text, as `HH:MM` in the reader's zone. If `to` is before
 * `from`, the hours end on the next day.
 */
export const Quiet = z
  .strictObject({ from: ClockTime, to: ClockTime })
  .refine(isQuietSpan, { error: 'EMPTY', path: ['to'] })

/** For each kind of notification, whether the person receives it on a channel. */
const ByType = z.partialRecord(z.enum(mailedNotificationTypes), z.boolean())

const ByTextedType = z.partialRecord(
  z.enum(Object.keys(textedNotificationTypes) as [TextedNotificationType, ...TextedNotificationType[]]),
  z.boolean(),
)

export const NotificationSettings = z.strictObject({
  /** The daily quiet hours; null for none. */
  quiet: Quiet.nullable(),
  /** For each kind, whether the person receives an email. */
  mail: ByType,
  /** For each kind, whether the person receives a push notification. */
  push: ByType.optional(),
  /** Only for clients: for each kind, whether they want texts, which also need their consent. */
  text: ByTextedType.optional(),
  /** Only for clients: whether the sender, the subject and the preview of emails name neither the practice nor the topic. */
  discreet: z.boolean().optional(),
})
export type NotificationSettings = z.infer<typeof NotificationSettings>

/** The settings that the server returns, with the end of a pause. */
export const SavedNotificationSettings = z.strictObject({
  ...NotificationSettings.shape,
  push: ByType,
  /** The end of a pause that holds back emails, push notifications and notices by text; null if there is none. */
  pausedUntil: z.string().nullable(),
})
export type SavedNotificationSettings = z.infer<typeof SavedNotificationSettings>
