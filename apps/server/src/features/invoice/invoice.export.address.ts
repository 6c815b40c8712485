import type { DatevSettings } from '@attune/contract/features/invoice.export'
import { type InvoiceExport, invoiceExports } from '@attune/contract/features/invoice.export.rules'
import { randomUUID } from 'node:crypto'
import type { AppContext } from '../../platform/app-context.ts'
import { tooManyCalls } from '../../platform/policy/refusal.ts'
import { isSealOf, sealOf } from '../../platform/seal.ts'

/** An export that a therapist has asked for. */
export type ExportOrder = { from: string; until: string; as: InvoiceExport; datev?: DatevSettings | undefined }
type Deps = Pick<AppContext, 'secrets' | 'clock'>

/** The time in seconds for which the address of an export is valid. */
const seconds = 60
const anHour = { count: 60, seconds: 60 * 60 }

/** Returns the address from which the therapist can download an export once within the next minute. Refuses with TOO_MANY. */
export async function startInvoiceExport(
  app: Deps & Pick<AppContext, 'auth'>,
  { therapistId, order }: { therapistId: string; order: ExportOrder },
) {
  const hit = await app.auth.rateLimit.hit('invoice-export', therapistId, anHour)
  if (!hit.allowed) throw tooManyCalls(hit.retryAfterSeconds)
  const until = Math.floor(app.clock.now().getTime() / 1000) + seconds
  const sealed = Buffer.from(JSON.stringify({ id: randomUUID(), therapistId, expires: until, order })).toString(
    'base64url',
  )
  const query = new URLSearchParams({ order: sealed, seal: sealOf(app, sealedText(sealed)) })
  return { url: `/api/invoice-export/${order.as}?${query}`, expiresAt: new Date(until * 1000).toISOString() }
}

/** Returns what an address orders that this server signed and that has not expired; null for any other address. */
export function readInvoiceExport(app: Deps, form: string, query: Record<string, unknown>) {
  const { order: sealed, seal } = query
  if (typeof sealed !== 'string' || typeof seal !== 'string') return null
  if (!isSealOf(app, sealedText(sealed), seal)) return null
  type Sealed = { therapistId: string; expires: number; order: ExportOrder }
  const { therapistId, expires, order } = JSON.parse(Buffer.from(sealed, 'base64url').toString()) as Sealed
  if (order.as !== form || !invoiceExports.includes(order.as)) return null
  return expires * 1000 >= app.clock.now().getTime() ? { therapistId, order, seal } : null
}

const sealedText = (order: string) => `invoices ${order}`
