import { contract } from '@attune/contract'
import { implement } from '@orpc/server'
import { BusyError } from '../../../platform/auth/limit/concurrency-limit.ts'
import type { Context } from '../../../platform/policy/context.ts'
import { serverBusy } from './login.calls.ts'
import { changeEmail, confirmEmailChange, stopEmailChange } from './account/email-change.ts'
import {
  confirmEnrolment,
  enrolAuthenticatorApp,
  renewRecoveryCodes,
  removeAuthenticatorApp,
  stepUpWithCode,
  stopFactorReset,
} from './factor/second-factor.ts'
import { deleteAccount, deletionPreview } from './account/deletion.ts'
import { readErasureReport } from './erasure-report/erasure-report.ts'
import { createAppCode, redeemAppCode } from './sign-in/app-code.ts'
import { createHandover, redeemHandover } from './sign-in/handover.ts'
import {
  acceptInvitationWithPassword,
  acceptInvitationSignedIn,
  previewInvitation,
  requestFreshInvitation,
} from './sign-in/invitation.ts'
import { loginViewOf } from './login.view.ts'
import { changePassword, endLogin, endOtherLogins, listLogins } from './account/logins.ts'
import { deletePasskey, passkeyOptions, listPasskeys, registerPasskey, signInWithPasskey } from './factor/passkeys.ts'
import { issueUnlockSecret, lockScreen, unlockScreen } from './account/screen.ts'
import { linkProvider, listProviders, signInWithProvider, unlinkProvider } from './provider/providers.ts'
import { activateAccount, listAccounts, prepareFurtherAccount, signOutAll } from './account/several.ts'
import { writeLogin } from './login.held.ts'
import { setUpFirstAdmin } from './sign-in/set-up.ts'
import { submitSecondFactor, signInWithPassword, signOut } from './sign-in/sign-in.ts'
import {
  confirmEmail,
  previewLink,
  requestReset,
  resendConfirmation,
  resetPassword,
  signUp,
} from './sign-in/sign-up.ts'

/**
 * Adds a middleware to every procedure: the procedure refuses with UNAVAILABLE (503) if too many passwords are being
 * hashed.
 */
const on = implement(contract.login)
  .$context<Context>()
  .use(async ({ context, next }) => {
    try {
      return await next()
    } catch (error) {
      throw error instanceof BusyError ? serverBusy(context, error) : error
    }
  })

const done = { done: true } as const

