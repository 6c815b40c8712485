import { codeTries } from '@attune/contract/common/constants'
import type { PoolConfig } from 'pg'
import { type Apps, openApps } from './apps.ts'
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import type { Provider } from '../providers.ts'
import type { Secrets } from '../secrets.ts'
import { openDevices, type Devices } from './device.ts'
import { isProviderCall, openDoor, type EngineCall, type EngineDoor } from './door.ts'
import { openEmailChanges, type EmailChanges } from './email-change.ts'
import { openFactorResets, type FactorResets } from './factor-reset.ts'
import { openHandovers, type Handovers } from './handover.ts'
import type { RequestHeaders } from './cookies.ts'
import { type BetterAuth, makeEngine } from './engine.ts'
import { openGuesses, type Guesses } from './guess.ts'
import { loginReader, type Login, type LoginReader } from './login.ts'
import { openOwnLogins, type OwnLogins } from './own-logins.ts'
import { openPasswords, type Passwords } from './password-hash.ts'
import { openPasskeys, type Passkeys } from './passkeys.ts'
import { openPeople, type People, type Person } from './people.ts'
import { openAuthPool } from './pool.ts'
import { prune } from './prune.ts'
import { networkOf, openRateLimiter, type RateLimiter } from './rate-limit.ts'
import { openStandingCodes, type StandingCode, type StandingCodes } from './standing-code.ts'
import { useCodeOnce } from './totp.ts'
import { openSecretBox, type Purpose, type SecretAbout, type SecretBox } from './secret.ts'

export type AuthDeps = {
  /** How the role attune_auth_app reaches the database. */
  connection: PoolConfig
  secrets: Pick<Secrets, 'authSecret' | 'linkKey' | 'cookieKey'>
  clock: Clock
  log: Log
  /** The origin that stands in links; asked for each link, because a setting may change it. */
  origin: () => string
  /** How many calls that are open to anyone an address of the network may make in a minute. */
  openCallsPerMinute?: number
  /** Services by which people may sign in. */
  providers?: readonly Provider[]
}

/** All that the house knows of proving who somebody is. Only this folder knows Better Auth. */
export type Auth = {
  /** The login that a request carries, read from the database; null where there is none. */
  readLogin(headers: RequestHeaders): Promise<Login | null>
  /** Names, language and zone that a person gave when they made their account. */
  personOf(userId: string): Promise<Person | null>
  /** Makes the link of a mail good and returns it. The same arguments give the same link; a higher generation voids the one before. */
  linkFor(
    purpose: Exclude<Purpose, 'handover'>,
    subject: string,
    generation: number,
    about?: SecretAbout,
  ): Promise<string>
  /** The 8-character code of the same secret, to be read out; `linkFor` must have made it good. */
  codeFor(purpose: Purpose, subject: string, generation: number): string
  /** Link and 8-character code of an invitation, both good from now on, for the therapist to hand over. */
  invitationSecrets(id: string, generation: number, about: SecretAbout): Promise<{ link: string; code: string }>
  /** The code that a therapist may hand to anybody, and the link that carries it. */
  standingCode(therapistId: string): Promise<StandingCode & { link: string }>
  rotateStandingCode(therapistId: string, command: string): Promise<StandingCode & { link: string }>
  /** Looks whose a code is: the invitation's, which it uses up for an account, once, or the therapist's whose standing code it is; after five wrong ones in 15 minutes, per account and per network, no more. */
  redeemInviteCode(by: { code: string; userId: string; ip: string }): Promise<Redeemed>
  /** The deed that an invitation's secret was used for is done. */
  settleInvitation(invitationId: string): Promise<void>
  rateLimit: RateLimiter
  /** Deletes what is over: logins, secrets, counters. */
  prune(): Promise<void>
  close(): Promise<void>

  // For the room that signs people in.
  engine: EngineDoor
  providers: readonly Provider[]
  /** The address that the engine believes to have; no browser ever sees it. */
  engineUrl: string
  logins: LoginReader
  ownLogins: OwnLogins
  people: People
  /** Uses up a code of the authenticator app where the engine did not. */
  useCode(userId: string, code: string): Promise<boolean>
  passwords: Passwords
  passkeys: Passkeys
  emailChanges: EmailChanges
  apps: Apps
  factorResets: FactorResets
  handovers: Handovers
  guesses: Guesses
  devices: Devices
  box: SecretBox
  openCallsPerMinute: number
}

export type Redeemed =
  | { invitationId: string }
  | { therapistId: string }
  | { refused: 'INVALID_INVITE_CODE' }
  | { refused: 'TOO_MANY'; retryAfterSeconds: number }

const pages: Record<Exclude<Purpose, 'handover'>, string> = {
  confirm: '/confirm',
  reset: '/reset-password',
  invite: '/setup-password',
  setup: '/setup',
  'email-new': '/change-email/new',
  'email-old': '/change-email/old',
  'stop-factor-reset': '/stop-factor-reset',
}

