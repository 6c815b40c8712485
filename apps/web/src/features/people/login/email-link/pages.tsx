import { api } from '../../../../platform/api/api.ts'
import { EmailLinkPage } from '../public/EmailLinkPage.tsx'

const agree = {
  textKey: 'agree',
  run: (token: string) => api.login.confirmEmailChange({ token, side: 'old' }),
} as const
const stop = { textKey: 'stop', run: (token: string) => api.login.stopEmailChange({ token }), plain: true } as const
const prove = {
  textKey: 'prove',
  run: (token: string) => api.login.confirmEmailChange({ token, side: 'new' }),
} as const
const stopReset = { textKey: 'stopReset', run: (token: string) => api.login.stopFactorReset({ token }) } as const
const verify = { textKey: 'verify', run: (token: string) => api.notificationAddress.verify({ token }) } as const

/** Renders the page `/change-email/new`, which confirms the new email address. */
export const ConfirmNewEmailPage = () => <EmailLinkPage title="new" acts={[prove]} />

/** Renders the page `/change-email/old`. The owner of the old address can agree to the change or stop it. */
export const ConfirmOldEmailPage = () => <EmailLinkPage title="old" acts={[agree, stop]} />

/**
 * Renders the page `/stop-factor-reset`. The owner of the account can stop a reset of two-step verification by an
 * admin.
 */
export const StopFactorResetPage = () => <EmailLinkPage title="reset" acts={[stopReset]} />

/** Renders the page `/notification-address`, on which the recipient of the email agrees to get admin notifications at this address. */
export const ConfirmNotificationAddressPage = () => <EmailLinkPage title="address" acts={[verify]} />
