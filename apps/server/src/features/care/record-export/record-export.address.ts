import type { RecordExportOrder } from '@attune/contract/features/care/record-export/record-export'
import type { AppContext } from '../../../platform/app-context.ts'
import type { Actor } from '../../../platform/database/actor.ts'
import { downloadAddress } from '../../../platform/http/download-address.ts'
import { isPdfBusy } from '../../../platform/pdf/entries-pdf.ts'
import { createRefusal, notFound } from '../../../platform/policy/refusal.ts'

export const recordExportPath = '/api/record-export'

/**
 * Returns an address from which the acting therapist can download an export once within one minute. Refuses with NOT_FOUND if the record belongs to
 * another therapist, and with BUSY if the therapist or too many others are getting a PDF.
 */
export async function startRecordExport(
  app: Pick<AppContext, 'db' | 'secrets' | 'clock'>,
  actor: Actor,
  order: RecordExportOrder,
) {
  const accountId = actor.id
  const record = await app.db.asActor(actor, ({ kysely }) =>
    kysely
      .selectFrom('client_name')
      .select('id')
      .where('therapist_id', '=', accountId)
      .where('id', '=', order.clientId)
      .executeTakeFirst(),
  )
  if (!record) throw notFound()
  if (isPdfBusy(accountId)) throw createRefusal('BUSY', 409)
  return downloadAddress(app, recordExportPath, { accountId, order })
}
