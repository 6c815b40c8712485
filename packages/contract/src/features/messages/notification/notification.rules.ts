import type { ConsentPurpose } from '../consent/consent.rules.ts'
import type { MailedNotificationType } from './notification.ts'

/** Whether quiet hours are not empty. If `to` is before `from`, they end on the next day. */
export const isQuietSpan = ({ from, to }: { from: string; to: string }) => from !== to

/** The kinds of notifications that clients can also receive by SMS or WhatsApp, each with the purpose that requires consent. */
export const textedNotificationTypes = {
  'session-reminder': 'reminder',
  'message-received': 'notice',
} as const satisfies Partial<Record<MailedNotificationType, ConsentPurpose>>
export type TextedNotificationType = keyof typeof textedNotificationTypes
