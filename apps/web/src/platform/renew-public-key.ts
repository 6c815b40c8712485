import { publicApiKey, setPublicApiKey } from './public-key.ts'
import { transport } from './transport.ts'

let renewing: Promise<void> | null = null

/**
 * Reads the current public key from the server, because the server no longer knows the key of this page. Calls at the same time share one
 * request. A failure keeps the old key.
 */
export function renewPublicApiKey(): Promise<void> {
  renewing ??= transport()
    .readPublicKey()
    .then(setPublicApiKey)
    .catch(() => {})
    .finally(() => (renewing = null))
  return renewing
}

/** Returns the key of this page, after a renewal that is under way. */
export async function currentPublicApiKey(): Promise<string> {
  await renewing
  return publicApiKey()
}
