import type { Contract } from '@attune/contract'
import type { Entry, PolicyOf } from '../../platform/policy/policy.ts'

type In<Name extends keyof Contract['login']> =
  NonNullable<PolicyOf<Contract['login']>[Name]> extends Entry<infer Input> ? Input : never

/** Nobody's token: 43 letters as a real one has. */
const badToken = 'A'.repeat(43)
const nobodysPasskey = { id: 'AAAA', rawId: 'AAAA', type: 'public-key' as const, response: { clientDataJSON: 'AAAA' } }
const open = { who: ['anyone'], strength: 'any' } as const
const ownOnly = { therapist: ['own'], client: ['own'], admin: ['own'] } as const
const signedIn = { who: ['signed-in'], strength: 'any' } as const

export const loginPolicy = {
  session: { ...open, specimen: () => ({}) },
  refresh: { ...open, specimen: () => ({}) },
  signUp: {
    ...open,
    specimen: (world): In<'signUp'> => ({
      firstName: 'Mara',
      lastName: 'Winter',
      email: `new-${world.newId()}@example.org`,
      password: 'Winter-2026',
      language: 'en',
    }),
  },
  resendConfirmation: { ...open, specimen: (world) => ({ email: `new-${world.newId()}@example.org` }) },
  confirm: { ...open, specimen: () => ({ token: badToken, password: 'Winter-2026' }) },
  lookAtLink: { ...open, specimen: (): In<'lookAtLink'> => ({ token: badToken, purpose: 'confirm' }) },
  signIn: { ...open, specimen: ({ me }) => ({ email: me.email, password: me.password }) },
  secondFactor: {
    who: ['half'],
    strength: 'any',
    specimen: (): In<'secondFactor'> => ({ code: '123456', kind: 'totp' }),
  },
  signOut: { ...open, specimen: () => ({}) },
  requestReset: { ...open, specimen: (world) => ({ email: `new-${world.newId()}@example.org` }) },
  reset: { ...open, specimen: () => ({ token: badToken, password: 'Winter-2026' }) },

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
    // A wrong password: the people of the matrix keep their second factor.
    specimen: () => ({ password: 'Wrong-2026' }),
  },
  stepUp: { ...signedIn, specimen: () => ({ code: '123456' }) },

  providers: { ...open, specimen: () => ({}) },
  signInWith: { ...open, specimen: () => ({ provider: 'openid', returnTo: '/' }) },
  linkProvider: { ...signedIn, specimen: () => ({ provider: 'openid', returnTo: '/' }) },
  unlinkProvider: {
    ...signedIn,
    audited: { action: 'provider-unlinked', thing: 'account' },
    specimen: () => ({ provider: 'openid' }),
  },
  passkeyOptions: {
    ...open,
    specimen: (): In<'passkeyOptions'> => ({ for: 'sign-in' }),
    more: { password: ({ me }) => me.password },
  },
  registerPasskey: {
    ...signedIn,
    audited: { action: 'passkey-registered', thing: 'account' },
    specimen: () => ({ name: 'Laptop', response: nobodysPasskey }),
  },
  signInWithPasskey: { ...open, specimen: () => ({ response: nobodysPasskey }) },
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
  confirmEmailChange: { ...open, specimen: (): In<'confirmEmailChange'> => ({ token: badToken, side: 'new' }) },
  stopEmailChange: { ...open, specimen: () => ({ token: badToken }) },
  stopFactorReset: { ...open, specimen: () => ({ token: badToken }) },
  deletionPreview: { ...signedIn, specimen: () => ({}) },
  // A wrong password: the people of the matrix are needed for longer.
  deleteAccount: {
    ...signedIn,
    audited: { action: 'account-ended', thing: 'account' },
    specimen: () => ({ password: 'Wrong-2026' }),
  },
  newHandover: { ...signedIn, specimen: () => ({}) },
  redeemHandover: { ...open, specimen: () => ({ code: badToken }) },

  setUp: {
    ...open,
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

  lookAtInvitation: { ...open, specimen: () => ({ token: badToken }) },
  acceptInvitation: {
    ...open,
    specimen: (): In<'acceptInvitation'> => ({
      token: badToken,
      password: 'Winter-2026',
      language: 'en',
      zone: 'Europe/Berlin',
    }),
  },
  acceptInvitationSignedIn: { ...signedIn, specimen: () => ({ token: badToken }) },
  sendFreshInvitation: { ...open, specimen: () => ({ token: badToken }) },
} satisfies PolicyOf<Contract['login']>
