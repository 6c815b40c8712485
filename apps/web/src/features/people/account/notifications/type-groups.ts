import type { MailedNotificationType } from '@attune/contract/features/messages/notification/notification'

/** The groups of notification types, in the order of the settings page. */
export const notificationTypeGroups = [
  'sessions',
  'requests',
  'tasks',
  'messages',
  'payments',
  'forms',
  'journal',
  'account',
  'product',
] as const
export type NotificationTypeGroup = (typeof notificationTypeGroups)[number]

const groupOf: Record<MailedNotificationType, NotificationTypeGroup> = {
  'session-planned': 'sessions',
  'session-reminder': 'sessions',
  'session-accepted': 'sessions',
  'session-declined': 'sessions',
  'session-moved': 'sessions',
  'session-edited': 'sessions',
  'session-cancelled': 'sessions',
  'session-left': 'sessions',
  'sessions-moved': 'sessions',
  'sessions-cancelled': 'sessions',
  'series-planned': 'sessions',
  'series-accepted': 'sessions',
  'series-changed': 'sessions',
  'series-cancelled': 'sessions',
  'series-gap': 'sessions',
  'session-requested': 'requests',
  'session-booked': 'requests',
  'session-confirmed': 'requests',
  'session-denied': 'requests',
  'session-countered': 'requests',
  'session-withdrawn': 'requests',
  'session-expired': 'requests',
  'change-asked': 'requests',
  'change-accepted': 'requests',
  'change-declined': 'requests',
  'change-countered': 'requests',
  'change-withdrawn': 'requests',
  'counter-accepted': 'requests',
  'counter-declined': 'requests',
  'waiting-offered': 'requests',
  'waiting-expired': 'requests',
  'waiting-withdrawn': 'requests',
  'waiting-freed': 'requests',
  'waiting-accepted': 'requests',
  'task-assigned': 'tasks',
  'task-due': 'tasks',
  'task-handed-in': 'tasks',
  'task-flagged': 'tasks',
  'task-declined': 'tasks',
  'task-reassigned': 'tasks',
  'task-reopened': 'tasks',
  'task-comment': 'tasks',
  'message-received': 'messages',
  'invoice-issued': 'payments',
  'credit-note-issued': 'payments',
  'payment-reminder': 'payments',
  'superbill-made': 'payments',
  'estimate-given': 'payments',
  'form-sent': 'forms',
  'form-due': 'forms',
  'form-signed': 'forms',
  'form-flagged': 'forms',
  'consent-withdrawn': 'forms',
  'document-asked': 'forms',
  'document-shared': 'forms',
  'document-added': 'forms',
  'entry-shared': 'journal',
  'entry-replied': 'journal',
  'plan-shared': 'tasks',
  'plan-review': 'tasks',
  'role-approved': 'account',
  'role-declined': 'account',
  'client-joined': 'account',
  'guardian-joined': 'account',
  'therapist-connected': 'account',
  'connection-ended': 'account',
  'connection-undone': 'account',
  'guardian-rights': 'account',
  'guardian-ending': 'account',
  'guardian-paused': 'account',
  'guardian-resumed': 'account',
  'calendar-failing': 'account',
  'new-user': 'product',
  'role-requested': 'product',
  feedback: 'product',
  'channel-failing': 'product',
  'disk-low': 'product',
  'backup-failing': 'product',
}

/**
 * Sorts notification types into their groups, in the order of `groupOf`. Omits groups without types. The requests of a client are in the group of
 * sessions, so that all groups fit one screen of a phone.
 */
export function groupNotificationTypes(offered: readonly MailedNotificationType[], isClient: boolean) {
  const shownGroupOf = (type: MailedNotificationType) =>
    isClient && groupOf[type] === 'requests' ? 'sessions' : groupOf[type]
  const sorted = (Object.keys(groupOf) as MailedNotificationType[]).filter((type) => offered.includes(type))
  return notificationTypeGroups
    .map((group) => ({ group, types: sorted.filter((type) => shownGroupOf(type) === group) }))
    .filter(({ types }) => types.length > 0)
}
