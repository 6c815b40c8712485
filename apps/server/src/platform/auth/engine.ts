import { betterAuth } from 'better-auth'
import { APIError } from '@better-auth/core/error'
import { isAPIError } from 'better-auth/api'
import { twoFactor } from 'better-auth/plugins'
import { passkey } from '@better-auth/passkey'
import { passwordMaximum, passwordMinimum } from '@attune/contract/common/constants'
import type { Clock } from '../clock.ts'
import type { Provider } from '../providers.ts'
import type { Log } from '../log.ts'
import { challengeSeconds, cookieSeconds } from './cookies.ts'
import { guardsOf, strengthen } from './engine-guards.ts'
import type { NewLogin } from './engine-guards.ts'
import type { Guesses } from './guess.ts'
import { Busy } from './hash-gate.ts'
import type { Passwords } from './password-hash.ts'
import type { AuthPool } from './pool.ts'
import { openid } from './openid.ts'
import { newRecoveryCodes } from './recovery-codes.ts'
import { stepUp } from './step-up.ts'

/** The cookies between us and the engine; the browser's own names and attributes are ours (cookies.ts). */
export const inner = { login: 'login', half: 'half', ceremony: 'ceremony', state: 'state' } as const

export type EngineDeps = {
  pool: AuthPool
  passwords: Passwords
  guesses: Guesses
  secret: string
  baseUrl: string
  /** The origin of the pages: a passkey is bound to its host, and answers to no other. */
  origin: string
  /** Only where somebody signs in by one: finding a provider's addresses asks the network. */
  providers?: readonly Provider[]
  clock: Clock
  log: Log
}

export type BetterAuth = ReturnType<typeof makeEngine>

/**
 * Better Auth as an engine: sign-up, sign-in, second factors. Nothing of it is mounted; what may be called stands in door.ts.
 * Mails, links, limits, cookies' names and the reading of a login are ours.
 */
