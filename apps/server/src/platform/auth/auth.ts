import type { AccountId, InvitationId, TherapistId } from '@attune/contract/common/ids'
import type { PoolConfig } from 'pg'
import { type AuthenticatorApps, openAuthenticatorApps } from './factor/authenticator-apps.ts'
import { type AdministeredAccounts, openAdministeredAccounts } from './administered-accounts.ts'
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import type { Provider } from '../config/providers.ts'
import type { OfferedLanguages } from '@attune/contract/common/text/language-choice'
import type { Secrets } from '../secrets/secrets.ts'
import { openKnownDevices, type KnownDevices } from './login/known-devices.ts'
import type { EngineClient } from './engine/client.ts'
import { openEngines } from './engine/engines.ts'
import { openEmailChanges, type EmailChanges } from './link/email-change.ts'
import { openFactorResets, type FactorResets } from './factor/reset.ts'
import { openHandovers, type LoginTransferCodes } from './link/handover.ts'
import type { RequestHeaders } from './login/cookies.ts'
import { openGuessLimits, type GuessLimits } from './limit/guess-limits.ts'
import { type IdleMinutes, openScreenLocks, type ScreenLocks } from './login/screen-lock.ts'
import { createLoginReader, type Login, type LoginReader } from './login/login.ts'
import { openAccountLogins, type AccountLogins } from './login/account-logins.ts'
import { openLiveTickets, type LiveTickets } from './login/live-tickets.ts'
import { openPasswords, type PasswordCost, type Passwords } from './engine/password-hash.ts'
import { openPasskeyStore, type PasskeyStore } from './factor/passkeys.ts'
import { openAuthUsers, type AuthUsers, type AuthUser } from './auth-users.ts'
import { type AuthPool, openAuthPool } from './pool.ts'
import { deleteExpiredAuthData } from './delete-expired.ts'
import { openRateLimiter, type RateLimiter } from './limit/rate-limit.ts'
import { redeemInviteCode, type RedeemedInviteCode } from './link/redeemed-codes.ts'
import { openTherapistInviteCodes, type TherapistInviteCode } from './link/invite-codes.ts'
import { openSharedApps, type SharedApps } from './factor/shared-app.ts'
import { consumeTotpCode } from './factor/totp.ts'
import { openLinks } from './link/links.ts'
import { openProvedLinks, type ProvedLinks } from './link/proved-links.ts'
import { openOneTimeTokens, type TokenPurpose, type TokenRecipient, type OneTimeTokens } from './one-time-tokens.ts'

/** The paths of the pages that links open, by the purpose of the link. */
export type LinkPages = Record<Exclude<TokenPurpose, 'handover'> | 'invite-code', string>

export type AuthDeps = {
  /** Connection of the role attune_auth_app. */
  connection: PoolConfig
  secrets: Pick<Secrets, 'authSecret' | 'linkKey' | 'cookieKey'>
  clock: Clock
  log: Log
  /** Returns the origin for links. Called for every link, because the settings may change the origin. */
  origin: () => string
  /** Returns the languages that a new account can have. */
  offered: () => OfferedLanguages
  linkPages: LinkPages
  /** Returns the minutes without use after which the screen of a role is locked. Called for each request. */
  idleMinutes: IdleMinutes
  /** The cost of hashing a password. The default is in password-hash.ts. */
  passwordCost?: PasswordCost
  /** OpenID Connect providers that people may sign in with. */
  providers?: readonly Provider[]
}

