import type { Contract } from '@attune/contract'
import { procedureMeta } from '@attune/contract/procedure-meta'
import type { ClientLink } from '@orpc/client'
import { ORPCError, createORPCClient } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'
import { TANSTACK_QUERY_OPERATION_CONTEXT_SYMBOL as operation, createTanstackQueryUtils } from '@orpc/tanstack-query'
import type { QueryKey } from '@tanstack/react-query'
import { withCircuitBreaker } from './circuit-breaker.ts'
import { takeEarlyAnswer } from './early/early-answers.ts'
import { errorLog } from './error-log.ts'
import { ConnectionError, attachRequestId } from './errors.ts'
import { accountHeader } from '../login/page-account.ts'
import { pageHeader, setPageKey } from './page-use.ts'
import { publicApiKey, setPublicApiKey } from './public-key.ts'
import { queryClient } from '../query/query-client.ts'
import type { LoginRequirement } from '../login/reauthentication.ts'
import { requireLogin } from '../login/reauthentication.ts'
import type { OfflinePolicy, RetryPolicy } from './retry.ts'
import { withRetry } from './retry.ts'
import { transport } from './transport.ts'

/**
 * The time after which a call without a response fails with TIMEOUT, in milliseconds. It is longer in the native app, which receives an assistant's
 * answer as a whole, after minutes. The HTTP client of that app aborts a call that receives nothing for 20 seconds.
 */
const timeoutMilliseconds = import.meta.env.MODE === 'native' ? 300_000 : 20_000

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
  const reply = (typeof body === 'object' && body !== null ? body : {}) as {
    code?: unknown
    message?: unknown
    data?: unknown
    defined?: unknown
  }
  const named = typeof reply.code === 'string' && reply.defined !== undefined
  const seconds = retryAfter === null ? Number.NaN : Number(retryAfter)
  const data = reply.data ?? (Number.isFinite(seconds) ? { retryAfterSeconds: seconds } : undefined)
  return new ORPCError(
    named ? (reply.code as string) : (codes[status] ?? (status >= 500 ? 'SERVER_ERROR' : 'CLIENT_ERROR')),
    {
      status,
      data,
      defined: reply.defined === true,
      message: typeof reply.message === 'string' ? reply.message : undefined,
    },
  )
}

type RequestBody = { body: BodyInit; type: string }

/**
 * Sends one request and returns the body of the response, or an iterator if the response is a stream. Throws an ORPCError for a refusal, and a
 * ConnectionError if there is no response.
 */
async function send(
  path: readonly string[],
  { body: sent, type }: RequestBody,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(), timeoutMilliseconds)
  let answer: Response
  let body: unknown
  const ended = signal ? AbortSignal.any([signal, timeout.signal]) : timeout.signal
  const name = path.join('/')
  try {
    const early = typeof sent === 'string' ? await takeEarlyAnswer(name, sent, ended) : null
    answer =
      early ??
      (await transport().send(`/api/${name}`, {
        method: 'POST',
        credentials: 'same-origin',
        headers: {
          'content-type': type,
          accept: 'application/json',
          'x-attune-key': publicApiKey(),
          ...pageHeader(),
          ...accountHeader(),
        },
        body: sent,
        signal: ended,
      }))
    setPublicApiKey(answer.headers.get('x-attune-key'))
    setPageKey(answer.headers.get('x-attune-page'))
    const answerType = answer.headers.get('content-type') ?? ''
    // Only the start of a stream has a time limit, because a stream may take a long time.
    if (answer.ok && answer.body && answerType.startsWith('text/event-stream'))
      return (await import('./event-stream.ts')).readEventStream(answer.body)
    const text = await answer.text()
    body = answerType.includes('json') && text ? JSON.parse(text) : undefined
  } catch (error) {
    if (signal?.aborted) throw error
    throw new ConnectionError(timeout.signal.aborted ? 'TIMEOUT' : 'NETWORK_ERROR', error)
  } finally {
    clearTimeout(timer)
  }
  if (!answer.ok)
    throw attachRequestId(
      refusal(answer.status, body, answer.headers.get('retry-after')),
      answer.headers.get('x-request-id'),
    )
  return body
}

