import type { TherapistId } from '@attune/contract/common/ids'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../../../platform/app-context.ts'
import type { Tx } from '../../../../platform/database/actor.ts'
import { mountOneUseDownloads } from '../../../../platform/http/downloads.ts'
import type { Download } from '../../../../platform/http/replies.ts'
import { languageFrom, translate } from '../../../../platform/text/translations.ts'
import { type ExportOrder, invoiceExportPath } from './address.ts'
import { journalCsv, numbersCsv } from './csv.ts'
import { datevFile } from './datev/datev.ts'
import { takeDatevExport } from './datev/datev-export.ts'
import { listErasedNumbers, listIssuedInvoices, listLostNumbers, listReceivedPayments } from './rows.ts'
import { documentsZip } from './zip.ts'

/** Mounts the download of exports for accountants. */
export function mountInvoiceExport(
  app: FastifyInstance,
  appContext: Pick<AppContext, 'auth' | 'clock' | 'db' | 'log' | 'secrets'>,
): void {
  mountOneUseDownloads<ExportOrder, 'therapist'>(app, appContext, {
    path: invoiceExportPath,
    roles: ['therapist'],
    prepare: async ({ id }, order) => {
      const file = await exportedFile(appContext, id, order)
      return () => file
    },
  })
}

async function exportedFile(
  appContext: Pick<AppContext, 'clock' | 'db'>,
  therapistId: TherapistId,
  order: ExportOrder,
): Promise<Download> {
  const therapist = { role: 'therapist', id: therapistId } as const
  if (order.as === 'datev')
    return appContext.db.asActor(therapist, (tx) => datevDownload(tx, order, appContext.clock.now()))
  const { reader, invoices, payments, lost, erased } = await appContext.db.asActor(therapist, async (tx) => ({
    reader: await tx.kysely
      .selectFrom('person')
      .select(['language', 'zone'])
      .where('account_id', '=', therapistId)
      .executeTakeFirstOrThrow(),
    invoices: await listIssuedInvoices(tx, order),
    payments: await listReceivedPayments(tx, order),
    lost: await listLostNumbers(tx, order),
    erased: await listErasedNumbers(tx, order),
  }))
  const language = languageFrom(reader.language)
  const { as, from, until } = order
  const named = (ending: string) => `${translate(language, `invoice.export.file.${as}`)}-${from}-${until}.${ending}`
  const csv = (content: string) => ({ type: 'text/csv; charset=utf-8', name: named('csv'), content })
  if (as === 'journal') return csv(journalCsv(invoices, payments, { ...reader, language }))
  if (as === 'numbers') return csv(numbersCsv({ invoices, erased, lost }, { ...reader, language }))
  return {
    type: 'application/zip',
    name: named('zip'),
    content: documentsZip(appContext, { therapist, invoices, language }),
  }
}

async function datevDownload(tx: Tx, order: ExportOrder, now: Date): Promise<Download> {
  const { from, until } = order
  const { bookings, settings } = await takeDatevExport(tx, order)
  const content = datevFile(bookings, { from, until, now, settings })
  return { type: 'text/csv; charset=windows-1252', name: `EXTF_Buchungsstapel_${from}_${until}.csv`, content }
}
