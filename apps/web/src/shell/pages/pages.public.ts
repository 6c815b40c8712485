import type { PageRecords } from './page-record.ts'

/** The pages outside the dashboard. The page of a call fills the screen, for a therapist and for a client. */
export const publicPages = {
  '/': { preload: { login: true, namespaces: ['login'] } },
  '/call/$sessionId': {},
  '/confirm': {},
  '/erasure-report': {},
  '/invoice': {},
  '/join': {},
  '/legal/$page': {},
  '/notification-address': {},
  '/onboarding': { handlesLoginRequirement: true },
  '/reset-password': {},
  '/setup': {},
  '/setup-password': {},
  '/sign': {},
  '/sign-here': { preload: { login: true, namespaces: ['signHere', 'form', 'note', 'safety'] } },
  '/sign-in': {},
  '/stop-factor-reset': {},
  '/change-email/new': {},
  '/change-email/old': {},
} as const satisfies Partial<PageRecords>
