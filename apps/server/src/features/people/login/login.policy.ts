import type { Contract } from '@attune/contract'
import { anyone, fullySignedIn, ownOnly, signedIn, type FeaturePolicy } from '../../../platform/policy/policy.ts'

export const loginPolicy = {
  session: { ...anyone, anyAccount: true },
  accounts: { ...anyone, anyAccount: true, whileLocked: false },
  addAccount: signedIn,
  switchAccount: { ...anyone, anyAccount: true },
  signOutAll: { ...anyone, anyAccount: true },
  refresh: anyone,
  signUp: anyone,
  resendConfirmation: anyone,
  confirm: anyone,
  readLink: anyone,
  signIn: anyone,
  secondFactor: { who: ['half'], assurance: 'any' },
  signOut: anyone,
  requestReset: anyone,
  reset: anyone,

  setUpTwoStep: signedIn,
  confirmTwoStep: {
    ...signedIn,
    audited: { action: 'second-factor-set-up', resource: 'account', object: 'caller', change: 'auth' },
  },
  newRecoveryCodes: {
    ...signedIn,
    audited: { action: 'recovery-codes-renewed', resource: 'account', object: 'caller', change: 'auth' },
  },
  removeApp: {
    ...signedIn,
    audited: { action: 'authenticator-removed', resource: 'account', object: 'caller', change: 'auth' },
  },
  stepUp: signedIn,

  providers: anyone,
  signInWith: anyone,
  linkProvider: signedIn,
  unlinkProvider: {
    ...signedIn,
    audited: { action: 'provider-unlinked', resource: 'account', object: 'caller', change: 'auth' },
  },
  passkeyOptions: anyone,
  registerPasskey: {
    ...signedIn,
    audited: { action: 'passkey-registered', resource: 'account', object: 'caller', change: 'auth' },
  },
  signInWithPasskey: anyone,
  passkeys: signedIn,
  deletePasskey: { ...signedIn, audited: { action: 'passkey-deleted', resource: 'passkey', change: 'auth' } },
  changePassword: {
    ...signedIn,
    audited: { action: 'password-changed', resource: 'account', object: 'caller', change: 'auth' },
  },
  logins: signedIn,
  endLogin: { ...signedIn, audited: { action: 'login-ended', resource: 'login', change: 'auth' }, reach: ownOnly },
  endOtherLogins: {
    ...signedIn,
    audited: { action: 'other-logins-ended', resource: 'account', object: 'caller', change: 'auth' },
  },
  lock: { ...signedIn, whileLocked: true },
  unlock: { ...signedIn, whileLocked: true },
  newUnlockSecret: signedIn,

  changeEmail: {
    ...signedIn,
    audited: { action: 'address-change-asked', resource: 'account', object: 'caller', change: 'auth' },
  },
  confirmEmailChange: anyone,
  stopEmailChange: anyone,
  stopFactorReset: anyone,
  deletionPreview: signedIn,
  deleteAccount: {
    ...signedIn,
    audited: { action: 'account-ended', resource: 'account', object: 'caller', change: 'own' },
  },
  erasureReport: anyone,
  newHandover: signedIn,
  redeemHandover: anyone,
  newAppCode: { ...fullySignedIn, limit: { perHour: 60 } },
  redeemAppCode: anyone,

  setUp: anyone,

  readInvitation: anyone,
  acceptInvitation: anyone,
  acceptInvitationSignedIn: signedIn,
  sendFreshInvitation: anyone,
} satisfies FeaturePolicy<Contract['login']>
