import type { AccountId } from '@attune/contract/common/ids'
import type { DatevSettings } from '@attune/contract/features/billing/invoice/invoice.export'
import type { InvoiceExport } from '@attune/contract/features/billing/invoice/invoice.export.rules'
import type { AppContext } from '../../../../platform/app-context.ts'
import { downloadAddress } from '../../../../platform/http/download-address.ts'
import { tooManyCalls } from '../../../../platform/policy/refusal.ts'

export const invoiceExportPath = '/api/invoice-export'

/** An export that a therapist has requested: a period of days (`YYYY-MM-DD`), a format, and the settings for DATEV. */
export type ExportOrder = { from: string; until: string; as: InvoiceExport; datev?: DatevSettings | undefined }

const anHour = { count: 60, seconds: 60 * 60 }

/** Returns an address from which the therapist can download an export once within one minute. Refuses with TOO_MANY. */
export async function startInvoiceExport(
  app: Pick<AppContext, 'auth' | 'secrets' | 'clock'>,
  { accountId, order }: { accountId: AccountId; order: ExportOrder },
) {
  const hit = await app.auth.rateLimit.hit('invoice-export', accountId, anHour)
  if (!hit.allowed) throw tooManyCalls(hit.retryAfterSeconds)
  return downloadAddress(app, invoiceExportPath, { accountId, order })
}
