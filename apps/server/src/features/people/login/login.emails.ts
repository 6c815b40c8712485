import type { AuthMailKind } from '@attune/contract/features/messages/notification/notification.mail-kinds'
import { accountInvitationLink } from '../../../platform/auth/link/account-invitation.ts'
import type { EmailKind } from '../../../platform/mail/email-kind.ts'
import { formatDateTimeInZone } from '../../../platform/text/translations.ts'

/** Reads the new address of the pending change for the text of the email to the old address; null if there is no such change. */
const readEmailChange: EmailKind['read'] = async (_tx, mail, { auth }) => {
  const email = await auth.emailChanges.pendingEmail(mail.account_id ?? '', mail.generation)
  return email ? { words: { email } } : null
}

/** Reads the new address of the pending change. The email mentions this address and is sent to it. Null if there is no such change. */
const readNewEmail: EmailKind['read'] = async (_tx, mail, { auth }) => {
  const email = await auth.emailChanges.pendingEmail(mail.account_id ?? '', mail.generation)
  return email ? { words: { email }, to: email } : null
}

const readFactorReset: EmailKind['read'] = async (_tx, mail, { auth, reader }) => {
  const at = await auth.factorResets.takesEffectAt(mail.account_id ?? '', mail.generation)
  return at ? { words: { when: formatDateTimeInZone(at.toISOString(), reader.language, reader.zone) } } : null
}

/** Reads the link of an invitation to an account; null once the invited person has confirmed the address. */
const readInvitationLink: EmailKind['read'] = async (_tx, mail, { auth }) => {
  const link = await accountInvitationLink(auth, mail)
  return link === null ? null : { link }
}

/** The emails about signing in. Attune sends them regardless of the notification settings of the account. */
export const loginEmails = {
  confirm: { path: '/', link: 'confirm' },
  reset: { path: '/', link: 'reset', isSecret: true },
  exists: { path: '/' },
  'email-new': { path: '/', link: 'email-new', isSecret: true, read: readNewEmail },
  'email-old': { path: '/', link: 'email-old', isSecret: true, read: readEmailChange },
  'factor-reset': { path: '/', link: 'stop-factor-reset', isSecret: true, read: readFactorReset },
  'factor-reset-done': { path: '/dashboard' },
  'app-added': { path: '/dashboard' },
  'app-removed': { path: '/dashboard' },
  'passkey-added': { path: '/dashboard' },
  'passkey-removed': { path: '/dashboard' },
  'account-disabled': { path: '/' },
  'account-enabled': { path: '/dashboard' },
  'account-signed-out': { path: '/dashboard' },
  'account-role-changed': { path: '/dashboard' },
  'export-ready': { path: '/dashboard' },
  'account-invited': { path: '/', isSecret: true, read: readInvitationLink },
} as const satisfies Record<AuthMailKind, EmailKind>
