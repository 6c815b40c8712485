import { createHmac, timingSafeEqual } from 'node:crypto'
import type { House } from '../../house.ts'
import { refuse } from '../../platform/policy/refusal.ts'
import { isBusy } from './export.pdf.ts'

export const exportForms = ['pdf', 'markdown'] as const
export type ExportForm = (typeof exportForms)[number]
type Deps = Pick<House, 'secrets' | 'clock'>

/** The address of an export is good for so long, in seconds. */
const seconds = 60
const anHour = { count: 20, seconds: 60 * 60 }
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Begins an export: the address by which it is fetched. What stands against it is said here, to a page, and not to a download. Refuses
 * BUSY, and TOO_MANY after twenty in an hour.
 */
export async function beginExport(house: Deps & Pick<House, 'auth'>, wish: { accountId: string; as: ExportForm }) {
  if (wish.as === 'pdf' && isBusy(wish.accountId)) throw refuse('BUSY', 409)
  const hit = await house.auth.rateLimit.hit('journal-export', wish.accountId, anHour)
  if (!hit.allowed) throw refuse('TOO_MANY', 429, { retryAfterSeconds: hit.retryAfterSeconds })
  return exportAddress(house, wish)
}

/** Where somebody fetches their own journal within the next minute. */
function exportAddress(house: Deps, wish: { accountId: string; as: ExportForm }) {
  const until = Math.floor(house.clock.now().getTime() / 1000) + seconds
  const query = new URLSearchParams({
    reader: wish.accountId,
    until: String(until),
    seal: sealOf(house, wish.accountId, wish.as, until),
  })
  return {
    url: `/api/journal/export/${wish.as}?${query}`,
    expiresAt: new Date(until * 1000).toISOString(),
  }
}

/** Whose journal an address gives, where this server made it and its time is not over. `seal` names the address itself. */
export function readExportAddress(house: Deps, form: string, query: Record<string, unknown>) {
  const { reader, until, seal } = query
  const as = exportForms.find((known) => known === form)
  if (!as || typeof reader !== 'string' || typeof until !== 'string' || typeof seal !== 'string') return null
  if (!uuid.test(reader) || !/^\d{10}$/.test(until)) return null
  const [given, right] = [Buffer.from(seal), Buffer.from(sealOf(house, reader, as, Number(until)))]
  if (given.length !== right.length || !timingSafeEqual(given, right)) return null
  return Number(until) * 1000 >= house.clock.now().getTime() ? { accountId: reader, as, seal } : null
}

const sealOf = ({ secrets }: Deps, accountId: string, as: ExportForm, until: number) =>
  createHmac('sha256', secrets.linkKey).update(`journal ${as} ${accountId} ${until}`).digest('base64url')
