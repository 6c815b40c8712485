import type { MailKind } from '@attune/contract/features/messages/notification/notification'
import type { EmailKind } from '../../../platform/mail/email-kind.ts'

export const guardianEmails = {
  'guardian-rights': { path: '/dashboard/client/therapists' },
  'guardian-ending': { path: '/dashboard' },
  'guardian-paused': { path: '/dashboard' },
  'guardian-resumed': { path: '/dashboard' },
} as const satisfies Partial<Record<MailKind, EmailKind>>
