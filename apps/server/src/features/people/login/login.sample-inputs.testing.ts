import type { Contract } from '@attune/contract'
import { emptyInput, type SampleInputs } from '../../../testing/samples/sample-input.ts'

/** A token that does not exist, with 43 characters like a real one. */
const badToken = 'A'.repeat(43)
const nobodysPasskey = { id: 'AAAA', rawId: 'AAAA', type: 'public-key' as const, response: { clientDataJSON: 'AAAA' } }

const inputs = {
  session: emptyInput,
  refresh: emptyInput,
  accounts: emptyInput,
  addAccount: emptyInput,
  switchAccount: {
    input: (context) => ({ userId: context.newId() }),
    fields: { password: ({ caller: me }) => me.password },
  },
  signOutAll: emptyInput,
  signUp: {
    input: (context) => ({
      firstName: 'Mara',
      lastName: 'Winter',
      email: `new-${context.newId()}@example.org`,
      password: 'Winter-2026',
      language: 'en',
    }),
  },
  resendConfirmation: { input: (context) => ({ email: `new-${context.newId()}@example.org` }) },
  confirm: { input: () => ({ token: badToken, password: 'Winter-2026' }) },
  readLink: { input: () => ({ token: badToken, purpose: 'confirm' }) },
  signIn: { input: ({ caller: me }) => ({ email: me.email, password: me.password }) },
  secondFactor: {
    input: () => ({ code: '123456', kind: 'totp' }),
  },
  signOut: emptyInput,
  requestReset: { input: (context) => ({ email: `new-${context.newId()}@example.org` }) },
  reset: { input: () => ({ token: badToken, password: 'Winter-2026' }) },

  setUpTwoStep: { input: ({ caller: me }) => ({ password: me.password }) },
  confirmTwoStep: {
    input: () => ({ code: '123456' }),
  },
  newRecoveryCodes: {
    input: ({ caller: me }) => ({ password: me.password }),
  },
  removeApp: {
    // The password is wrong, because the people of the policy matrix (matrix.runs.test.ts) need their second factor
    // afterwards.
    input: () => ({ password: 'Wrong-2026' }),
  },
  stepUp: { input: () => ({ code: '123456' }) },

  providers: emptyInput,
  signInWith: { input: () => ({ provider: 'openid', returnTo: '/' }) },
  linkProvider: { input: () => ({ provider: 'openid', returnTo: '/' }) },
  unlinkProvider: {
    input: () => ({ provider: 'openid' }),
  },
  passkeyOptions: {
    input: () => ({ for: 'sign-in' }),
    fields: { password: ({ caller: me }) => me.password },
  },
  registerPasskey: {
    input: () => ({ name: 'Laptop', response: nobodysPasskey }),
  },
  signInWithPasskey: { input: () => ({ response: nobodysPasskey }) },
  passkeys: emptyInput,
  deletePasskey: {
    input: (context) => ({ id: context.newId() }),
  },
  changePassword: {
    input: ({ caller: me }) => ({ current: me.password, password: me.password }),
  },
  logins: emptyInput,
  endLogin: {
    input: (context, whose) => ({ id: context.fixturesOf(whose).loginId }),
  },
  endOtherLogins: emptyInput,
  lock: emptyInput,
  unlock: { input: ({ caller: me }) => ({ password: me.password }) },
  newUnlockSecret: emptyInput,

  changeEmail: {
    input: (context) => ({ email: `new-${context.newId()}@example.org`, password: context.caller.password }),
  },
  confirmEmailChange: {
    input: () => ({ token: badToken, side: 'new' }),
  },
  stopEmailChange: { input: () => ({ token: badToken }) },
  stopFactorReset: { input: () => ({ token: badToken }) },
  deletionPreview: emptyInput,
  // The password is wrong, because the policy matrix (matrix.runs.test.ts) uses these accounts again afterwards.
  deleteAccount: {
    input: () => ({ password: 'Wrong-2026' }),
  },
  erasureReport: { input: () => ({ report: badToken, language: 'en' }) },
  newHandover: emptyInput,
  redeemHandover: { input: () => ({ code: badToken }) },
  newAppCode: { input: () => ({ challenge: badToken }) },
  redeemAppCode: { input: () => ({ code: badToken, verifier: badToken, platform: 'android' }) },

  setUp: {
    input: (context) => ({
      token: badToken,
      firstName: 'Mara',
      lastName: 'Winter',
      email: `new-${context.newId()}@example.org`,
      password: 'Winter-2026',
      language: 'en',
      zone: 'Europe/Berlin',
      practiceName: 'Practice',
      emailName: 'Practice',
      publicUrl: null,
      therapist: { email: `therapist-${context.newId()}@example.org`, password: 'Summer-2026' },
    }),
  },

  readInvitation: { input: () => ({ token: badToken }) },
  acceptInvitation: {
    input: () => ({
      token: badToken,
      password: 'Winter-2026',
      language: 'en',
      zone: 'Europe/Berlin',
      discreet: true,
    }),
  },
  acceptInvitationSignedIn: { input: () => ({ token: badToken }) },
  sendFreshInvitation: { input: () => ({ token: badToken }) },
} satisfies SampleInputs<Contract['login']>

export const loginSamples = { inputs }