export function makeEngine({
  pool,
  passwords,
  guesses,
  secret,
  baseUrl,
  origin,
  providers = [],
  clock,
  log,
}: EngineDeps) {
  return betterAuth({
    appName: 'Attune',
    baseURL: baseUrl,
    basePath: '/auth',
    secret,
    trustedOrigins: [baseUrl],
    database: pool.pool,
    telemetry: { enabled: false },
    // Messages of the library hold addresses of people: of an error only that it happened is kept.
    logger: { level: 'error', log: (level) => level === 'error' && log.error('The sign-in engine reported an error') },
    onAPIError: { onError: throwFaults },
    rateLimit: { enabled: false },
    user: {
      validateUserInfo: needProvedAddress,
      fields: { emailVerified: 'email_verified', createdAt: 'created_at', updatedAt: 'updated_at' },
      additionalFields: {
        firstName: { type: 'string', required: false, fieldName: 'first_name', returned: false },
        lastName: { type: 'string', required: false, fieldName: 'last_name', returned: false },
        language: { type: 'string', required: false, returned: false },
      },
    },
    session: {
      modelName: 'login',
      fields: {
        userId: 'user_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
      additionalFields: {
        strength: { type: 'number', required: true, defaultValue: 1, input: false },
        method: { type: 'string', required: true, defaultValue: 'none', input: false },
        lastSeenAt: {
          type: 'date',
          required: true,
          fieldName: 'last_seen_at',
          defaultValue: () => clock.now(),
          input: false,
        },
      },
      expiresIn: cookieSeconds,
      disableSessionRefresh: true,
      // How lately somebody has proved who they are is asked by ourselves, with our clock.
      freshAge: 0,
    },
    account: {
      fields: {
        userId: 'user_id',
        accountId: 'account_id',
        providerId: 'provider_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
      // Whoever has an account links a provider while signed in to it; an equal address alone joins nothing.
      accountLinking: { enabled: true, disableImplicitLinking: true, allowDifferentEmails: true },
    },
    verification: { fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' } },
    emailAndPassword: {
      enabled: true,
      requireEmailVerification: true,
      autoSignIn: false,
      minPasswordLength: passwordMinimum,
      maxPasswordLength: passwordMaximum,
      password: { hash: busyAs503(passwords.hash), verify: busyAs503(passwords.verify) },
    },
    emailVerification: { sendOnSignUp: false, sendOnSignIn: false, autoSignInAfterVerification: false },
    plugins: [
      twoFactor({
        issuer: 'Attune',
        twoFactorCookieMaxAge: challengeSeconds,
        backupCodeOptions: { customBackupCodesGenerate: newRecoveryCodes },
        // Ours counts before the code is looked at, across ways and processes.
        accountLockout: { enabled: false },
        schema: {
          user: { fields: { twoFactorEnabled: 'two_factor_enabled' } },
          twoFactor: {
            modelName: 'two_factor',
            fields: {
              userId: 'user_id',
              backupCodes: 'backup_codes',
              failedVerificationCount: 'failed_verification_count',
              lockedUntil: 'locked_until',
            },
          },
        },
      }),
      passkey({
        rpName: 'Attune',
        rpID: new URL(origin).hostname,
        origin,
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        registration: { afterVerification: async ({ verification }) => needVerified(verification.registrationInfo) },
        authentication: {
          afterVerification: async ({ verification }) => needVerified(verification.authenticationInfo),
        },
        advanced: { webAuthnChallengeCookie: inner.ceremony },
        schema: {
          passkey: {
            fields: {
              publicKey: 'public_key',
              userId: 'user_id',
              credentialID: 'credential_id',
              deviceType: 'device_type',
              backedUp: 'backed_up',
              createdAt: 'created_at',
            },
          },
        },
      }),
      stepUp(pool.query, guesses),
      ...(providers.length > 0 ? [openid(providers, origin)] : []),
    ],
    hooks: { before: guardsOf(pool.query, guesses) },
    databaseHooks: {
      session: { create: { before: (login, ctx) => strengthen(pool.query, clock.now(), login as NewLogin, ctx) } },
      account: { create: { before: withoutTokens }, update: { before: withoutTokens } },
    },
    advanced: {
      database: { generateId: 'uuid', validateSchema: false },
      useSecureCookies: false,
      cookies: {
        session_token: { name: inner.login },
        two_factor: { name: inner.half },
        [inner.ceremony]: { name: inner.ceremony },
        state: { name: inner.state },
      },
      ipAddress: { ipAddressHeaders: ['x-attune-ip'] },
      disableCSRFCheck: false,
      disableOriginCheck: false,
    },
  })
}

/** P7: the library signs in whom a provider merely knows by an address that nobody has proved there. */
async function needProvedAddress({ user, source }: { user: { emailVerified?: boolean }; source: { method: string } }) {
  return source.method === 'oauth' && user.emailVerified !== true ? { error: 'unproved_address' } : undefined
}

/**
 * P4: the library takes a passkey that was merely touched. Without a fingerprint, face or PIN it proves a thing, not its owner, and
 * may not open what asks for a second factor.
 */
function needVerified(info: { userVerified: boolean } | undefined): void {
  if (!info?.userVerified) throw new APIError('UNAUTHORIZED', { code: 'NOT_VERIFIED', message: 'NOT_VERIFIED' })
}

/** A provider's tokens are needed at the moment of sign-in only. */
async function withoutTokens() {
  return { data: { accessToken: null, refreshToken: null, idToken: null } }
}

/**
 * A refusal of the library is an answer; anything else is a fault and leaves it as it is, so that a database that is away stays one.
 * Left alone, the library would print it, rows with addresses included, and answer an empty 500.
 */
function throwFaults(error: unknown): void {
  if (!isAPIError(error)) throw error
}

/** What the library throws on as an answer; any other error would become a 500 there. */
function busyAs503<In, Out>(work: (input: In) => Promise<Out>) {
  return async (input: In) => {
    try {
      return await work(input)
    } catch (error) {
      if (error instanceof Busy) throw new APIError('SERVICE_UNAVAILABLE', { code: 'BUSY', message: 'BUSY' })
      throw error
    }
  }
}
