import { contract } from '@attune/contract'
import { implement } from '@orpc/server'
import { cookieSeconds, writeCookie } from '../../platform/auth/cookies.ts'
import { Busy } from '../../platform/auth/hash-gate.ts'
import type { Context } from '../../platform/policy/context.ts'
import { busy } from './calls.ts'
import { changeEmail, confirmEmailChange, stopEmailChange } from './email-change.ts'
import { confirmEnrolment, enrol, newRecoveryCodes, removeApp, stepUp, stopFactorReset } from './factor.ts'
import { deleteAccount, deletionPreview } from './farewell.ts'
import { newHandover, redeemHandover } from './handover.ts'
import { acceptInvitation, acceptInvitationSignedIn, lookAtInvitation, sendFreshInvitation } from './invitation.ts'
import { viewOf } from './login.view.ts'
import { changePassword, endLogin, endOtherLogins, logins, provePassword } from './own-logins.ts'
import {
  deletePasskey,
  passkeyOptions,
  passkeys,
  provePasskey,
  registerPasskey,
  signInWithPasskey,
} from './passkeys.ts'
import { linkProvider, providers, signInWithProvider, unlinkProvider } from './providers.ts'
import { setUp } from './set-up.ts'
import { secondFactor, signIn, signOut } from './sign-in.ts'
import { confirm, lookAtLink, requestReset, resendConfirmation, reset, signUp } from './sign-up.ts'

/** Maps a full hash queue to the same refusal in every procedure. */
const on = implement(contract.login)
  .$context<Context>()
  .use(async ({ context, next }) => {
    try {
      return await next()
    } catch (error) {
      throw error instanceof Busy ? busy(context, error) : error
    }
  })

const done = { done: true } as const

export const loginHandlers = {
  session: on.session.handler(({ context: { login } }) => ({ login: login && viewOf(login) })),

  refresh: on.refresh.handler(async ({ context }) => {
    const { login, house, reqHeaders } = context
    if (!login) return { login: null }
    const signed = house.auth.logins.signedOf(reqHeaders)
    if (signed) writeCookie(context, 'login', signed, cookieSeconds)
    return { login: viewOf(await house.auth.logins.extend(login)) }
  }),

  signUp: on.signUp.handler(async ({ input, context }) => {
    await signUp(context, input)
    return done
  }),

  resendConfirmation: on.resendConfirmation.handler(async ({ input, context }) => {
    await resendConfirmation(context, input.email)
    return done
  }),

  confirm: on.confirm.handler(({ input, context }) => confirm(context, input)),
  lookAtLink: on.lookAtLink.handler(({ input, context }) => lookAtLink(context, input)),
  signIn: on.signIn.handler(({ input, context }) => signIn(context, input)),
  secondFactor: on.secondFactor.handler(({ input, context }) => secondFactor(context, input)),

  signOut: on.signOut.handler(async ({ context }) => {
    await signOut(context)
    return done
  }),

  requestReset: on.requestReset.handler(async ({ input, context }) => {
    await requestReset(context, input.email)
    return done
  }),

  reset: on.reset.handler(async ({ input, context }) => {
    await reset(context, input)
    return done
  }),

  enrol: on.enrol.handler(({ input, context }) => enrol(context, input.password)),
  confirmEnrolment: on.confirmEnrolment.handler(({ input, context }) => confirmEnrolment(context, input.code)),
  newRecoveryCodes: on.newRecoveryCodes.handler(({ input, context }) => newRecoveryCodes(context, input.password)),
  removeApp: on.removeApp.handler(({ input, context }) => removeApp(context, input.password)),
  stepUp: on.stepUp.handler(({ input, context }) => stepUp(context, input.code)),

  providers: on.providers.handler(({ context }) => providers(context)),
  signInWith: on.signInWith.handler(({ input, context }) => signInWithProvider(context, input)),
  linkProvider: on.linkProvider.handler(({ input, context }) => linkProvider(context, input)),

  unlinkProvider: on.unlinkProvider.handler(async ({ input, context }) => {
    await unlinkProvider(context, input.provider)
    return done
  }),

  passkeyOptions: on.passkeyOptions.handler(({ input, context }) => passkeyOptions(context, input)),
  registerPasskey: on.registerPasskey.handler(({ input, context }) => registerPasskey(context, input)),
  signInWithPasskey: on.signInWithPasskey.handler(({ input, context }) => signInWithPasskey(context, input.response)),
  passkeys: on.passkeys.handler(({ context }) => passkeys(context)),

  deletePasskey: on.deletePasskey.handler(async ({ input, context }) => {
    await deletePasskey(context, input.id)
    return done
  }),

  changePassword: on.changePassword.handler(({ input, context }) => changePassword(context, input)),
  logins: on.logins.handler(({ context }) => logins(context)),

  endLogin: on.endLogin.handler(async ({ input, context }) => {
    await endLogin(context, input.id)
    return done
  }),

  endOtherLogins: on.endOtherLogins.handler(async ({ context }) => {
    await endOtherLogins(context)
    return done
  }),

  unlock: on.unlock.handler(async ({ input, context }) => {
    await ('password' in input ? provePassword(context, input.password) : provePasskey(context, input.response))
    return done
  }),

  changeEmail: on.changeEmail.handler(async ({ input, context }) => {
    await changeEmail(context, input)
    return done
  }),

  confirmEmailChange: on.confirmEmailChange.handler(async ({ input, context }) => {
    await confirmEmailChange(context, input)
    return done
  }),

  stopEmailChange: on.stopEmailChange.handler(async ({ input, context }) => {
    await stopEmailChange(context, input.token)
    return done
  }),

  stopFactorReset: on.stopFactorReset.handler(async ({ input, context }) => {
    await stopFactorReset(context, input.token)
    return done
  }),

  deletionPreview: on.deletionPreview.handler(({ context }) => deletionPreview(context)),

  deleteAccount: on.deleteAccount.handler(async ({ input, context }) => {
    await deleteAccount(context, input.password)
    return done
  }),

  newHandover: on.newHandover.handler(({ context }) => newHandover(context)),
  redeemHandover: on.redeemHandover.handler(({ input, context }) => redeemHandover(context, input.code)),

  setUp: on.setUp.handler(({ input, context }) => setUp(context, input)),

  lookAtInvitation: on.lookAtInvitation.handler(({ input, context }) => lookAtInvitation(context, input.token)),
  acceptInvitation: on.acceptInvitation.handler(({ input, context }) => acceptInvitation(context, input)),

  acceptInvitationSignedIn: on.acceptInvitationSignedIn.handler(async ({ input, context }) => {
    await acceptInvitationSignedIn(context, input.token)
    return done
  }),

  sendFreshInvitation: on.sendFreshInvitation.handler(async ({ input, context }) => {
    await sendFreshInvitation(context, input.token)
    return done
  }),
}
