import type { Contract } from '@attune/contract'
import { createORPCClient, ORPCError } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'
import { setTimeout } from 'node:timers/promises'

export type ApiClient = ContractRouterClient<Contract>

/** The cookies of a browser, by name. */
export type CookieJar = Map<string, string>

export type TestBrowser = {
  /** The typed client, which throws refusals as ORPCError with `code`, `status` and `data`. */
  api: ApiClient
  /** Sends one request as a browser does. `headers` override the default headers; null omits a header. */
  send(path: string, body: unknown, headers?: Record<string, string | null>): Promise<Response>
  cookieJar: CookieJar
  cookies(): string
}

/** The usual maximum number of attempts, including the first, for a call that a busy server refuses. */
const busyAttempts = 30

type BusyRepeat = {
  /** The maximum number of attempts, including the first. */
  attempts?: number
  /** Returns the delay in milliseconds before the next attempt. The default is the delay in the header Retry-After, in seconds, at most 30. */
  delayOf?: (retryAfterSeconds: number) => number
}

/**
 * Sends a call. While a busy server refuses it, sends it again after the delay given by the server. Returns the refusal of the last attempt. A 503
 * without Retry-After, such as that of a failed provider, is an answer.
 */
export async function repeatWhileBusy(
  send: () => Promise<Response>,
  { attempts = busyAttempts, delayOf = (seconds) => 1000 * Math.min(seconds, 30) }: BusyRepeat = {},
): Promise<Response> {
  let answer = await send()
  for (let attempt = 1; answer.status === 503 && attempt < attempts; attempt++) {
    const seconds = answer.headers.get('retry-after')
    if (!seconds) break
    await answer.body?.cancel()
    await setTimeout(delayOf(Number(seconds)))
    answer = await send()
  }
  return answer
}

type Send = (path: string, input: unknown) => Promise<Response>

const clientOf = (send: Send): ApiClient =>
  createORPCClient({
    async call(path, input) {
      const answer = await send(path.join('/'), input)
      const body = (await answer.json()) as Record<string, unknown>
      if (answer.ok) return body
      throw new ORPCError(String(body.code), { status: answer.status, data: body.data, defined: body.defined === true })
    },
  })

/** Returns a browser whose `api` repeats a call that a busy server refuses, as the web app does. */
export const repeatingBusyCalls = <Browser extends TestBrowser>(browser: Browser): Browser => ({
  ...browser,
  api: clientOf((path, input) => repeatWhileBusy(() => browser.send(path, input))),
})

/** Opens a test browser with its own cookies. The browser sends the right Origin header and the public key with each request. */
export function openTestBrowser(address: string, key: () => string): TestBrowser {
  const jar: CookieJar = new Map()
  let page = 'new'
  const cookies = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')

  async function send(path: string, body: unknown, headers: Record<string, string | null> = {}) {
    const sent: Record<string, string | null> = {
      'content-type': 'application/json',
      origin: address,
      'x-attune-key': key(),
      cookie: cookies() || null,
      'x-attune-page': page,
      ...headers,
    }
    const answer = await fetch(`${address}/api/${path}`, {
      method: 'POST',
      redirect: 'manual',
      headers: Object.entries(sent).filter((header): header is [string, string] => header[1] !== null),
      body: typeof body === 'string' || body instanceof ReadableStream ? body : JSON.stringify(body ?? {}),
    })
    for (const line of answer.headers.getSetCookie()) storeCookie(jar, line)
    page = answer.headers.get('x-attune-page') ?? page
    return answer
  }

  return { api: clientOf(send), send, cookieJar: jar, cookies }
}

function storeCookie(jar: CookieJar, line: string): void {
  const [pair = '', ...attributes] = line.split(';')
  const at = pair.indexOf('=')
  const [name, value] = [pair.slice(0, at), pair.slice(at + 1)]
  if (value === '' || attributes.some((attribute) => /^\s*max-age=0$/i.test(attribute))) jar.delete(name)
  else jar.set(name, value)
}
