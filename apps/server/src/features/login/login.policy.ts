import type { Contract } from '@attune/contract'
import { anyone, ownOnly, signedIn, type FeaturePolicy } from '../../platform/policy/policy.ts'

export const loginPolicy = {
  session: anyone,
  refresh: anyone,
  signUp: anyone,
  resendConfirmation: anyone,
  confirm: anyone,
  lookAtLink: anyone,
  signIn: anyone,
  secondFactor: { who: ['half'], assurance: 'any' },
  signOut: anyone,
  requestReset: anyone,
  reset: anyone,

  enrol: signedIn,
  confirmEnrolment: { ...signedIn, audited: { action: 'second-factor-set-up', thing: 'account' } },
  newRecoveryCodes: { ...signedIn, audited: { action: 'recovery-codes-renewed', thing: 'account' } },
  removeApp: { ...signedIn, audited: { action: 'authenticator-removed', thing: 'account' } },
  stepUp: signedIn,

  providers: anyone,
  signInWith: anyone,
  linkProvider: signedIn,
  unlinkProvider: { ...signedIn, audited: { action: 'provider-unlinked', thing: 'account' } },
  passkeyOptions: anyone,
  registerPasskey: { ...signedIn, audited: { action: 'passkey-registered', thing: 'account' } },
  signInWithPasskey: anyone,
  passkeys: signedIn,
  deletePasskey: { ...signedIn, audited: { action: 'passkey-deleted', thing: 'passkey' } },
  changePassword: { ...signedIn, audited: { action: 'password-changed', thing: 'account' } },
  logins: signedIn,
  endLogin: { ...signedIn, audited: { action: 'login-ended', thing: 'login' }, reach: ownOnly },
  endOtherLogins: { ...signedIn, audited: { action: 'other-logins-ended', thing: 'account' } },
  unlock: signedIn,

  changeEmail: { ...signedIn, audited: { action: 'address-change-asked', thing: 'account' } },
  confirmEmailChange: anyone,
  stopEmailChange: anyone,
  stopFactorReset: anyone,
  deletionPreview: signedIn,
  deleteAccount: { ...signedIn, audited: { action: 'account-ended', thing: 'account' } },
  newHandover: signedIn,
  redeemHandover: anyone,

  setUp: anyone,

  lookAtInvitation: anyone,
  acceptInvitation: anyone,
  acceptInvitationSignedIn: signedIn,
  sendFreshInvitation: anyone,
} satisfies FeaturePolicy<Contract['login']>
