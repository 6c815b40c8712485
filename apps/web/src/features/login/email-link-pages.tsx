import { api } from '../../platform/api.ts'
import { EmailLinkPage } from './public/EmailLinkPage.tsx'

const agree = { words: 'agree', run: (token: string) => api.login.confirmEmailChange({ token, side: 'old' }) } as const
const stop = { words: 'stop', run: (token: string) => api.login.stopEmailChange({ token }), plain: true } as const
const prove = { words: 'prove', run: (token: string) => api.login.confirmEmailChange({ token, side: 'new' }) } as const
const stopReset = { words: 'stopReset', run: (token: string) => api.login.stopFactorReset({ token }) } as const

/** `/change-email/new`: confirms the new email address. */
export const ConfirmNewEmailPage = () => <EmailLinkPage title="new" acts={[prove]} />

/** `/change-email/old`: the owner of the old address agrees or stops the change. */
export const ConfirmOldEmailPage = () => <EmailLinkPage title="old" acts={[agree, stop]} />

/** `/stop-factor-reset`: the owner of the account stops a reset of two-step verification that an admin started. */
export const StopFactorResetPage = () => <EmailLinkPage title="reset" acts={[stopReset]} />
