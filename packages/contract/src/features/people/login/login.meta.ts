import type { ProcedureMeta } from '../../../common/procedure-meta.ts'

/**
 * The meta of procedures that only read. If a call is refused because the login is missing, the call waits until the person has signed in.
 */
const read: ProcedureMeta = { retry: true, waitsForLogin: true }
/** The meta of procedures that read or lock the login itself. The browser may repeat a call, and a call does not wait for a sign-in. */
const readLogin: ProcedureMeta = { retry: true, waitsForLogin: false }
/**
 * The meta of procedures that change data. The browser does not repeat a call without an answer, because a code or link may work only once.
 */
const once: ProcedureMeta = { retry: false, waitsForLogin: true }
/**
 * The meta of procedures that set a password with a link. A repeated call gets the answer of the first one, so the browser repeats a call without
 * an answer, for example one that took too long. The calls do not wait for a sign-in.
 */
const linkStep: ProcedureMeta = { retry: true, waitsForLogin: false }
/** The meta of the steps of signing in. The browser does not repeat their calls, and the calls do not wait for a sign-in. */
const signInStep: ProcedureMeta = { retry: false, waitsForLogin: false }

/**
 * The meta of each login procedure. The type of `featureMeta` requires an entry for every procedure, because the default meta is wrong for
 * signing in.
 */
export const loginMeta = {
  session: readLogin,
  refresh: readLogin,
  accounts: readLogin,
  readLink: read,
  readInvitation: read,
  logins: read,
  passkeys: read,
  providers: read,
  deletionPreview: read,
  erasureReport: read,

  signUp: signInStep,
  signIn: signInStep,
  signInWith: signInStep,
  signInWithPasskey: signInStep,
  secondFactor: signInStep,
  passkeyOptions: signInStep,
  setUpTwoStep: signInStep,
  confirmTwoStep: signInStep,
  stepUp: signInStep,
  lock: readLogin,
  unlock: signInStep,
  newUnlockSecret: signInStep,
  signOut: signInStep,
  signOutAll: signInStep,
  switchAccount: signInStep,
  addAccount: signInStep,
  redeemHandover: signInStep,
  redeemAppCode: signInStep,

  confirm: linkStep,
  reset: linkStep,
  setUp: linkStep,
  acceptInvitation: { ...once, retry: true },

  resendConfirmation: once,
  requestReset: once,
  linkProvider: once,
  unlinkProvider: once,
  newHandover: once,
  newAppCode: once,
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
