import type { MailedKind } from '@attune/contract/features/notification'

export type MailKind = 'confirm' | 'reset' | 'exists' | 'invitation' | MailedKind

/** What a mail leads to, what it must know, and when it has been overtaken by what happened since. */
type Kind = {
  path: string
  about: 'account' | 'invitation' | 'session' | 'connection'
  link?: 'confirm' | 'reset' | 'invite'
}

export const mailKinds = {
  confirm: { path: '/', about: 'account', link: 'confirm' },
  reset: { path: '/', about: 'account', link: 'reset' },
  exists: { path: '/sign-in', about: 'account' },
  invitation: { path: '/', about: 'invitation', link: 'invite' },
  'new-user': { path: '/dashboard', about: 'account' },
  'role-requested': { path: '/dashboard', about: 'account' },
  feedback: { path: '/dashboard', about: 'account' },
  'role-approved': { path: '/dashboard', about: 'account' },
  'role-declined': { path: '/dashboard', about: 'account' },
  'client-joined': { path: '/dashboard', about: 'account' },
  'therapist-connected': { path: '/dashboard', about: 'account' },
  'connection-ended': { path: '/dashboard', about: 'connection' },
  'connection-undone': { path: '/dashboard', about: 'account' },
  'session-planned': { path: '/dashboard', about: 'session' },
  'session-moved': { path: '/dashboard', about: 'session' },
  'session-cancelled': { path: '/dashboard', about: 'session' },
  'session-accepted': { path: '/dashboard', about: 'session' },
  'session-declined': { path: '/dashboard', about: 'session' },
} as const satisfies Record<MailKind, Kind>

export const isMailKind = (kind: string): kind is MailKind => kind in mailKinds