/**
 * Runs a call. If the server refuses the key of this page, because an admin has rotated the key twice since the page was opened, reads the new key
 * and sends the call again.
 */
async function withCurrentKey(call: () => Promise<unknown>) {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof ORPCError && error.code === 'UNKNOWN_KEY')) throw error
    await import('./renew-public-key.ts').then(({ renewPublicApiKey }) => renewPublicApiKey())
    return call()
  }
}

function requirementOf(error: unknown): LoginRequirement | null {
  if (!(error instanceof ORPCError)) return null
  if (error.code === 'NO_LOGIN') return 'sign-in'
  if (error.code === 'OTHER_ACCOUNT') return 'account'
  if (error.code === 'SCREEN_LOCKED') return 'unlock'
  return error.code === 'STEP_UP' ? ((error.data as { need?: 'enrol' | 'code' } | undefined)?.need ?? 'code') : null
}

/**
 * Runs a call. If the server refuses the call because a login requirement is not met, waits until the person has met
 * it, for example by signing in. Then sends the call again, at most twice. If the procedure does not have
 * `waitsForLogin`, throws the refusal without waiting.
 */
async function withLoginRequirements(path: readonly string[], call: () => Promise<unknown>) {
  for (let attempts = 0; ; attempts += 1) {
    try {
      return await call()
    } catch (error) {
      const requirement = procedureMeta(path).waitsForLogin && attempts < 2 ? requirementOf(error) : null
      if (!requirement || !(await requireLogin(requirement))) throw error
    }
  }
}

/** The options of a single call. */
type CallContext = {
  /** Replaces the default retry policy. */
  retry?: RetryPolicy
  /** Replaces the default behavior of the call while the browser is offline. */
  offline?: OfflinePolicy
  [operation]?: { type: string; key: QueryKey }
}

/**
 * Returns the behavior of a call while the browser is offline. Unless the call sets `offline`, a query without cached data fails, and its page shows
 * the failure. Every other call waits for the connection.
 */
function offlinePolicy({ offline, [operation]: query }: CallContext): OfflinePolicy {
  if (offline || !query || query.type === 'mutation') return offline ?? 'wait'
  return queryClient.getQueryData(query.key) === undefined ? 'fail' : 'wait'
}

/** Reports the calls of this page. */
export const calls: {
  /**
   * Called at the end of each call, with or without a response. Receives the path of the call, and the kind of the query that made the call;
   * undefined if no query did.
   */
  onEnd?: (path: readonly string[], kind: string | undefined) => void
} = {}

const link: ClientLink<CallContext> = {
  async call(path, input, { signal, context }) {
    const name = path.join('/')
    const requestBody = { body: JSON.stringify(input ?? {}), type: 'application/json' }
    const call = () => withCurrentKey(() => send(path, requestBody, signal))
    try {
      return await withLoginRequirements(path, () =>
        procedureMeta(path).retry
          ? withRetry(() => withCircuitBreaker(name, call), signal, context.retry, offlinePolicy(context))
          : call(),
      )
    } catch (error) {
      if (!signal?.aborted) errorLog.add(error, name)
      throw error
    } finally {
      calls.onEnd?.(path, context[operation]?.type)
    }
  },
}

/** Uploads a file as the request body. Returns the response without validation. */
export const sendFile = (path: readonly string[], file: Blob): Promise<unknown> =>
  withLoginRequirements(path, () => withCurrentKey(() => send(path, { body: file, type: file.type }, undefined)))

/** The server's procedures, e.g. `await api.session.create({ … })`. The contract itself is imported only as a type. */
export const api: ContractRouterClient<Contract, CallContext> = createORPCClient(link)

/** The server's procedures for TanStack Query: `useQuery(orpc.session.list.queryOptions({ input }))`, `orpc.session.key()`. */
export const orpc = createTanstackQueryUtils(api)

/**
 * Returns a new id for a command. Create the id when the form opens or the button is pressed, and use the same id for
 * each retry.
 */
export const createId = () => crypto.randomUUID()
