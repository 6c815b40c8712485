import { maskedEmail } from '@attune/contract/features/people/login/login.rules'
import type { LoginView } from '@attune/contract/features/people/login/login.schemas'
import { missingAssurance, type Login } from '../../../platform/auth/login/login.ts'

/** The fields of a login that the browser may see. While the screen is locked, they contain no name, and the email address is masked. */
export const loginViewOf = (login: Login): LoginView => ({
  loginId: login.id,
  userId: login.userId,
  email: login.isLocked ? maskedEmail(login.email) : login.email,
  role: login.role ?? 'client',
  strength: login.assuranceLevel,
  hasSecondFactor: login.hasSecondFactor,
  hasApp: login.hasApp,
  hasPasskey: login.hasPasskey,
  hasPassword: login.hasPassword,
  ...(login.guardian !== 'no' && { guardian: login.guardian }),
  need: missingAssurance(login),
  locked: login.isLocked,
  ...(login.lock.lockedFor === 'signing' && { lockedFor: 'signing' as const }),
  expiresAt: login.expiresAt.toISOString(),
})
