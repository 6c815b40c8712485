import type { LinkPages } from '../../platform/auth/auth.ts'

/** The pages on which people use the links that they were sent. */
export const linkPages: LinkPages = {
  confirm: '/confirm',
  reset: '/reset-password',
  invite: '/setup-password',
  setup: '/setup',
  'email-new': '/change-email/new',
  'email-old': '/change-email/old',
  'stop-factor-reset': '/stop-factor-reset',
  'invite-code': '/join',
}
