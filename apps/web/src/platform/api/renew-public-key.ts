import { publicApiKey, setPublicApiKey } from './public-key.ts'
import { transport } from './transport.ts'

let renewing: Promise<void> | null = null

/**
 * Reads the current public key from the server, because the server no longer accepts the key of this page. Parallel calls share one request. If the
 * request fails, keeps the old key.
 */
export function renewPublicApiKey(): Promise<void> {
  renewing ??= (transport().readPublicKey ?? readPublicKey)()
    .then(setPublicApiKey)
    .catch(() => {})
    .finally(() => (renewing = null))
  return renewing
}

/** Returns the key of this page, after waiting for a running renewal. */
export async function currentPublicApiKey(): Promise<string> {
  await renewing
  return publicApiKey()
}

/** Reads the current key from the page at `/`, because the server inserts it into every page. */
async function readPublicKey(): Promise<string | null> {
  const answer = await fetch('/', { cache: 'no-store', credentials: 'omit', headers: { accept: 'text/html' } })
  return /name="attune-key" content="(pk_[0-9a-f]+)"/.exec(await answer.text())?.[1] ?? null
}
