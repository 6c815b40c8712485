import { createHmac, timingSafeEqual } from 'node:crypto'
import type { House } from '../../house.ts'

export const exportForms = ['pdf', 'markdown'] as const
export type ExportForm = (typeof exportForms)[number]
type Deps = Pick<House, 'secrets' | 'clock'>

/** The address of an export is good for so long, in seconds. */
const seconds = 60
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Where somebody fetches their own journal within the next minute. */
export function exportAddress(house: Deps, wish: { accountId: string; as: ExportForm }) {
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
