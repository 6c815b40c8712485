import { betterAuth, type BetterAuthOptions } from 'better-auth'
import { APIError } from '@better-auth/core/error'
import { isAPIError } from 'better-auth/api'
import { twoFactor } from 'better-auth/plugins'
import { passkey } from '@better-auth/passkey'
import { passwordMaximum, passwordMinimum } from '@attune/contract/common/constants'
import type { Clock } from '../../clock.ts'
import type { Provider } from '../../config/providers.ts'
import type { OfferedLanguages } from '@attune/contract/common/text/language-choice'
import type { Log } from '../../log.ts'
import { challengeSeconds, cookieSeconds } from '../login/cookies.ts'
import { createEngineGuards, mayFinishLinking, setAssuranceLevel, type NewLogin } from './guards.ts'
import type { GuessLimits } from '../limit/guess-limits.ts'
import { BusyError } from '../limit/concurrency-limit.ts'
import { accountModel, loginModel, passkeyModel, twoFactorModel, userModel, verificationModel } from './models.ts'
import type { Passwords } from './password-hash.ts'
import type { AuthPool } from '../pool.ts'
import { openIdPlugin } from './openid.ts'
import { generateRecoveryCodes } from '../factor/recovery-codes.ts'
import { stepUpPlugin } from './step-up.ts'

/**
 * The names of the cookies that our code and the engine (Better Auth) exchange. The cookies in the browser have the names and attributes
 * that cookies.ts sets.
 */
export const engineCookies = { login: 'login', half: 'half', ceremony: 'ceremony', state: 'state' } as const

export type EngineDeps = {
  pool: AuthPool
  passwords: Passwords
  /** The limits for guesses of a second factor. */
  guesses: GuessLimits
  /** The key with which the engine signs cookies and encrypts the keys of authenticator apps. */
  secret: string
  /** The internal address of the engine, which is never sent to a browser. */
  baseUrl: string
  /** The origin of the pages. A passkey is bound to the host of this origin. */
  origin: string
  /** Set only for calls that involve a provider, because the engine then reads the provider's endpoints over the network. */
  providers?: readonly Provider[]
  /** Returns the languages that a new account can have. */
  offered: () => OfferedLanguages
  clock: Clock
  log: Log
}

export type BetterAuth = ReturnType<typeof createEngine>

/**
 * Creates an instance of Better Auth for sign-up, sign-in and second factors. The server exposes none of its routes; client.ts lists
 * the permitted calls. Our own code sends emails, creates links, limits rates, names cookies and reads logins.
 */
export function createEngine(deps: EngineDeps) {
  const { pool, guesses, secret, baseUrl, origin, providers = [], offered, clock, log } = deps
  return betterAuth({
    appName: 'Attune',
    baseURL: baseUrl,
    basePath: '/auth',
    secret,
    trustedOrigins: [baseUrl],
    database: pool.pool,
    telemetry: { enabled: false },
    // The library's messages contain email addresses, so only the fact that an error happened is logged.
    logger: { level: 'error', log: (level) => level === 'error' && log.error('The sign-in engine reported an error') },
    onAPIError: { onError: throwFaults },
    rateLimit: { enabled: false },
    user: { validateUserInfo: createProviderCheck(pool.query), ...userModel },
    session: { ...loginModel(clock), ...loginOptions },
    account: { ...accountModel, accountLinking },
    verification: verificationModel,
    emailAndPassword: passwordOptions(deps.passwords),
    emailVerification: { sendOnSignUp: false, sendOnSignIn: false, autoSignInAfterVerification: false },
    plugins: [
      twoFactorPlugin(),
      passkeyPlugin(origin),
      stepUpPlugin(pool.query, guesses),
      ...(providers.length > 0 ? [openIdPlugin(providers, origin, offered)] : []),
    ],
    hooks: { before: createEngineGuards(pool.query, guesses) },
    databaseHooks: {
      session: {
        create: { before: (login, ctx) => setAssuranceLevel(pool.query, clock.now(), login as NewLogin, ctx) },
      },
      account: { create: { before: withoutTokens }, update: { before: withoutTokens } },
    },
    advanced,
  })
}

