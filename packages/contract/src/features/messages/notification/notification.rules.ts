import type { ConsentPurpose } from '../consent/consent.rules.ts'
import type { MailedNotificationType } from './notification.ts'

/** Whether quiet hours have a length. If `to` is before `from`, they end on the next day. */
export const isQuietSpan = ({ from, to }: { from: string; to: string }) => from !== to

/** The kinds that clients also get by SMS or WhatsApp, each with the purpose to which they must consent. */
export const textedNotificationTypes = {
  'session-reminder': 'reminder',
  'message-received': 'notice',
} as const satisfies Partial<Record<MailedNotificationType, ConsentPurpose>>
export type TextedNotificationType = keyof typeof textedNotificationTypes
