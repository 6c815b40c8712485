import type { LinkPages } from '../../../../platform/auth/auth.ts'

/** The page for each kind of link that is sent to people. */
export const linkPages: LinkPages = {
  confirm: '/confirm',
  reset: '/reset-password',
  invite: '/setup-password',
  guardian: '/setup-password',
  setup: '/setup',
  'email-new': '/change-email/new',
  'email-old': '/change-email/old',
  'stop-factor-reset': '/stop-factor-reset',
  invoice: '/invoice',
  'notification-address': '/notification-address',
  'form-ticket': '/sign',
  'invite-code': '/join',
}
