import { AsyncLocalStorage } from 'node:async_hooks'

/** The limits of an answer of an OpenID Connect provider: bytes after decompression, and milliseconds. */
const limits = { bytes: 256 * 1024, milliseconds: 10_000 }

const limited = new AsyncLocalStorage<true>()

/**
 * Runs `work` with a `fetch` that ends answers above the limits. Better Auth reads the answers of providers with the global `fetch` and
 * without a limit, and offers no way to replace it.
 */
export const withLimitedFetch = <Result>(work: () => Result): Result => limited.run(true, work)

const unlimitedFetch = globalThis.fetch
globalThis.fetch = async (input, init) => {
  if (!limited.getStore()) return unlimitedFetch(input, init)
  const signals = [AbortSignal.timeout(limits.milliseconds), ...(init?.signal ? [init.signal] : [])]
  return limitBody(await unlimitedFetch(input, { ...init, signal: AbortSignal.any(signals) }))
}

/** Returns the response with a body that fails when it exceeds the limit of bytes. */
function limitBody(response: Response): Response {
  if (!response.body) return response
  let length = 0
  const body = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(part, controller) {
        length += part.length
        if (length > limits.bytes) controller.error(new Error('the answer of a provider is too large'))
        else controller.enqueue(part)
      },
    }),
  )
  const { status, statusText, headers } = response
  return new Response(body, { status, statusText, headers })
}
