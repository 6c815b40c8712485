import { createHmac, timingSafeEqual } from 'node:crypto'
import type { AppContext } from '../app-context.ts'

type Deps = Pick<AppContext, 'secrets'>

/**
 * Returns a signature (MAC) of a text in base64url. Only this server can compute it, because `linkKey` is not in the database. The text must start
 * with its purpose, so that a signature is valid for one purpose only.
 */
export const sealOf = ({ secrets }: Deps, text: string): string =>
  createHmac('sha256', secrets.linkKey).update(text).digest('base64url')

/** Whether `seal` is the signature of a text. Compares in constant time. */
export function isSealOf(app: Deps, text: string, seal: string): boolean {
  const [given, expected] = [Buffer.from(seal), Buffer.from(sealOf(app, text))]
  return given.length === expected.length && timingSafeEqual(given, expected)
}
