import type { MailKind } from '@attune/contract/features/messages/notification/notification'
import type { EmailKind } from '../../../platform/mail/email-kind.ts'

export const channelSetupEmails = {
  'channel-failing': { path: '/dashboard/admin/api-settings' },
} as const satisfies Partial<Record<MailKind, EmailKind>>
