import type { AppContext } from '../../../../platform/app-context.ts'
import type { OutboundResponse } from '../../../../platform/outbound/outbound.ts'
import { parseProviderAnswer } from '../../../../platform/outbound/provider-answer.ts'
import { throwFailure } from '../external-calendar.failures.ts'
import type { GoogleAccess } from './access.ts'
import { CalendarFailure } from '../external-calendar.provider.ts'

export type GoogleApp = Pick<AppContext, 'google' | 'calendarOutbound' | 'clock'>

const timeoutMilliseconds = 10_000
const revokeMilliseconds = 5_000
const atMostBytes = 64 * 1024
/** A token counts as expired this number of milliseconds before its end. */
const marginMs = 60_000

function post({ calendarOutbound }: GoogleApp, url: string, form: Record<string, string>, limit = timeoutMilliseconds) {
  return calendarOutbound
    .request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': 'Attune' },
      body: new URLSearchParams(form).toString(),
      atMostBytes,
      timeoutMilliseconds: limit,
    })
    .catch(throwFailure)
}

/** Sends a token request with the host's OAuth client. Throws CalendarFailure if there is no client or no response. */
async function requestTokens(app: GoogleApp, grant: Record<string, string>): Promise<OutboundResponse> {
  const { client, origins } = app.google
  if (!client) throw new CalendarFailure('not-offered')
  const credentials = { client_id: client.clientId, client_secret: client.clientSecret }
  return post(app, `${origins.tokens}/token`, { ...credentials, ...grant })
}

export type GoogleTokens = { refreshToken: string; idToken: string; scopes: string[] }

/** Exchanges the code of a consent for tokens (RFC 6749, 4.1.3; RFC 7636). Returns null if Google refuses it. */
export async function exchangeCode(
  app: GoogleApp,
  consent: { code: string; verifier: string; redirectUri: string },
): Promise<GoogleTokens | null> {
  const { status, body } = await requestTokens(app, {
    grant_type: 'authorization_code',
    code: consent.code,
    code_verifier: consent.verifier,
    redirect_uri: consent.redirectUri,
  })
  const { refresh_token: refreshToken, id_token: idToken, scope } = parseProviderAnswer(body)
  if (status !== 200 || typeof refreshToken !== 'string' || typeof idToken !== 'string') return null
  return { refreshToken, idToken, scopes: typeof scope === 'string' ? scope.split(' ') : [] }
}

/**
 * Returns the access to the Google account of a refresh token. Caches the access token. Its functions throw CalendarFailure: `unauthorized` if the
 * consent has ended, `server` if Google refuses for another reason, such as a wrong OAuth client.
 */
export function openGoogleAccess(app: GoogleApp, refreshToken: string): GoogleAccess {
  let current: Promise<{ token: string; until: number }> | null = null
  const renew = async () => {
    const asked = requestAccess(app, refreshToken)
    current = asked
    try {
      return (await asked).token
    } catch (error) {
      if (current === asked) current = null
      throw error
    }
  }
  return {
    async token() {
      if (!current) return renew()
      const known = await current
      return known.until > app.clock.now().getTime() ? known.token : renew()
    },
    renew,
  }
}

async function requestAccess(app: GoogleApp, refreshToken: string): Promise<{ token: string; until: number }> {
  const { status, body } = await requestTokens(app, { grant_type: 'refresh_token', refresh_token: refreshToken })
  const { access_token: token, expires_in: seconds, error } = parseProviderAnswer(body)
  if (error === 'invalid_grant') throw new CalendarFailure('unauthorized')
  if (status !== 200 || typeof token !== 'string') throw new CalendarFailure('server')
  const lifetimeMs = typeof seconds === 'number' ? seconds * 1000 : 0
  return { token, until: app.clock.now().getTime() + lifetimeMs - marginMs }
}

/** Asks Google to revoke the consent of a refresh token. Throws CalendarFailure if Google does not respond within five seconds. */
export async function revokeConsent(app: GoogleApp, refreshToken: string): Promise<void> {
  await post(app, `${app.google.origins.tokens}/revoke`, { token: refreshToken }, revokeMilliseconds)
}