/** Authentication: logins, links, codes and second factors. Only this folder imports Better Auth, which the code calls the engine. */
export type Auth = {
  /** Returns the login of a request, read from the database; null if the request has no valid login. */
  readLogin(headers: RequestHeaders): Promise<Login | null>
  /** Returns the names, language and zone that the person gave at sign-up. */
  userById(userId: AccountId): Promise<AuthUser | null>
  /** Issues a token and returns the link for an email. The same arguments give the same link; a higher generation voids the previous link. */
  linkFor(
    purpose: Exclude<TokenPurpose, 'handover'>,
    subject: string,
    generation: number,
    about?: TokenRecipient,
  ): Promise<string>
  /**
   * Returns the 8-character code that replaces the link of `linkFor` with the same arguments, for a person who types
   * it. Only the code of an invitation can be used; it becomes valid when `linkFor` is called.
   */
  codeFor(purpose: TokenPurpose, subject: string, generation: number): string
  /** Makes the link and the 8-character code of an invitation valid and returns both, for the therapist to pass on. */
  invitationSecrets(
    id: InvitationId,
    generation: number,
    about: TokenRecipient,
  ): Promise<{ link: string; code: string }>
  /** Returns the reusable invite code of the therapist, and the link that contains the code. */
  inviteCode(therapistId: TherapistId): Promise<TherapistInviteCode & { link: string }>
  /** Replaces the invite code and returns the new one. Repeating the command returns the same code. */
  rotateInviteCode(therapistId: TherapistId, command: string): Promise<TherapistInviteCode & { link: string }>
  /**
   * Uses a code for this account. The code belongs to an invitation, which the call uses up, or is the reusable invite code of a therapist.
   * Refuses further attempts after five wrong codes in 15 minutes, counted per account and per network.
   */
  redeemInviteCode(by: { code: string; userId: AccountId; ip: string }): Promise<RedeemedInviteCode>
  /** Marks an invitation's token as settled. Called after an attempt to connect the client with the therapist. */
  settleInvitation: OneTimeTokens['settleInvitation']
  /** Counts attempts in the database, for limits that apply to all processes together. */
  rateLimit: RateLimiter
  /** Deletes expired logins, tokens and counters. */
  deleteExpired(): Promise<void>
  close(): Promise<void>

  // The login feature uses the following members. Administration and the sockets also use `users`, `factorResets` and `logins`.
  engine: EngineClient
  providers: readonly Provider[]
  /** The internal base address of the engine, which is never sent to a browser. */
  engineUrl: string
  logins: LoginReader
  accountLogins: AccountLogins
  administeredAccounts: AdministeredAccounts
  users: AuthUsers
  /** Uses up a code of the authenticator app. Returns false if the code was used before, also for another account with the same app. */
  consumeTotpCode(userId: AccountId, code: string): Promise<boolean>
  passwords: Passwords
  passkeys: PasskeyStore
  emailChanges: EmailChanges
  authenticatorApps: AuthenticatorApps
  sharedApps: SharedApps
  factorResets: FactorResets
  handovers: LoginTransferCodes
  guessLimits: GuessLimits
  liveTickets: LiveTickets
  screenLocks: ScreenLocks
  knownDevices: KnownDevices
  provedLinks: ProvedLinks
  oneTimeTokens: OneTimeTokens
}

export function openAuth(deps: AuthDeps): Auth {
  const { connection, secrets, clock, log, origin, offered, linkPages, providers = [] } = deps
  const pool = openAuthPool(connection, (error) => log.warn('An idle connection of the auth pool was lost', { error }))
  const { query } = pool
  const passwords = openPasswords(deps.passwordCost)
  const guesses = openGuessLimits(query, clock, secrets.cookieKey)
  const tokens = openOneTimeTokens(query, clock, secrets.linkKey)
  const inviteCodes = openTherapistInviteCodes(query, clock, secrets.linkKey)
  const users = openAuthUsers(pool, clock)
  const logins = createLoginReader(query, clock, {
    authSecret: secrets.authSecret,
    idleMinutes: deps.idleMinutes,
  })
  const rateLimit = openRateLimiter(query, clock, secrets.cookieKey)
  const secret = secrets.authSecret
  return {
    ...openLinks({ tokens, inviteCodes, users, origin, linkPages }),
    ...openStores(pool, clock, secrets),
    readLogin: (headers) => logins.read(headers),
    userById: (userId) => users.byId(userId),
    redeemInviteCode: (by) => redeemInviteCode({ box: tokens, standing: inviteCodes, limiter: rateLimit }, by),
    settleInvitation: tokens.settleInvitation,
    rateLimit,
    deleteExpired: () => deleteExpiredAuthData(query, clock),
    close: () => pool.pool.end(),
    engine: openEngines({
      pool,
      passwords,
      guesses,
      secret,
      baseUrl: engineUrl,
      origin,
      providers,
      offered,
      clock,
      log,
    }),
    providers,
    engineUrl,
    logins,
    users,
    consumeTotpCode: (userId, code) => consumeTotpCode(query, userId, code),
    passwords,
    guessLimits: guesses,
    oneTimeTokens: tokens,
  }
}

/** The engine has a fixed internal address, so that neither the Host header nor a setting reaches it. */
const engineUrl = 'http://engine.attune.localhost'

/** Opens the stores that need only the pool, the clock and a secret. */
const openStores = (pool: AuthPool, clock: Clock, { authSecret, cookieKey }: AuthDeps['secrets']) => ({
  accountLogins: openAccountLogins(pool, clock, authSecret),
  administeredAccounts: openAdministeredAccounts(pool.query, clock),
  emailChanges: openEmailChanges(pool, clock),
  factorResets: openFactorResets(pool, clock),
  handovers: openHandovers(pool, clock),
  authenticatorApps: openAuthenticatorApps(pool, clock),
  sharedApps: openSharedApps(pool, clock, authSecret),
  passkeys: openPasskeyStore(pool, clock, authSecret),
  liveTickets: openLiveTickets(pool.query, clock),
  screenLocks: openScreenLocks(pool.query, clock.now),
  knownDevices: openKnownDevices(pool.query, clock, cookieKey),
  provedLinks: openProvedLinks(cookieKey),
})
