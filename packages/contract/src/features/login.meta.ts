import type { ProcedureMeta } from '../common/procedure-meta.ts'

/** Reads only. A call that is refused without a login waits until the person has signed in. */
const read: ProcedureMeta = { retry: true, waitsForLogin: true }
/** Reads the login itself. */
const readLogin: ProcedureMeta = { retry: true, waitsForLogin: false }
/** Changes something. Not sent again without an answer, because a code or link may work only once. */
const once: ProcedureMeta = { retry: false, waitsForLogin: true }
/** A step of signing in. */
const signInStep: ProcedureMeta = { retry: false, waitsForLogin: false }

/** How the browser sends each login procedure. `featureMeta` requires an entry for each, because the default does not fit signing in. */
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