export function openAuth({
  connection,
  secrets,
  clock,
  log,
  origin,
  openCallsPerMinute = 100,
  providers = [],
}: AuthDeps): Auth {
  const pool = openAuthPool(connection, (error) => log.warn('An idle connection of the auth pool was lost', { error }))
  const { query } = pool
  const passwords = openPasswords()
  const guesses = openGuesses(query, clock, secrets.cookieKey)
  const box = openSecretBox(query, clock, secrets.linkKey)
  const standing = openStandingCodes(query, clock, secrets.linkKey)
  const people = openPeople(pool, clock)
  const logins = loginReader(query, clock, secrets.authSecret)
  // The engine sees an address of its own: neither Host nor a setting reaches it.
  const baseUrl = 'http://engine.attune.localhost'
  const rateLimit = openRateLimiter(query, clock, secrets.cookieKey)
  // One engine for each origin that the pages have had: a passkey is bound to one.
  const engines = new Map<string, BetterAuth>()
  function engineFor(call: EngineCall): BetterAuth {
    const at = origin()
    const byProvider = isProviderCall(call)
    const key = byProvider ? `${at} providers` : at
    const known = engines.get(key)
    if (known) return known
    const made = makeEngine({
      pool,
      passwords,
      guesses,
      secret: secrets.authSecret,
      baseUrl,
      origin: at,
      providers: byProvider ? providers : [],
      clock,
      log,
    })
    engines.set(key, made)
    return made
  }

  const door = openDoor(engineFor, baseUrl)
  const engine: EngineDoor = async (call, caller) => {
    const answer = await door(call, caller)
    // A provider that was away when its addresses were looked up would be unknown until the next start.
    if (answer.code === 'PROVIDER_NOT_FOUND' || answer.location?.includes('oauth_provider_not_found')) {
      for (const key of engines.keys()) if (key.endsWith(' providers')) engines.delete(key)
    }
    return answer
  }

  async function linkFor(
    purpose: Exclude<Purpose, 'handover'>,
    subject: string,
    generation: number,
    about: SecretAbout = {},
  ) {
    // A link to prove an address or to set a password is for the person whose id is its subject.
    const isPerson = purpose !== 'invite' && purpose !== 'setup'
    const person = isPerson ? await people.byId(subject) : null
    await box.issue(purpose, subject, generation, person ? { email: person.email, userId: person.id, ...about } : about)
    // After # it reaches neither a log nor a referrer.
    return `${origin()}${pages[purpose]}#token=${box.tokenOf(purpose, subject, generation)}`
  }

  const withLink = ({ code, since }: StandingCode) => ({ code, since, link: `${origin()}/join#code=${code}` })

  return {
    readLogin: (headers) => logins.read(headers),
    personOf: (userId) => people.byId(userId),
    linkFor,
    codeFor: box.codeOf,
    async invitationSecrets(id, generation, about) {
      return { link: await linkFor('invite', id, generation, about), code: box.codeOf('invite', id, generation) }
    },
    redeemInviteCode: (by) => redeem({ box, standing, limiter: rateLimit }, by),
    standingCode: async (therapistId) => withLink(await standing.codeOf(therapistId)),
    rotateStandingCode: async (therapistId, command) => withLink(await standing.rotate(therapistId, command)),
    settleInvitation: box.settle,
    rateLimit,
    prune: () => prune(query, clock),
    close: () => pool.pool.end(),
    engine,
    providers,
    engineUrl: baseUrl,
    logins,
    ownLogins: openOwnLogins(query, clock, secrets.authSecret),
    people,
    useCode: (userId, code) => useCodeOnce(query, userId, code),
    passwords,
    emailChanges: openEmailChanges(pool, clock),
    factorResets: openFactorResets(pool, clock),
    handovers: openHandovers(pool, clock),
    apps: openApps(pool, clock),
    passkeys: openPasskeys(pool, clock, secrets.authSecret),
    guesses,
    devices: openDevices(query, clock, secrets.cookieKey),
    box,
    openCallsPerMinute,
  }
}

/** A try is counted before it is looked at, so that no more than five of any number at once are wrong; a right one is taken back. */
async function redeem(
  { box, standing, limiter }: { box: SecretBox; standing: StandingCodes; limiter: RateLimiter },
  by: { code: string; userId: string; ip: string },
): Promise<Redeemed> {
  const limit = { count: codeTries.count, seconds: codeTries.minutes * 60 }
  const counters = [
    ['code-account', by.userId],
    ['code-network', networkOf(by.ip)],
  ] as const
  for (const [what, whom] of counters) {
    const hit = await limiter.hit(what, whom, limit)
    if (!hit.allowed) return { refused: 'TOO_MANY', retryAfterSeconds: hit.retryAfterSeconds }
  }
  const invitationId = await box.useInvitation({ code: by.code }, by.userId)
  const therapistId = invitationId ? null : await standing.ownerOf(by.code)
  if (!invitationId && !therapistId) return { refused: 'INVALID_INVITE_CODE' }
  await Promise.all(counters.map(([what, whom]) => limiter.forgive(what, whom)))
  return invitationId ? { invitationId } : { therapistId: therapistId ?? '' }
}
