import type { MailKind } from '@attune/contract/features/messages/notification/notification'
import type { EmailKind } from '../../../platform/mail/email-kind.ts'

export const accountEmails = {
  'new-user': { path: '/dashboard' },
  'role-requested': { path: '/dashboard' },
  'role-approved': { path: '/dashboard' },
  'role-declined': { path: '/dashboard' },
} as const satisfies Partial<Record<MailKind, EmailKind>>
