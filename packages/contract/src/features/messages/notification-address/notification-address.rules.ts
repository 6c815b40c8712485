import type { AdminNotificationType } from '../notification/notification.admin-types.ts'

/** The maximum number of notification addresses. */
export const notificationAddressLimit = 10

/** The number of hours for which the link to an address is valid. */
export const addressLinkHours = 24

/** The kinds of notifications about failures. Quiet hours do not delay them. */
export const failureNotificationTypes: readonly AdminNotificationType[] = [
  'channel-failing',
  'disk-low',
  'backup-failing',
]

/** The kinds of emails that only a notification address receives: its verification link and a test. */
export type AddressMailKind = 'notification-address' | 'notification-test'
