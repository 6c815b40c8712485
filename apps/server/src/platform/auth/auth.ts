import type { PoolConfig } from 'pg'
import { type AuthenticatorApps, openAuthenticatorApps } from './factor/authenticator-apps.ts'
import { type AdministeredAccounts, openAdministeredAccounts } from './administered-accounts.ts'
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import type { Provider } from '../config/providers.ts'
import type { OfferedLanguages } from '../text/translations.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { openKnownDevices, type KnownDevices } from './login/known-devices.ts'
import { isProviderCall, createEngineClient, type EngineCall, type EngineClient } from './engine/client.ts'
import { openEmailChanges, type EmailChanges } from './link/email-change.ts'
import { openFactorResets, type FactorResets } from './factor/reset.ts'
import { openHandovers, type LoginTransferCodes } from './link/handover.ts'
import type { RequestHeaders } from './login/cookies.ts'
import { type BetterAuth, createEngine } from './engine/engine.ts'
import { openGuessLimits, type GuessLimits } from './limit/guess-limits.ts'
import { createLoginReader, type Login, type LoginReader } from './login/login.ts'
import { openAccountLogins, type AccountLogins } from './login/account-logins.ts'
import { openLiveTickets, type LiveTickets } from './login/live-tickets.ts'
import { openPasswords, type PasswordCost, type Passwords } from './engine/password-hash.ts'
import { openPasskeyStore, type PasskeyStore } from './factor/passkeys.ts'
import { openAuthUsers, type AuthUsers, type AuthUser } from './auth-users.ts'
import { openAuthPool } from './pool.ts'
import { deleteExpiredAuthData } from './delete-expired.ts'
import { openRateLimiter, type RateLimiter } from './limit/rate-limit.ts'
import { redeemInviteCode, type RedeemedInviteCode } from './link/redeemed-codes.ts'
import { openTherapistInviteCodes, type TherapistInviteCode } from './link/invite-codes.ts'
import { consumeTotpCode } from './factor/totp.ts'
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
  userById(userId: string): Promise<AuthUser | null>
  /**
   * Makes the link of an email valid and returns it. The same arguments give the same link; a higher generation voids the one before.
   */
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
  invitationSecrets(id: string, generation: number, about: TokenRecipient): Promise<{ link: string; code: string }>
  /** Returns the reusable invite code of the therapist, and the link that contains the code. */
  inviteCode(therapistId: string): Promise<TherapistInviteCode & { link: string }>
  rotateInviteCode(therapistId: string, command: string): Promise<TherapistInviteCode & { link: string }>
  /**
   * Uses a code for this account. The code belongs to an invitation, which the call uses up, or is the reusable invite code of a therapist.
   * Refuses further attempts after five wrong codes in 15 minutes, counted per account and per network.
   */
  redeemInviteCode(by: { code: string; userId: string; ip: string }): Promise<RedeemedInviteCode>
  /** Marks an invitation's token as settled. Called after an attempt to connect the client with the therapist. */
  settleInvitation(invitationId: string): Promise<void>
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
  /** Uses up a code of the authenticator app. Returns false if the code was used before. */
  consumeTotpCode(userId: string, code: string): Promise<boolean>
  passwords: Passwords
  passkeys: PasskeyStore
  emailChanges: EmailChanges
  authenticatorApps: AuthenticatorApps
  factorResets: FactorResets
  handovers: LoginTransferCodes
  guessLimits: GuessLimits
  liveTickets: LiveTickets
  knownDevices: KnownDevices
  provedLinks: ProvedLinks
  oneTimeTokens: OneTimeTokens
}

