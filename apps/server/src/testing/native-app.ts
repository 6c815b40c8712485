import { ticketPath } from '@attune/contract/features/people/native-app/native-app.rules'
import { createHash, randomBytes } from 'node:crypto'
import { type IncomingHttpHeaders, request as httpRequest } from 'node:http'
import type { TestApp } from './app.ts'
import type { TestBrowser } from './browser.ts'
import { openTestSocket } from './socket.ts'

export type RawAnswer = { status: number; headers: IncomingHttpHeaders; bytes: Buffer; json(): Record<string, unknown> }

/** The native app on a device: its HTTP client sends no Origin and no cookie, and its pages have their own origin. */
export type TestNativeApp = {
  token(): string | null
  /** Calls a procedure by the native HTTP client, with the bearer token. */
  call(procedure: string, input?: object): Promise<RawAnswer>
  /** Creates a challenge, lets a signed-in browser create a code for it, and redeems the code. */
  signIn(browser: TestBrowser): Promise<RawAnswer>
  /** Loads a URL like an element of a page in the web view. If the request uses CORS, `headers` contains the Origin of the page. */
  load(address: string, headers?: Record<string, string>): Promise<RawAnswer>
  openSocket(ticket: string, headers?: Record<string, string | null>): ReturnType<typeof openTestSocket>
}

export const webViewOrigin = 'capacitor://localhost'

export const newVerifier = () => randomBytes(32).toString('base64url')
export const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url')

export function sendRaw(
  url: string,
  { method = 'GET', headers = {}, body }: { method?: string; headers?: Record<string, string>; body?: string | Buffer },
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, { method, headers }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part)).on('error', reject)
      answer.on('end', () => {
        const bytes = Buffer.concat(parts)
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          bytes,
          json: () => JSON.parse(bytes.toString()) as Record<string, unknown>,
        })
      })
    })
    request.on('error', reject)
    request.end(body)
  })
}

/** Opens a native app that is not signed in. */
export function openTestNativeApp(app: Pick<TestApp, 'address' | 'site'>, platform: 'android' | 'ios' = 'android') {
  let token: string | null = null
  const native: TestNativeApp = {
    token: () => token,
    async call(procedure, input = {}) {
      const headers = {
        'content-type': 'application/json',
        'x-attune-key': app.site.key(),
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      }
      const body = JSON.stringify(input)
      const answer = await sendRaw(`${app.address}/api/${procedure}`, { method: 'POST', headers, body })
      const renewed = answer.headers['x-attune-login']
      if (typeof renewed === 'string') token = renewed || null
      return answer
    },
    async signIn(browser) {
      const verifier = newVerifier()
      const { code } = await browser.api.login.newAppCode({ challenge: challengeOf(verifier) })
      const answer = await native.call('login/redeemAppCode', { code, verifier, platform })
      if (answer.status === 200) token = answer.json().token as string
      return answer
    },
    load: (address, headers = {}) => sendRaw(`${app.address}${address}`, { headers }),
    openSocket: (ticket, headers = {}) =>
      openTestSocket(app.address, { cookies: () => '' }, { origin: webViewOrigin, ...headers }, ticketPath(ticket)),
  }
  return native
}
