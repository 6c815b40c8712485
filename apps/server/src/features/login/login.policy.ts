import type { Contract } from '@attune/contract'
import type { ProcedurePolicy, FeaturePolicy } from '../../platform/policy/policy.ts'

type In<Name extends keyof Contract['login']> =
  NonNullable<FeaturePolicy<Contract['login']>[Name]> extends ProcedurePolicy<infer Input> ? Input : never

/** A token that belongs to no one, with 43 characters like a real one. */
const badToken = 'A'.repeat(43)
const nobodysPasskey = { id: 'AAAA', rawId: 'AAAA', type: 'public-key' as const, response: { clientDataJSON: 'AAAA' } }
const openToAnyone = { who: ['anyone'], assurance: 'any' } as const
const ownOnly = { therapist: ['own'], client: ['own'], admin: ['own'] } as const
const signedIn = { who: ['signed-in'], assurance: 'any' } as const

export const loginPolicy = {
  session: { ...openToAnyone, sampleInput: () => ({}) },
  refresh: { ...openToAnyone, sampleInput: () => ({}) },
  signUp: {
    ...openToAnyone,
    sampleInput: (world): In<'signUp'> => ({
      firstName: 'Mara',
      lastName: 'Winter',
      email: `new-${world.newId()}@example.org`,
      password: 'Winter-2026',
      language: 'en',
    }),
  },
  resendConfirmation: { ...openToAnyone, sampleInput: (world) => ({ email: `new-${world.newId()}@example.org` }) },
  confirm: { ...openToAnyone, sampleInput: () => ({ token: badToken, password: 'Winter-2026' }) },
  lookAtLink: { ...openToAnyone, sampleInput: (): In<'lookAtLink'> => ({ token: badToken, purpose: 'confirm' }) },
  signIn: { ...openToAnyone, sampleInput: ({ caller: me }) => ({ email: me.email, password: me.password }) },
  secondFactor: {
    who: ['half'],
    assurance: 'any',
    sampleInput: (): In<'secondFactor'> => ({ code: '123456', kind: 'totp' }),
  },
  signOut: { ...openToAnyone, sampleInput: () => ({}) },
  requestReset: { ...openToAnyone, sampleInput: (world) => ({ email: `new-${world.newId()}@example.org` }) },
  reset: { ...openToAnyone, sampleInput: () => ({ token: badToken, password: 'Winter-2026' }) },

  enrol: { ...signedIn, sampleInput: ({ caller: me }) => ({ password: me.password }) },
  confirmEnrolment: {
    ...signedIn,
    audited: { action: 'second-factor-set-up', thing: 'account' },
    sampleInput: () => ({ code: '123456' }),
  },
  newRecoveryCodes: {
    ...signedIn,
    audited: { action: 'recovery-codes-renewed', thing: 'account' },
    sampleInput: ({ caller: me }) => ({ password: me.password }),
  },
  removeApp: {
    ...signedIn,
    audited: { action: 'authenticator-removed', thing: 'account' },
    // A wrong password, because the people of the policy matrix need their second factor afterwards.
    sampleInput: () => ({ password: 'Wrong-2026' }),
  },
  stepUp: { ...signedIn, sampleInput: () => ({ code: '123456' }) },

  providers: { ...openToAnyone, sampleInput: () => ({}) },
  signInWith: { ...openToAnyone, sampleInput: () => ({ provider: 'openid', returnTo: '/' }) },
  linkProvider: { ...signedIn, sampleInput: () => ({ provider: 'openid', returnTo: '/' }) },
  unlinkProvider: {
    ...signedIn,
    audited: { action: 'provider-unlinked', thing: 'account' },
    sampleInput: () => ({ provider: 'openid' }),
  },
  passkeyOptions: {
    ...openToAnyone,
    sampleInput: (): In<'passkeyOptions'> => ({ for: 'sign-in' }),
    sampleFields: { password: ({ caller: me }) => me.password },
  },
  registerPasskey: {
    ...signedIn,
    audited: { action: 'passkey-registered', thing: 'account' },
    sampleInput: () => ({ name: 'Laptop', response: nobodysPasskey }),
  },
  signInWithPasskey: { ...openToAnyone, sampleInput: () => ({ response: nobodysPasskey }) },
  passkeys: { ...signedIn, sampleInput: () => ({}) },
  deletePasskey: {
    ...signedIn,
    audited: { action: 'passkey-deleted', thing: 'passkey' },
    sampleInput: (world) => ({ id: world.newId() }),
  },
  changePassword: {
    ...signedIn,
    audited: { action: 'password-changed', thing: 'account' },
    sampleInput: ({ caller: me }) => ({ current: me.password, password: me.password }),
  },
  logins: { ...signedIn, sampleInput: () => ({}) },
  endLogin: {
    ...signedIn,
    audited: { action: 'login-ended', thing: 'login' },
    reach: ownOnly,
    sampleInput: (world, whose) => ({ id: world.fixturesOf(whose).loginId }),
  },
  endOtherLogins: {
    ...signedIn,
    audited: { action: 'other-logins-ended', thing: 'account' },
    sampleInput: () => ({}),
  },
  unlock: { ...signedIn, sampleInput: ({ caller: me }) => ({ password: me.password }) },

  changeEmail: {
    ...signedIn,
    audited: { action: 'address-change-asked', thing: 'account' },
    sampleInput: (world) => ({ email: `new-${world.newId()}@example.org`, password: world.caller.password }),
  },
  confirmEmailChange: {
    ...openToAnyone,
    sampleInput: (): In<'confirmEmailChange'> => ({ token: badToken, side: 'new' }),
  },
  stopEmailChange: { ...openToAnyone, sampleInput: () => ({ token: badToken }) },
  stopFactorReset: { ...openToAnyone, sampleInput: () => ({ token: badToken }) },
  deletionPreview: { ...signedIn, sampleInput: () => ({}) },
  // A wrong password, because the people of the policy matrix are needed afterwards.
  deleteAccount: {
    ...signedIn,
    audited: { action: 'account-ended', thing: 'account' },
    sampleInput: () => ({ password: 'Wrong-2026' }),
  },
  newHandover: { ...signedIn, sampleInput: () => ({}) },
  redeemHandover: { ...openToAnyone, sampleInput: () => ({ code: badToken }) },

  setUp: {
    ...openToAnyone,
    sampleInput: (world): In<'setUp'> => ({
      token: badToken,
      firstName: 'Mara',
      lastName: 'Winter',
      email: `new-${world.newId()}@example.org`,
      password: 'Winter-2026',
      language: 'en',
      zone: 'Europe/Berlin',
      practiceName: 'Practice',
      publicUrl: null,
      therapist: null,
    }),
  },

  lookAtInvitation: { ...openToAnyone, sampleInput: () => ({ token: badToken }) },
  acceptInvitation: {
    ...openToAnyone,
    sampleInput: (): In<'acceptInvitation'> => ({
      token: badToken,
      password: 'Winter-2026',
      language: 'en',
      zone: 'Europe/Berlin',
    }),
  },
  acceptInvitationSignedIn: { ...signedIn, sampleInput: () => ({ token: badToken }) },
  sendFreshInvitation: { ...openToAnyone, sampleInput: () => ({ token: badToken }) },
} satisfies FeaturePolicy<Contract['login']>
