import type { ExternalAccountId, LoginId } from '@attune/contract/common/ids'
import { externalLimits } from '@attune/contract/features/schedule/external-calendar/external-calendar.rules'
import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { AppContext } from '../../../../platform/app-context.ts'
import type { Tx } from '../../../../platform/database/actor.ts'
import { conflict, createRefusal, limitReached } from '../../../../platform/policy/refusal.ts'
import { sealOf } from '../../../../platform/secrets/seal.ts'
import { findAccountRow, countAccounts } from './accounts.ts'
import { exchangeCode, type GoogleApp } from '../google/tokens.ts'

/** The path to which Google redirects the browser. The host must register it with the OAuth client. */
export const callbackPath = '/api/calendar/callback/google'

const calendarScope = (name: string) => `https://www.googleapis.com/auth/calendar.${name}`
/**
 * The permissions that the product needs from Google: to read and write events, to list calendars, and to create its own calendar. None of them
 * permits deleting or sharing the therapist's calendars.
 */
const calendarScopes = ['events', 'calendarlist.readonly', 'app.created'].map(calendarScope)
/** The validity of a consent request in milliseconds. */
const validMs = 10 * 60_000
const issuers = ['https://accounts.google.com', 'accounts.google.com']

type ConsentApp = GoogleApp & Pick<AppContext, 'secrets' | 'site'>

const redirectUri = ({ site }: ConsentApp) => `${site.origin()}${callbackPath}`
const hashOf = (text: string) => createHash('sha256').update(text).digest()
/** Derives the verifier of a consent (RFC 7636) from its state. Only this server can do this, so the verifier is not stored. */
const verifierOf = (app: ConsentApp, state: string) => sealOf(app, `google consent ${state}`)

/**
 * Begins a consent for the login of the acting therapist and returns the URL of Google's page. Voids an earlier consent. Refuses with NOT_OFFERED,
 * with LIMIT_REACHED for a new account above the limit, with NOT_FOUND for an unknown account, and with CONFLICT for a CalDAV account.
 */
export async function beginConsent(
  tx: Tx,
  app: ConsentApp,
  { loginId, accountId }: { loginId: LoginId; accountId: ExternalAccountId | null },
): Promise<string> {
  const { client, origins } = app.google
  const account = accountId === null ? null : await findAccountRow(tx, accountId)
  if (account && account.provider !== 'google') throw conflict()
  if (!client) throw createRefusal('NOT_OFFERED', 409)
  if (!account && (await countAccounts(tx)) >= externalLimits.accounts) throw limitReached(externalLimits.accounts)
  const state = randomBytes(32).toString('base64url')
  const row = {
    login_id: loginId,
    state: hashOf(state),
    renewed_id: accountId,
    expires_at: new Date(app.clock.now().getTime() + validMs),
  }
  await tx.kysely
    .insertInto('external_consent')
    .values({ therapist_id: tx.actor.id, ...row })
    .onConflict((on) => on.column('therapist_id').doUpdateSet(row))
    .execute()
  const query = new URLSearchParams({
    client_id: client.clientId,
    redirect_uri: redirectUri(app),
    response_type: 'code',
    scope: ['openid', 'email', ...calendarScopes].join(' '),
    state,
    code_challenge: hashOf(verifierOf(app, state)).toString('base64url'),
    code_challenge_method: 'S256',
    access_type: 'offline',
    prompt: 'consent',
    ...(account && { login_hint: account.userName }),
  })
  return `${origins.accounts}/o/oauth2/v2/auth?${query}`
}

/**
 * Uses up the consent with this state. Returns the account that it reconnects, if any. Returns null if this login did not begin the consent, or if
 * it has expired or was used.
 */
export async function useConsent(
  tx: Tx,
  { loginId, state, now }: { loginId: LoginId; state: string; now: Date },
): Promise<{ accountId: ExternalAccountId | null } | null> {
  const { rows } = await sql<{ accountId: ExternalAccountId | null }>`
    delete from app.external_consent where therapist_id = ${tx.actor.id} and login_id = ${loginId} and state = ${hashOf(state)}
      and expires_at > ${now} returning renewed_id as "accountId"`.execute(tx.kysely)
  return rows[0] ?? null
}

export type ConsentedAccount = { subject: string; email: string; refreshToken: string }

/**
 * Exchanges the code of a consent for the tokens of an account. Returns 'incomplete' if the person did not grant all permissions, and 'failed' if
 * Google rejects the code. Throws CalendarFailure if Google is not reachable.
 */
export async function consentedAccount(
  app: ConsentApp,
  { code, state }: { code: string; state: string },
): Promise<ConsentedAccount | 'incomplete' | 'failed'> {
  const verifier = verifierOf(app, state)
  const tokens = await exchangeCode(app, { code, verifier, redirectUri: redirectUri(app) })
  if (!tokens) return 'failed'
  if (!calendarScopes.every((scope) => tokens.scopes.includes(scope))) return 'incomplete'
  const person = readIdToken(tokens.idToken, app.google.client?.clientId)
  return person ? { ...person, refreshToken: tokens.refreshToken } : 'failed'
}

/**
 * Returns the account in an id token; null if the token is not for this client. Does not check the signature, because the token comes directly from
 * Google over TLS (OpenID Connect Core, 3.1.3.7).
 */
function readIdToken(idToken: string, clientId: string | undefined): { subject: string; email: string } | null {
  const { iss, aud, sub, email } = claimsOf(idToken)
  if (!issuers.includes(String(iss)) || aud !== clientId) return null
  if (typeof sub !== 'string' || sub === '' || sub.length > 255) return null
  return { subject: sub, email: typeof email === 'string' && email ? email.slice(0, 200) : 'Google' }
}

function claimsOf(idToken: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString())
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
