import type { EnteredDatev } from '@attune/contract/features/billing/invoice/datev/invoice.datev'
import type { InvoiceExport } from '@attune/contract/features/billing/invoice/invoice.export.rules'
import type { AppContext } from '../../../../platform/app-context.ts'
import { downloadAddress } from '../../../../platform/http/download-address.ts'
import type { PersonActor } from '../../../../platform/database/actor.ts'
import { tooManyCalls } from '../../../../platform/policy/refusal.ts'
import { checkDatevOrder } from './datev/datev-export.ts'

export const invoiceExportPath = '/api/invoice-export'

/** An export that a therapist has requested: a period of days (`YYYY-MM-DD`), a format, and settings for DATEV that replace the stored ones. */
export type ExportOrder = {
  from: string
  until: string
  as: InvoiceExport
  datev?: Pick<EnteredDatev, 'consultant' | 'client' | 'chart'> | undefined
}

const anHour = { count: 60, seconds: 60 * 60 }

/**
 * Returns an address from which the therapist can download an export once within one minute. Refuses with TOO_MANY, and with DATEV_INCOMPLETE if a
 * setting that the file needs is missing.
 */
export async function startInvoiceExport(
  app: Pick<AppContext, 'auth' | 'secrets' | 'clock' | 'db'>,
  { actor, order }: { actor: PersonActor; order: ExportOrder },
) {
  const hit = await app.auth.rateLimit.hit('invoice-export', actor.id, anHour)
  if (!hit.allowed) throw tooManyCalls(hit.retryAfterSeconds)
  const datev = order.as === 'datev' ? await app.db.asActor(actor, (tx) => checkDatevOrder(tx, order)) : null
  return { ...downloadAddress(app, invoiceExportPath, { accountId: actor.id, order }), datev }
}