const loginOptions = {
  expiresIn: cookieSeconds,
  disableSessionRefresh: true,
  // 0 switches off the library's check of how recently a person has authenticated; our own code checks that with our clock.
  freshAge: 0,
}

// Only a person who is signed in can link a provider to the account. An equal email address alone does not link the provider.
const accountLinking = { enabled: true, disableImplicitLinking: true, allowDifferentEmails: true }

const passwordOptions = (passwords: Passwords) => ({
  enabled: true,
  requireEmailVerification: true,
  autoSignIn: false,
  minPasswordLength: passwordMinimum,
  maxPasswordLength: passwordMaximum,
  password: { hash: busyAs503(passwords.hash), verify: busyAs503(passwords.verify) },
})

const advanced = {
  database: { generateId: 'uuid', validateSchema: false },
  useSecureCookies: false,
  cookies: {
    session_token: { name: engineCookies.login },
    two_factor: { name: engineCookies.half },
    [engineCookies.ceremony]: { name: engineCookies.ceremony },
    state: { name: engineCookies.state },
  },
  ipAddress: { ipAddressHeaders: ['x-attune-ip'] },
  disableCSRFCheck: false,
  disableOriginCheck: false,
} satisfies BetterAuthOptions['advanced']

function twoFactorPlugin() {
  return twoFactor({
    issuer: 'Attune',
    twoFactorCookieMaxAge: challengeSeconds,
    backupCodeOptions: { customBackupCodesGenerate: generateRecoveryCodes },
    // Our own counter in guess-limits.ts replaces this lockout. The counter covers all paths and processes, and counts a guess before
    // the code is checked.
    accountLockout: { enabled: false },
    schema: twoFactorModel,
  })
}

function passkeyPlugin(origin: string) {
  return passkey({
    rpName: 'Attune',
    rpID: new URL(origin).hostname,
    origin,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    registration: { afterVerification: async ({ verification }) => needVerified(verification.registrationInfo) },
    authentication: { afterVerification: async ({ verification }) => needVerified(verification.authenticationInfo) },
    advanced: { webAuthnChallengeCookie: engineCookies.ceremony },
    schema: passkeyModel,
  })
}

/**
 * Refuses the account at a provider if the provider has not verified the email address of that account, or if the login that asked to link
 * the account has ended. Better Auth alone would accept both.
 */
function createProviderCheck(query: AuthPool['query']) {
  return async ({
    user,
    source,
  }: {
    user: { emailVerified?: boolean }
    source: { method: string; action: string }
  }) => {
    if (source.method !== 'oauth') return undefined
    if (user.emailVerified !== true) return { error: 'unproved_address' }
    if (source.action === 'link-account' && !(await mayFinishLinking(query))) return { error: 'login_ended' }
    return undefined
  }
}

/**
 * Refuses a passkey without user verification, which the library would accept. Without a fingerprint, face or PIN a passkey proves
 * possession only and does not count as a second factor.
 */
function needVerified(info: { userVerified: boolean } | undefined): void {
  if (!info?.userVerified) throw new APIError('UNAUTHORIZED', { code: 'NOT_VERIFIED', message: 'NOT_VERIFIED' })
}

/** Removes a provider's tokens before the account is stored, because only the sign-in needs them. */
async function withoutTokens() {
  return { data: { accessToken: null, refreshToken: null, idToken: null } }
}

/**
 * Rethrows every error that is not a refusal of the library, so that our code can recognize, for example, an unreachable database.
 * Otherwise the library would log the error, including rows with email addresses, and answer with an empty 500 response.
 */
function throwFaults(error: unknown): void {
  if (!isAPIError(error)) throw error
}

/** Turns a BusyError into an APIError with status 503; the library would answer any other error with 500. */
function busyAs503<In, Out>(work: (input: In) => Promise<Out>) {
  return async (input: In) => {
    try {
      return await work(input)
    } catch (error) {
      if (error instanceof BusyError) throw new APIError('SERVICE_UNAVAILABLE', { code: 'BUSY', message: 'BUSY' })
      throw error
    }
  }
}
