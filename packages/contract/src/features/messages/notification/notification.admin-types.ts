import type { Role } from '../../people/account/account.ts'
import { mailAudience, mailedNotificationTypes, type MailedNotificationType } from './notification.ts'

/** The kinds of notifications for admins. Their emails go to the notification addresses, if there are any. */
export type AdminNotificationType = {
  [Kind in MailedNotificationType]: 'admin' extends (typeof mailAudience)[Kind][number] ? Kind : never
}[MailedNotificationType]
export const isAdminNotificationType = (kind: string): kind is AdminNotificationType =>
  mailedNotificationTypes.some((one) => one === kind && (mailAudience[one] as readonly Role[]).includes('admin'))
export const adminNotificationTypes = mailedNotificationTypes.filter(isAdminNotificationType) as [
  AdminNotificationType,
  ...AdminNotificationType[],
]
