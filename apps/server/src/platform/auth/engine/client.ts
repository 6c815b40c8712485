import { engineCookies, type BetterAuth } from './engine.ts'
import { withLimitedFetch } from './limited-fetch.ts'
import { translateLoginTokens } from '../login/tokens.ts'
import { providerProfileStore } from './openid.ts'

/**
 * All calls that our code can make to the engine (Better Auth). Our code cannot call any other path, even if an upgrade of the library adds
 * one.
 */
export type EngineCall =
  | {
      path: '/sign-up/email'
      body: { name: string; firstName: string; lastName: string; email: string; password: string; language: string }
    }
  | { path: '/sign-in/email'; body: { email: string; password: string } }
  | { path: '/two-factor/enable'; body: { password: string } }
  | { path: '/two-factor/verify-totp'; body: { code: string } }
  | { path: '/two-factor/verify-backup-code'; body: { code: string } }
  | { path: '/two-factor/generate-backup-codes'; body: { password: string } }
  | { path: '/step-up/totp'; body: { code: string } }
  | { path: '/sign-in/social' | '/link-social'; body: ProviderRequest }
  | { path: '/callback'; provider: string; query: string }
  | { path: '/passkey/generate-register-options' }
  | { path: '/passkey/generate-authenticate-options' }
  | { path: '/passkey/verify-registration'; body: { response: WebAuthnResponse; name: string } }
  | { path: '/passkey/verify-authentication'; body: { response: WebAuthnResponse } }

/**
 * A request to sign in with a provider or to link one. After the callback, the engine answers with a redirect to one of the two URLs. Our
 * code reads the outcome from that redirect and does not pass it on to the browser.
 */
export type ProviderRequest = { provider: string; callbackURL: string; errorCallbackURL: string; disableRedirect: true }

/** The credential that the browser's WebAuthn API returns, as JSON. */
export type WebAuthnResponse = Record<string, unknown> & { id: string }

/**
 * The part of a browser's request that the engine receives. The engine does not receive the Host, Origin and forwarded headers. A cookie that the
 * browser does not send is null or absent.
 */
export type EngineCaller = {
  ip: string
  userAgent: string | null
  /** The signed token of the browser's login. */
  login?: string | null
  /** The cookie of a sign-in that still needs its second factor. */
  half?: string | null
  /** The cookie with the challenge of a passkey. */
  ceremony?: string | null
  /** The cookie of a sign-in at a provider. */
  state?: string | null
}

/** The response of the engine. Our code reads it and sends a response of its own to the browser. */
export type EngineResponse = {
  status: number
  /** The engine's code for the error; null if the body contains none. */
  code: string | null
  /** The body; empty if it is not a JSON object. */
  body: Record<string, unknown>
  /** The address to which the engine would redirect the browser; null without a redirect. */
  location: string | null
  /** The address of the profile picture that a provider returned; null if there is none. */
  picture: string | null
  /** Cookies that the engine sets, each with its value as in the header; null for a cookie that the engine deletes. */
  cookies: Partial<Record<keyof typeof engineCookies, string | null>>
}

export type EngineClient = (call: EngineCall, caller: EngineCaller) => Promise<EngineResponse>

/** Whether a call starts a sign-in at a provider or handles the provider's callback. */
export const isProviderCall = ({ path }: EngineCall) =>
  path === '/sign-in/social' || path === '/link-social' || path === '/callback'

const kinds = Object.keys(engineCookies) as (keyof typeof engineCookies)[]

/**
 * Creates a client that calls the engine at its internal address. The client sends that address as the origin, which the engine trusts,
 * because our request check has already verified the origin of the browser. The login cookie that the engine receives contains the hash of
 * the browser's token.
 */
export function createEngineClient(
  engineFor: (call: EngineCall) => BetterAuth,
  baseUrl: string,
  authSecret: string,
): EngineClient {
  return async (call, caller) => {
    const headers = new Headers({
      'content-type': 'application/json',
      origin: baseUrl,
      'x-attune-ip': caller.ip,
      'user-agent': caller.userAgent ?? '',
    })
    const tokens = translateLoginTokens(authSecret, caller.login ?? null)
    const sent = { ...caller, login: tokens.callerCookie }
    const cookies = kinds.flatMap((kind) => (sent[kind] ? [`${engineCookies[kind]}=${sent[kind]}`] : []))
    if (cookies.length > 0) headers.set('cookie', cookies.join('; '))
    const tail = call.path === '/callback' ? `/${encodeURIComponent(call.provider)}?${call.query}` : ''
    const request = new Request(`${baseUrl}/auth${call.path}${tail}`, {
      ...('body' in call ? { method: 'POST', body: JSON.stringify(call.body) } : { method: 'GET' }),
      headers,
    })
    const profile = { picture: null }
    const handle = () => withLimitedFetch(() => engineFor(call).handler(request))
    const response = await tokens.run(() => providerProfileStore.run(profile, handle))
    const body = await bodyOf(response)
    const { login, ...otherCookies } = cookiesOf(response)
    return {
      status: response.status,
      code: typeof body.code === 'string' ? body.code : null,
      body,
      location: response.headers.get('location'),
      cookies: login === undefined ? otherCookies : { ...otherCookies, login: login && tokens.browserCookie(login) },
      ...profile,
    }
  }
}

async function bodyOf(response: Response): Promise<Record<string, unknown>> {
  const text = await response.text()
  if (!text.startsWith('{')) return {}
  return JSON.parse(text) as Record<string, unknown>
}

function cookiesOf(response: Response): EngineResponse['cookies'] {
  const cookies: EngineResponse['cookies'] = {}
  for (const line of response.headers.getSetCookie()) {
    const [pair = '', ...attributes] = line.split(';')
    const at = pair.indexOf('=')
    const name = pair.slice(0, at).trim()
    const value = pair.slice(at + 1).trim()
    const gone = value === '' || attributes.some((attribute) => /^\s*max-age=0$/i.test(attribute))
    for (const kind of kinds) if (name === engineCookies[kind]) cookies[kind] = gone ? null : value
  }
  return cookies
}
