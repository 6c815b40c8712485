import type { MailKind } from '../../messages/notification/notification.ts'

/** The kinds of emails about accounts and notification addresses. The admin's outbox lists only these. */
export const accountMailKinds = [
  'confirm',
  'reset',
  'exists',
  'email-new',
  'email-old',
  'factor-reset',
  'factor-reset-done',
  'app-added',
  'app-removed',
  'passkey-added',
  'passkey-removed',
  'account-disabled',
  'account-enabled',
  'account-signed-out',
  'account-role-changed',
  'account-invited',
  'new-user',
  'role-requested',
  'role-approved',
  'role-declined',
  'notification-address',
  'notification-test',
] as const satisfies MailKind[]
export type AccountMailKind = (typeof accountMailKinds)[number]
