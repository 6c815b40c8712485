import { RecordExportOrder } from '@attune/contract/features/record-export'
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { AppContext } from '../../platform/app-context.ts'
import type { Actor } from '../../platform/database/actor.ts'
import { isPdfBusy } from '../../platform/pdf/entries-pdf.ts'
import { createRefusal, notFound } from '../../platform/policy/refusal.ts'
import { isSealOf, sealOf } from '../../platform/seal.ts'

type Deps = Pick<AppContext, 'secrets' | 'clock'>

/** The time in seconds for which the address of an export is valid. */
const seconds = 60

const Sealed = z.strictObject({
  id: z.string(),
  therapistId: z.string(),
  expires: z.number(),
  order: RecordExportOrder,
})

/**
 * Returns the address from which the acting therapist can download an export once within the next minute. Refuses with NOT_FOUND for a
 * record of others, and with BUSY.
 */
export async function startRecordExport(app: Deps & Pick<AppContext, 'db'>, actor: Actor, order: RecordExportOrder) {
  const therapistId = actor.id as string
  const record = await app.db.asActor(actor, ({ kysely }) =>
    kysely
      .selectFrom('client')
      .select('id')
      .where('therapist_id', '=', therapistId)
      .where('id', '=', order.clientId)
      .executeTakeFirst(),
  )
  if (!record) throw notFound()
  if (isPdfBusy(therapistId)) throw createRefusal('BUSY', 409)
  const expires = Math.floor(app.clock.now().getTime() / 1000) + seconds
  const sealed = Buffer.from(JSON.stringify({ id: randomUUID(), therapistId, expires, order })).toString('base64url')
  const query = new URLSearchParams({ order: sealed, seal: sealOf(app, sealedText(sealed)) })
  return { url: `/api/record-export/${order.as}?${query}`, expiresAt: new Date(expires * 1000).toISOString() }
}

/** Returns what an address orders that this server signed and that has not expired; null for any other address. */
export function readRecordExport(app: Deps, as: string, query: Record<string, unknown>) {
  const { order: sealed, seal } = query
  if (typeof sealed !== 'string' || typeof seal !== 'string') return null
  if (!isSealOf(app, sealedText(sealed), seal)) return null
  const { therapistId, expires, order } = Sealed.parse(JSON.parse(Buffer.from(sealed, 'base64url').toString()))
  if (order.as !== as || expires * 1000 < app.clock.now().getTime()) return null
  return { therapistId, order, seal }
}

const sealedText = (order: string) => `record ${order}`
