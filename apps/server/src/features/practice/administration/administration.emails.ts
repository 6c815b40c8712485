import type { MailKind } from '@attune/contract/features/messages/notification/notification'
import type { EmailKind } from '../../../platform/mail/email-kind.ts'

export const administrationEmails = {
  'backup-failing': { path: '/dashboard' },
} as const satisfies Partial<Record<MailKind, EmailKind>>
