import type { ProcedureMeta } from '../common/procedure-meta.ts'

/** For procedures that only read. If a call is refused because nobody is signed in, it waits until the person has signed in. */
const read: ProcedureMeta = { retry: true, waitsForLogin: true }
/** For procedures that read the login itself. They do not wait for a sign-in. */
const readLogin: ProcedureMeta = { retry: true, waitsForLogin: false }
/**
 * For procedures that change something. If a call gets no answer, the browser does not send it again, because a code or link may work only
 * once.
 */
const once: ProcedureMeta = { retry: false, waitsForLogin: true }
/** For the steps of signing in. They are not sent again and do not wait for a sign-in. */
const signInStep: ProcedureMeta = { retry: false, waitsForLogin: false }

/**
 * How the browser sends each login procedure. The type of `featureMeta` requires an entry for every procedure, because the default meta is
 * wrong for signing in.
 */
export const loginMeta = {
  session: readLogin,
  refresh: readLogin,
  lookAtLink: read,
  lookAtInvitation: read,
  logins: read,
  passkeys: read,
  providers: read,
  deletionPreview: read,

  signUp: signInStep,
  confirm: signInStep,
  signIn: signInStep,
  signInWith: signInStep,
  signInWithPasskey: signInStep,
  secondFactor: signInStep,
  passkeyOptions: signInStep,
  enrol: signInStep,
  confirmEnrolment: signInStep,
  stepUp: signInStep,
  unlock: signInStep,
  signOut: signInStep,
  reset: signInStep,
  redeemHandover: signInStep,
  setUp: signInStep,

  resendConfirmation: once,
  requestReset: once,
  linkProvider: once,
  unlinkProvider: once,
  newHandover: once,
  acceptInvitation: once,
  acceptInvitationSignedIn: once,
  sendFreshInvitation: once,
  newRecoveryCodes: once,
  removeApp: once,
  registerPasskey: once,
  deletePasskey: once,
  stopFactorReset: once,
  changePassword: once,
  endLogin: once,
  endOtherLogins: once,
  changeEmail: once,
  confirmEmailChange: once,
  stopEmailChange: once,
  deleteAccount: once,
}