export const loginHandlers = {
  session: on.session.handler(({ context: { login } }) => ({ login: login && loginViewOf(login) })),

  refresh: on.refresh.handler(async ({ context }) => {
    const { login, app, reqHeaders } = context
    if (!login) return { login: null }
    const signed = app.auth.logins.signedTokenOf(reqHeaders)
    if (signed) writeLogin(context, login.userId, signed)
    return { login: loginViewOf(await app.auth.logins.extend(login)) }
  }),

  accounts: on.accounts.handler(({ context }) => listAccounts(context)),

  addAccount: on.addAccount.handler(async ({ context }) => {
    await prepareFurtherAccount(context)
    return done
  }),

  switchAccount: on.switchAccount.handler(({ input, context }) => activateAccount(context, input)),

  signOutAll: on.signOutAll.handler(async ({ context }) => {
    await signOutAll(context)
    return done
  }),

  signUp: on.signUp.handler(async ({ input, context }) => {
    await signUp(context, input)
    return done
  }),

  resendConfirmation: on.resendConfirmation.handler(async ({ input, context }) => {
    await resendConfirmation(context, input.email)
    return done
  }),

  confirm: on.confirm.handler(({ input, context }) => confirmEmail(context, input)),
  readLink: on.readLink.handler(({ input, context }) => previewLink(context, input)),
  signIn: on.signIn.handler(({ input, context }) => signInWithPassword(context, input)),
  secondFactor: on.secondFactor.handler(({ input, context }) => submitSecondFactor(context, input)),

  signOut: on.signOut.handler(async ({ context }) => {
    await signOut(context)
    return done
  }),

  requestReset: on.requestReset.handler(async ({ input, context }) => {
    await requestReset(context, input.email)
    return done
  }),

  reset: on.reset.handler(async ({ input, context }) => {
    await resetPassword(context, input)
    return done
  }),

  setUpTwoStep: on.setUpTwoStep.handler(({ input, context }) => enrolAuthenticatorApp(context, input.password)),
  confirmTwoStep: on.confirmTwoStep.handler(({ input, context }) => confirmEnrolment(context, input.code)),
  newRecoveryCodes: on.newRecoveryCodes.handler(({ input, context }) => renewRecoveryCodes(context, input.password)),
  removeApp: on.removeApp.handler(({ input, context }) => removeAuthenticatorApp(context, input.password)),
  stepUp: on.stepUp.handler(({ input, context }) => stepUpWithCode(context, input.code)),

  providers: on.providers.handler(({ context }) => listProviders(context)),
  signInWith: on.signInWith.handler(({ input, context }) => signInWithProvider(context, input)),
  linkProvider: on.linkProvider.handler(({ input, context }) => linkProvider(context, input)),

  unlinkProvider: on.unlinkProvider.handler(async ({ input, context }) => {
    await unlinkProvider(context, input.provider)
    return done
  }),

  passkeyOptions: on.passkeyOptions.handler(({ input, context }) => passkeyOptions(context, input)),
  registerPasskey: on.registerPasskey.handler(({ input, context }) => registerPasskey(context, input)),
  signInWithPasskey: on.signInWithPasskey.handler(({ input, context }) => signInWithPasskey(context, input.response)),
  passkeys: on.passkeys.handler(({ context }) => listPasskeys(context)),

  deletePasskey: on.deletePasskey.handler(async ({ input, context }) => {
    await deletePasskey(context, input.id)
    return done
  }),

  changePassword: on.changePassword.handler(({ input, context }) => changePassword(context, input)),
  logins: on.logins.handler(({ context }) => listLogins(context)),

  endLogin: on.endLogin.handler(async ({ input, context }) => {
    await endLogin(context, input.id)
    return done
  }),

  endOtherLogins: on.endOtherLogins.handler(async ({ context }) => {
    await endOtherLogins(context)
    return done
  }),

  unlock: on.unlock.handler(async ({ input, context }) => {
    await unlockScreen(context, input)
    return done
  }),

  lock: on.lock.handler(async ({ context }) => {
    await lockScreen(context)
    return done
  }),

  newUnlockSecret: on.newUnlockSecret.handler(({ context }) => issueUnlockSecret(context)),

  changeEmail: on.changeEmail.handler(async ({ input, context }) => {
    await changeEmail(context, input)
    return done
  }),

  confirmEmailChange: on.confirmEmailChange.handler(async ({ input, context }) => confirmEmailChange(context, input)),

  stopEmailChange: on.stopEmailChange.handler(async ({ input, context }) => {
    await stopEmailChange(context, input.token)
    return done
  }),

  stopFactorReset: on.stopFactorReset.handler(async ({ input, context }) => {
    await stopFactorReset(context, input.token)
    return done
  }),

  deletionPreview: on.deletionPreview.handler(({ context }) => deletionPreview(context)),

  deleteAccount: on.deleteAccount.handler(async ({ input, context }) => ({
    report: await deleteAccount(context, input.password),
  })),
  erasureReport: on.erasureReport.handler(({ input, context }) => readErasureReport(context.app, input)),

  newHandover: on.newHandover.handler(({ context }) => createHandover(context)),
  redeemHandover: on.redeemHandover.handler(({ input, context }) => redeemHandover(context, input.code)),

  newAppCode: on.newAppCode.handler(({ input, context }) => createAppCode(context, input.challenge)),
  redeemAppCode: on.redeemAppCode.handler(({ input, context }) => redeemAppCode(context, input)),

  setUp: on.setUp.handler(({ input, context }) => setUpFirstAdmin(context, input)),

  readInvitation: on.readInvitation.handler(({ input, context }) => previewInvitation(context, input.token)),
  acceptInvitation: on.acceptInvitation.handler(({ input, context }) => acceptInvitationWithPassword(context, input)),

  acceptInvitationSignedIn: on.acceptInvitationSignedIn.handler(async ({ input, context }) => {
    await acceptInvitationSignedIn(context, input.token, input.agreedVersionId)
    return done
  }),

  sendFreshInvitation: on.sendFreshInvitation.handler(async ({ input, context }) => {
    await requestFreshInvitation(context, input.token)
    return done
  }),
}
