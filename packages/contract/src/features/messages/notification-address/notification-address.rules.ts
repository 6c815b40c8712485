import type { AdminNotificationType } from '../notification/notification.admin-types.ts'

/** The highest number of notification addresses. */
export const notificationAddressLimit = 10

/** For this many hours the link to an address works. */
export const addressLinkHours = 24

/** The kinds about something that fails. Quiet hours do not hold them back. */
export const failureNotificationTypes: readonly AdminNotificationType[] = [
  'channel-failing',
  'disk-low',
  'backup-failing',
]

/** The kinds of emails to a notification address alone: its link and a test. */
export type AddressMailKind = 'notification-address' | 'notification-test'
