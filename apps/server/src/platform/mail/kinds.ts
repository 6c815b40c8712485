import type { MailKind } from '@attune/contract/features/notification'

/** The page that an email links to, the subject that it is about, and the purpose of a token in its link. */
type Kind = {
  path: string
  about: 'account' | 'invitation' | 'session' | 'series' | 'gaps' | 'connection' | 'entry' | 'task'
  link?: LinkPurpose
}
type LinkPurpose = 'confirm' | 'reset' | 'invite' | 'email-new' | 'email-old' | 'stop-factor-reset'

export const mailKinds = {
  confirm: { path: '/', about: 'account', link: 'confirm' },
  reset: { path: '/', about: 'account', link: 'reset' },
  exists: { path: '/', about: 'account' },
  'email-new': { path: '/', about: 'account', link: 'email-new' },
  'email-old': { path: '/', about: 'account', link: 'email-old' },
  'factor-reset': { path: '/', about: 'account', link: 'stop-factor-reset' },
  'factor-reset-done': { path: '/dashboard', about: 'account' },
  'app-added': { path: '/dashboard', about: 'account' },
  'app-removed': { path: '/dashboard', about: 'account' },
  'passkey-added': { path: '/dashboard', about: 'account' },
  'passkey-removed': { path: '/dashboard', about: 'account' },
  invitation: { path: '/', about: 'invitation', link: 'invite' },
  'new-user': { path: '/dashboard', about: 'account' },
  'role-requested': { path: '/dashboard', about: 'account' },
  'calendar-failing': { path: '/dashboard', about: 'account' },
  'disk-low': { path: '/dashboard', about: 'account' },
  feedback: { path: '/dashboard', about: 'account' },
  'role-approved': { path: '/dashboard', about: 'account' },
  'role-declined': { path: '/dashboard', about: 'account' },
  'client-joined': { path: '/dashboard', about: 'account' },
  'therapist-connected': { path: '/dashboard', about: 'account' },
  'connection-ended': { path: '/dashboard', about: 'connection' },
  'connection-undone': { path: '/dashboard', about: 'account' },
  'guardian-planned': { path: '/', about: 'session' },
  'guardian-moved': { path: '/', about: 'session' },
  'guardian-cancelled': { path: '/', about: 'session' },
  'guardian-reminder': { path: '/', about: 'session' },
  'guardian-edited': { path: '/', about: 'session' },
  'guardian-series-planned': { path: '/', about: 'series' },
  'guardian-series-changed': { path: '/', about: 'series' },
  'guardian-series-cancelled': { path: '/', about: 'series' },
  'session-planned': { path: '/dashboard', about: 'session' },
  'session-moved': { path: '/dashboard', about: 'session' },
  'session-cancelled': { path: '/dashboard', about: 'session' },
  'session-accepted': { path: '/dashboard', about: 'session' },
  'session-declined': { path: '/dashboard', about: 'session' },
  'session-reminder': { path: '/dashboard', about: 'session' },
  'session-requested': { path: '/dashboard', about: 'session' },
  'session-confirmed': { path: '/dashboard', about: 'session' },
  'session-denied': { path: '/dashboard', about: 'session' },
  'session-countered': { path: '/dashboard', about: 'session' },
  'session-withdrawn': { path: '/dashboard', about: 'session' },
  'session-expired': { path: '/dashboard', about: 'session' },
  'session-left': { path: '/dashboard', about: 'session' },
  'session-edited': { path: '/dashboard', about: 'session' },
  'series-planned': { path: '/dashboard', about: 'series' },
  'series-changed': { path: '/dashboard', about: 'series' },
  'series-cancelled': { path: '/dashboard', about: 'series' },
  'series-accepted': { path: '/dashboard', about: 'series' },
  'sessions-moved': { path: '/dashboard', about: 'series' },
  'sessions-cancelled': { path: '/dashboard', about: 'series' },
  'series-gap': { path: '/dashboard', about: 'gaps' },
  'change-asked': { path: '/dashboard', about: 'session' },
  'change-accepted': { path: '/dashboard', about: 'session' },
  'change-declined': { path: '/dashboard', about: 'session' },
  'change-countered': { path: '/dashboard', about: 'session' },
  'change-withdrawn': { path: '/dashboard', about: 'session' },
  'counter-accepted': { path: '/dashboard', about: 'session' },
  'counter-declined': { path: '/dashboard', about: 'session' },
  'entry-shared': { path: '/dashboard/therapist/journals', about: 'entry' },
  'entry-replied': { path: '/dashboard/client/journal', about: 'entry' },
  'task-assigned': { path: '/dashboard/client/tasks', about: 'task' },
  'task-handed-in': { path: '/dashboard/therapist/tasks', about: 'task' },
  'task-flagged': { path: '/dashboard/therapist/tasks', about: 'task' },
  'task-declined': { path: '/dashboard/therapist/tasks', about: 'task' },
  'task-reassigned': { path: '/dashboard/client/tasks', about: 'task' },
  'task-reopened': { path: '/dashboard/client/tasks', about: 'task' },
  'task-comment': { path: '/dashboard/therapist/tasks', about: 'task' },
  'task-due': { path: '/dashboard/client/tasks', about: 'task' },
} as const satisfies Record<MailKind, Kind>

export const isMailKind = (kind: string): kind is MailKind => kind in mailKinds

/** The purpose of the token in the email's link; null if the link has none, and for invitations. */
export function linkPurposeOf(kind: MailKind): Exclude<LinkPurpose, 'invite'> | null {
  const { link }: Kind = mailKinds[kind]
  return link && link !== 'invite' ? link : null
}
