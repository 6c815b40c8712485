import { AsyncLocalStorage } from 'node:async_hooks'
import { isDeeperThan } from '../../outbound/json-depth.ts'
import { answerLimits } from '../../outbound/provider-answer.ts'

/** The limits of a response of an OpenID Connect provider: its size after decompression in bytes, and its duration in milliseconds. */
const limits = { bytes: answerLimits.bytes, milliseconds: 10_000 }

const limited = new AsyncLocalStorage<true>()

/**
 * Runs `work` with a `fetch` that aborts responses above the limits. Better Auth reads the responses of providers with the global `fetch` and
 * without a limit, and offers no way to replace it.
 */
export const withLimitedFetch = <Result>(work: () => Result): Result => limited.run(true, work)

const unlimitedFetch = globalThis.fetch
globalThis.fetch = async (input, init) => {
  if (!limited.getStore()) return unlimitedFetch(input, init)
  const signals = [AbortSignal.timeout(limits.milliseconds), ...(init?.signal ? [init.signal] : [])]
  return limitBody(await unlimitedFetch(input, { ...init, signal: AbortSignal.any(signals) }))
}

/** Reads the whole body and returns a response that contains it. Throws an error if the body exceeds a limit. */
async function limitBody(response: Response): Promise<Response> {
  if (!response.body) return response
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of response.body as AsyncIterable<Uint8Array>) {
    length += part.length
    if (length > limits.bytes) throw new Error('the answer of a provider is too large')
    parts.push(part)
  }
  const body = Buffer.concat(parts)
  if (isDeeperThan(answerLimits.depth, body)) throw new Error('the answer of a provider is too large')
  const { status, statusText, headers } = response
  return new Response(body, { status, statusText, headers })
}
