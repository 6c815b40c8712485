import { createHmac, timingSafeEqual } from 'node:crypto'
import type { AppContext } from '../app-context.ts'

type Deps = Pick<AppContext, 'secrets'>

/**
 * Returns the seal of a text, as base64url: only this server can make it, because `linkKey` is not in the database. The text begins with
 * what the seal is for, so that a seal fits one purpose only.
 */
export const sealOf = ({ secrets }: Deps, text: string): string =>
  createHmac('sha256', secrets.linkKey).update(text).digest('base64url')

/** Whether `seal` is the seal of a text. Compares in constant time. */
export function isSealOf(app: Deps, text: string, seal: string): boolean {
  const [given, expected] = [Buffer.from(seal), Buffer.from(sealOf(app, text))]
  return given.length === expected.length && timingSafeEqual(given, expected)
}