export function openAuth({
  connection,
  secrets,
  clock,
  log,
  origin,
  offered,
  linkPages,
  passwordCost,
  providers = [],
}: AuthDeps): Auth {
  const pool = openAuthPool(connection, (error) => log.warn('An idle connection of the auth pool was lost', { error }))
  const { query } = pool
  const passwords = openPasswords(passwordCost)
  const guesses = openGuessLimits(query, clock, secrets.cookieKey)
  const box = openOneTimeTokens(query, clock, secrets.linkKey)
  const standing = openTherapistInviteCodes(query, clock, secrets.linkKey)
  const people = openAuthUsers(pool, clock)
  const logins = createLoginReader(query, clock, secrets.authSecret)
  // The engine has a fixed internal address, so that neither the Host header nor a setting reaches it.
  const baseUrl = 'http://engine.attune.localhost'
  const rateLimit = openRateLimiter(query, clock, secrets.cookieKey)
  // There is one engine per public origin, because a passkey is bound to it, and a separate one for calls of OpenID Connect providers.
  const engines = new Map<string, BetterAuth>()
  function engineFor(call: EngineCall): BetterAuth {
    const at = origin()
    const byProvider = isProviderCall(call)
    const key = byProvider ? `${at} providers` : at
    const known = engines.get(key)
    if (known) return known
    const made = createEngine({
      pool,
      passwords,
      guesses,
      secret: secrets.authSecret,
      baseUrl,
      origin: at,
      providers: byProvider ? providers : [],
      offered,
      clock,
      log,
    })
    engines.set(key, made)
    return made
  }

  const door = createEngineClient(engineFor, baseUrl, secrets.authSecret)
  const engine: EngineClient = async (call, caller) => {
    const answer = await door(call, caller)
    // An engine that has failed to read the endpoints of a provider never tries again. The next call creates a new one.
    if (answer.code === 'PROVIDER_NOT_FOUND' || answer.location?.includes('oauth_provider_not_found')) {
      for (const key of engines.keys()) if (key.endsWith(' providers')) engines.delete(key)
    }
    return answer
  }

  async function linkFor(
    purpose: Exclude<TokenPurpose, 'handover'>,
    subject: string,
    generation: number,
    about: TokenRecipient = {},
  ) {
    // The subject of a link is the id of the recipient's account, except for invitations, the setup link and links to addresses without one.
    const isPerson = !['invite', 'setup', 'invoice', 'notification-address'].includes(purpose)
    const person = isPerson ? await people.byId(subject) : null
    await box.issue(purpose, subject, generation, person ? { email: person.email, userId: person.id, ...about } : about)
    // Browsers send the part of an address after # neither to the server nor in the Referer header.
    return `${origin()}${linkPages[purpose]}#token=${box.tokenOf(purpose, subject, generation)}`
  }

  const withLink = ({ code, since }: TherapistInviteCode) => ({
    code,
    since,
    link: `${origin()}${linkPages['invite-code']}#code=${code}`,
  })

  return {
    readLogin: (headers) => logins.read(headers),
    userById: (userId) => people.byId(userId),
    linkFor,
    codeFor: box.codeOf,
    async invitationSecrets(id, generation, about) {
      return { link: await linkFor('invite', id, generation, about), code: box.codeOf('invite', id, generation) }
    },
    redeemInviteCode: (by) => redeemInviteCode({ box, standing, limiter: rateLimit }, by),
    inviteCode: async (therapistId) => withLink(await standing.codeOf(therapistId)),
    rotateInviteCode: async (therapistId, command) => withLink(await standing.rotate(therapistId, command)),
    settleInvitation: box.settleInvitation,
    rateLimit,
    deleteExpired: () => deleteExpiredAuthData(query, clock),
    close: () => pool.pool.end(),
    engine,
    providers,
    engineUrl: baseUrl,
    logins,
    accountLogins: openAccountLogins(pool, clock, secrets.authSecret),
    administeredAccounts: openAdministeredAccounts(query, clock),
    users: people,
    consumeTotpCode: (userId, code) => consumeTotpCode(query, userId, code),
    passwords,
    emailChanges: openEmailChanges(pool, clock),
    factorResets: openFactorResets(pool, clock),
    handovers: openHandovers(pool, clock),
    authenticatorApps: openAuthenticatorApps(pool, clock),
    passkeys: openPasskeyStore(pool, clock, secrets.authSecret),
    guessLimits: guesses,
    liveTickets: openLiveTickets(query, clock),
    knownDevices: openKnownDevices(query, clock, secrets.cookieKey),
    provedLinks: openProvedLinks(secrets.cookieKey),
    oneTimeTokens: box,
  }
}
