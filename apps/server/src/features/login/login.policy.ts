import type { Contract } from '@attune/contract'
import type { Entry, PolicyOf } from '../../platform/policy/policy.ts'

type In<Name extends keyof Contract['login']> =
  NonNullable<PolicyOf<Contract['login']>[Name]> extends Entry<infer Input> ? Input : never

/** A token that belongs to no one, with 43 characters like a real one. */
const badToken = 'A'.repeat(43)
const nobodysPasskey = { id: 'AAAA', rawId: 'AAAA', type: 'public-key' as const, response: { clientDataJSON: 'AAAA' } }
const openToAnyone = { who: ['anyone'], strength: 'any' } as const
const ownOnly = { therapist: ['own'], client: ['own'], admin: ['own'] } as const
const signedIn = { who: ['signed-in'], strength: 'any' } as const

export const loginPolicy = {
  session: { ...openToAnyone, specimen: () => ({}) },
  refresh: { ...openToAnyone, specimen: () => ({}) },
  signUp: {
    ...openToAnyone,
    specimen: (world): In<'signUp'> => ({
      firstName: 'Mara',
      lastName: 'Winter',
      email: `new-${world.newId()}@example.org`,
      password: 'Winter-2026',
      language: 'en',
    }),
  },
  resendConfirmation: { ...openToAnyone, specimen: (world) => ({ email: `new-${world.newId()}@example.org` }) },
  confirm: { ...openToAnyone, specimen: () => ({ token: badToken, password: 'Winter-2026' }) },
  lookAtLink: { ...openToAnyone, specimen: (): In<'lookAtLink'> => ({ token: badToken, purpose: 'confirm' }) },
  signIn: { ...openToAnyone, specimen: ({ me }) => ({ email: me.email, password: me.password }) },
  secondFactor: {
    who: ['half'],
    strength: 'any',
    specimen: (): In<'secondFactor'> => ({ code: '123456', kind: 'totp' }),
  },
  signOut: { ...openToAnyone, specimen: () => ({}) },
  requestReset: { ...openToAnyone, specimen: (world) => ({ email: `new-${world.newId()}@example.org` }) },
  reset: { ...openToAnyone, specimen: () => ({ token: badToken, password: 'Winter-2026' }) },

  enrol: { ...signedIn, specimen: ({ me }) => ({ password: me.password }) },
  confirmEnrolment: {
    ...signedIn,
    audited: { action: 'second-factor-set-up', thing: 'account' },
    specimen: () => ({ code: '123456' }),
  },
  newRecoveryCodes: {
    ...signedIn,
    audited: { action: 'recovery-codes-renewed', thing: 'account' },
    specimen: ({ me }) => ({ password: me.password }),
  },
  removeApp: {
    ...signedIn,
    audited: { action: 'authenticator-removed', thing: 'account' },
    // A wrong password, because the people of the policy matrix need their second factor afterwards.
    specimen: () => ({ password: 'Wrong-2026' }),
  },
  stepUp: { ...signedIn, specimen: () => ({ code: '123456' }) },

  providers: { ...openToAnyone, specimen: () => ({}) },
  signInWith: { ...openToAnyone, specimen: () => ({ provider: 'openid', returnTo: '/' }) },
  linkProvider: { ...signedIn, specimen: () => ({ provider: 'openid', returnTo: '/' }) },
  unlinkProvider: {
    ...signedIn,
    audited: { action: 'provider-unlinked', thing: 'account' },
    specimen: () => ({ provider: 'openid' }),
  },
  passkeyOptions: {
    ...openToAnyone,
    specimen: (): In<'passkeyOptions'> => ({ for: 'sign-in' }),
    more: { password: ({ me }) => me.password },
  },
  registerPasskey: {
    ...signedIn,
    audited: { action: 'passkey-registered', thing: 'account' },
    specimen: () => ({ name: 'Laptop', response: nobodysPasskey }),
  },
  signInWithPasskey: { ...openToAnyone, specimen: () => ({ response: nobodysPasskey }) },
  passkeys: { ...signedIn, specimen: () => ({}) },
  deletePasskey: {
    ...signedIn,
    audited: { action: 'passkey-deleted', thing: 'passkey' },
    specimen: (world) => ({ id: world.newId() }),
  },
  changePassword: {
    ...signedIn,
    audited: { action: 'password-changed', thing: 'account' },
    specimen: ({ me }) => ({ current: me.password, password: me.password }),
  },
  logins: { ...signedIn, specimen: () => ({}) },
  endLogin: {
    ...signedIn,
    audited: { action: 'login-ended', thing: 'login' },
    reach: ownOnly,
    specimen: (world, whose) => ({ id: world.of(whose).loginId }),
  },
  endOtherLogins: {
    ...signedIn,
    audited: { action: 'other-logins-ended', thing: 'account' },
    specimen: () => ({}),
  },
  unlock: { ...signedIn, specimen: ({ me }) => ({ password: me.password }) },

  changeEmail: {
    ...signedIn,
    audited: { action: 'address-change-asked', thing: 'account' },
    specimen: (world) => ({ email: `new-${world.newId()}@example.org`, password: world.me.password }),
  },
  confirmEmailChange: { ...openToAnyone, specimen: (): In<'confirmEmailChange'> => ({ token: badToken, side: 'new' }) },
  stopEmailChange: { ...openToAnyone, specimen: () => ({ token: badToken }) },
  stopFactorReset: { ...openToAnyone, specimen: () => ({ token: badToken }) },
  deletionPreview: { ...signedIn, specimen: () => ({}) },
  // A wrong password, because the people of the policy matrix are needed afterwards.
  deleteAccount: {
    ...signedIn,
    audited: { action: 'account-ended', thing: 'account' },
    specimen: () => ({ password: 'Wrong-2026' }),
  },
  newHandover: { ...signedIn, specimen: () => ({}) },
  redeemHandover: { ...openToAnyone, specimen: () => ({ code: badToken }) },

  setUp: {
    ...openToAnyone,
    specimen: (world): In<'setUp'> => ({
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

  lookAtInvitation: { ...openToAnyone, specimen: () => ({ token: badToken }) },
  acceptInvitation: {
    ...openToAnyone,
    specimen: (): In<'acceptInvitation'> => ({
      token: badToken,
      password: 'Winter-2026',
      language: 'en',
      zone: 'Europe/Berlin',
    }),
  },
  acceptInvitationSignedIn: { ...signedIn, specimen: () => ({ token: badToken }) },
  sendFreshInvitation: { ...openToAnyone, specimen: () => ({ token: badToken }) },
} satisfies PolicyOf<Contract['login']>
