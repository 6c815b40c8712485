import type { Contract } from '@attune/contract'
import type { ClientLink } from '@orpc/client'
import { ORPCError, createORPCClient } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'
import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import { throughBreaker } from './breaker.ts'
import { errorLog } from './error-log.ts'
import { ConnectionError, keepRequestId } from './faults.ts'
import type { Gate } from './gates.ts'
import { pass } from './gates.ts'
import type { RetryPlan } from './retry.ts'
import { withRetry } from './retry.ts'

/** An answer later than this is no answer. */
const timeoutMilliseconds = 20_000

const meta = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''

/** The key of the app that every request names. */
export const publicKey = () => meta('attune-key')

const codes: Record<number, string> = {
  400: 'BAD_REQUEST',
  401: 'NO_LOGIN',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  413: 'TOO_LARGE',
  429: 'TOO_MANY',
  503: 'UNAVAILABLE',
}

function refusal(status: number, body: unknown, retryAfter: string | null) {
  const said = (typeof body === 'object' && body !== null ? body : {}) as {
    code?: unknown
    message?: unknown
    data?: unknown
    defined?: unknown
  }
  const named = typeof said.code === 'string' && said.defined !== undefined
  const seconds = retryAfter === null ? Number.NaN : Number(retryAfter)
  const data = said.data ?? (Number.isFinite(seconds) ? { retryAfterSeconds: seconds } : undefined)
  return new ORPCError(
    named ? (said.code as string) : (codes[status] ?? (status >= 500 ? 'SERVER_ERROR' : 'CLIENT_ERROR')),
    {
      status,
      data,
      defined: said.defined === true,
      message: typeof said.message === 'string' ? said.message : undefined,
    },
  )
}

type Parcel = { body: BodyInit; type: string }

/** One request and its answer. Throws an ORPCError for a refusal and a ConnectionError where no answer came. */
async function send(
  path: readonly string[],
  { body: sent, type }: Parcel,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  const timeout = AbortSignal.timeout(timeoutMilliseconds)
  let answer: Response
  let body: unknown
  try {
    answer = await fetch(`/api/${path.join('/')}`, {
      method: 'POST',
      credentials: 'same-origin',
      headers: { 'content-type': type, accept: 'application/json', 'x-attune-key': meta('attune-key') },
      body: sent,
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    })
    const text = await answer.text()
    body = answer.headers.get('content-type')?.includes('json') && text ? JSON.parse(text) : undefined
  } catch (error) {
    if (signal?.aborted) throw error
    throw new ConnectionError(timeout.aborted ? 'TIMEOUT' : 'NETWORK_ERROR', error)
  }
  if (!answer.ok)
    throw keepRequestId(
      refusal(answer.status, body, answer.headers.get('retry-after')),
      answer.headers.get('x-request-id'),
    )
  return body
}

/** Verbs of signing in are sent once: a code or a link works one time. Everything else is harmless when repeated. */
const once = (path: readonly string[]) =>
  path[0] === 'login' &&
  !/^(session$|refresh$|lookAt|logins$|passkeys$|providers$|deletionPreview$)/.test(path[1] ?? '')

/** Verbs by which somebody passes a gate: they never wait at one. */
const passes = (path: readonly string[]) =>
  path[0] === 'login' &&
  /^(sign|secondFactor|session$|refresh$|stepUp|enrol|confirmEnrolment|unlock|passkeyOptions|confirm$|reset|setUp|redeem)/.test(
    path[1] ?? '',
  )

function gateOf(error: unknown): Gate | null {
  if (!(error instanceof ORPCError)) return null
  if (error.code === 'NO_LOGIN') return 'sign-in'
  return error.code === 'STEP_UP' ? ((error.data as { need?: 'enrol' | 'code' } | undefined)?.need ?? 'code') : null
}

/** A call refused for want of a (strong enough) login waits until the person has signed in, and is sent again; after a code once more. */
async function throughGate(path: readonly string[], call: () => Promise<unknown>) {
  for (let gates = 0; ; gates += 1) {
    try {
      return await call()
    } catch (error) {
      const gate = passes(path) || gates === 2 ? null : gateOf(error)
      if (!gate || !(await pass(gate))) throw error
    }
  }
}

/** How one call differs from the others: its own plan of retries. */
type CallContext = { retry?: RetryPlan }

const link: ClientLink<CallContext> = {
  async call(path, input, { signal, context }) {
    const name = path.join('/')
    const parcel = { body: JSON.stringify(input ?? {}), type: 'application/json' }
    const call = () => send(path, parcel, signal)
    try {
      return await throughGate(path, () =>
        once(path) ? call() : withRetry(() => throughBreaker(name, call), signal, context.retry),
      )
    } catch (error) {
      if (!signal?.aborted) errorLog.add(error, name)
      throw error
    }
  },
}

/** Sends a file as the bare body; the answer is not checked here. */
export const sendFile = (path: readonly string[], file: Blob): Promise<unknown> =>
  throughGate(path, () => send(path, { body: file, type: file.type }, undefined))

/** The server's procedures: `await api.session.plan({ … })`. Only the contract's types are used here. */
export const api: ContractRouterClient<Contract, CallContext> = createORPCClient(link)

/** The same for TanStack Query: `useQuery(query.session.list.queryOptions({ input }))`, `query.session.key()`. */
export const query = createTanstackQueryUtils(api)

/** A new id for one act: made once when the form opens or the button is pressed, the same for every repeat. */
export const newId = () => crypto.randomUUID()
