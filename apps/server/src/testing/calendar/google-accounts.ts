import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

type Person = { subject: string; email: string }
/** The choice of the person on Google's consent page: the scopes that are left unticked, or a cancellation. */
type Answer = { person?: Person; without?: string[]; cancels?: true }
type Grant = Person & { scope: string }

/**
 * The behavior of the double for token requests. `broken`: it responds with 500. `moved`: it redirects the request. `unknown-client`: it rejects the
 * id and secret of the client.
 */
export type GoogleAccountsMode = 'ok' | 'broken' | 'moved' | 'unknown-client'

export type GoogleAccountsDouble = {
  origin: string
  host: string
  client: { clientId: string; clientSecret: string }
  /** The account that is signed in at Google in every browser. */
  person: Person
  mode: GoogleAccountsMode
  /** The path and the form values of every token request. */
  requests: { path: string; form: URLSearchParams }[]
  /** Every refresh token and access token that was issued. */
  issued: string[]
  /** Submits the consent page at `url` with the choice of the person, and returns the URL to which Google redirects the browser. */
  answer(url: string, answer?: Answer): string
  /** Whether the API accepts an access token. */
  accepts(token: string): boolean
  /** Makes all access tokens invalid, as after an hour. */
  expireAccess(): void
  /** Ends the access of the product to an account, as the person does at Google. */
  endAccess(subject?: string): void
  /** Whether the product has access to an account. */
  hasAccess(subject?: string): boolean
  close(): Promise<void>
}

const digest = (value: string) => createHash('sha256').update(value).digest('base64url')
const encode = (claims: object) => Buffer.from(JSON.stringify(claims)).toString('base64url')

/** Starts a double of Google's accounts: the consent page, and the endpoints that issue and revoke tokens. */
export async function startGoogleAccounts(): Promise<GoogleAccountsDouble> {
  const codes = new Map<string, Grant & { query: URLSearchParams }>()
  const refreshTokens = new Map<string, Grant>()
  const accessTokens = new Map<string, Grant>()
  const server = createServer((request, response) => void handle(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`

  const issue = (kind: string) => {
    const token = `${kind}-${randomUUID()}`
    double.issued.push(token)
    return token
  }
  function newAccess(grant: Grant) {
    const token = issue('canary-access')
    accessTokens.set(token, grant)
    return { access_token: token, expires_in: 3599, token_type: 'Bearer', scope: grant.scope }
  }

  const double: GoogleAccountsDouble = {
    origin: `http://${host}`,
    host,
    client: { clientId: 'practice.apps.googleusercontent.com', clientSecret: 'canary-client-secret' },
    person: { subject: '1001', email: 'thea@gmail.test' },
    mode: 'ok',
    requests: [],
    issued: [],
    answer(url, { person = double.person, without = [], cancels } = {}) {
      const { searchParams: query } = new URL(url)
      const back = new URL(query.get('redirect_uri') ?? '')
      back.searchParams.set('state', query.get('state') ?? '')
      if (cancels) back.searchParams.set('error', 'access_denied')
      else {
        const asked = (query.get('scope') ?? '')
          .split(' ')
          .filter((scope) => !without.some((end) => scope.endsWith(end)))
        const scope = asked.map((one) => (one === 'email' ? 'https://www.googleapis.com/auth/userinfo.email' : one))
        const code = `canary-code/${randomUUID()}`
        codes.set(code, { ...person, scope: scope.toReversed().join(' '), query })
        back.searchParams.set('code', code)
      }
      return back.href
    },
    accepts: (token) => accessTokens.has(token),
    expireAccess: () => accessTokens.clear(),
    endAccess(subject = double.person.subject) {
      for (const tokens of [refreshTokens, accessTokens])
        for (const [token, grant] of tokens) if (grant.subject === subject) tokens.delete(token)
    },
    hasAccess: (subject = double.person.subject) =>
      [...refreshTokens.values()].some((grant) => grant.subject === subject),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', double.origin)
    if (request.method === 'GET' && pathname === '/o/oauth2/v2/auth')
      return showConsent(request, response, searchParams)
    const form = new URLSearchParams(await text(request))
    double.requests.push({ path: pathname, form })
    if (double.mode === 'moved') return void response.writeHead(302, { location: 'https://elsewhere.example/' }).end()
    const { status, content } = double.mode === 'broken' ? refuse(500, 'internal_failure') : answerTo(pathname, form)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content))
  }

  function showConsent(request: IncomingMessage, response: ServerResponse, query: URLSearchParams): void {
    const url = `${double.origin}${request.url}`
    const { chosen } = Object.fromEntries(query)
    if (chosen) {
      const location = double.answer(url, chosen === 'cancel' ? { cancels: true } : {})
      return void response.writeHead(302, { location }).end()
    }
    const link = (choice: string) =>
      `<p><a href="${url.replaceAll('&', '&amp;')}&amp;chosen=${choice}">${choice}</a></p>`
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    response.end(`<!doctype html><html lang="en"><title>Google</title><h1>${double.person.email}</h1>
      ${link('allow')}${link('cancel')}</html>`)
  }

  const refuse = (status: number, error: string) => ({ status, content: { error } })

  function answerTo(path: string, form: URLSearchParams): { status: number; content: object } {
    if (path === '/revoke') {
      const grant = refreshTokens.get(form.get('token') ?? '')
      if (!grant) return refuse(400, 'invalid_token')
      double.endAccess(grant.subject)
      return { status: 200, content: {} }
    }
    const { clientId, clientSecret } = double.client
    const isClient = form.get('client_id') === clientId && form.get('client_secret') === clientSecret
    if (path !== '/token') return refuse(404, 'not_found')
    if (!isClient || double.mode === 'unknown-client') return refuse(401, 'invalid_client')
    return form.get('grant_type') === 'authorization_code' ? exchange(form) : refresh(form)
  }

  function exchange(form: URLSearchParams) {
    const code = form.get('code') ?? ''
    const known = codes.get(code)
    codes.delete(code)
    const { query, ...grant } = known ?? { query: new URLSearchParams(), subject: '', email: '', scope: '' }
    const isRight =
      known !== undefined &&
      query.get('redirect_uri') === form.get('redirect_uri') &&
      query.get('code_challenge_method') === 'S256' &&
      query.get('code_challenge') === digest(form.get('code_verifier') ?? '')
    if (!isRight) return refuse(400, 'invalid_grant')
    const { subject: sub, email } = grant
    const claims = { iss: 'https://accounts.google.com', aud: double.client.clientId, sub, email }
    const isOffline = query.get('access_type') === 'offline' && query.get('prompt') === 'consent'
    const refreshToken = issue('canary-refresh')
    if (isOffline) refreshTokens.set(refreshToken, grant)
    const idToken = `${encode({ alg: 'RS256' })}.${encode(claims)}.signature`
    const content = { ...newAccess(grant), id_token: idToken, ...(isOffline && { refresh_token: refreshToken }) }
    return { status: 200, content }
  }

  function refresh(form: URLSearchParams) {
    const grant = refreshTokens.get(form.get('refresh_token') ?? '')
    return grant ? { status: 200, content: newAccess(grant) } : refuse(400, 'invalid_grant')
  }
  return double
}
