import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../platform/app-context.ts'
import { requireCaller } from '../../platform/http/caller.ts'
import { type Download, sendDownload, sendRefusal } from '../../platform/http/replies.ts'
import { languageFrom, translate } from '../../platform/translations.ts'
import { type ExportOrder, readInvoiceExport } from './invoice.export.address.ts'
import { journalCsv, numbersCsv } from './invoice.export.csv.ts'
import { datevFile } from './invoice.export.datev.ts'
import { erasedIn, issuedIn, lostIn, paidIn } from './invoice.export.rows.ts'
import { documentsZip } from './invoice.export.zip.ts'

type ExportHttpRequest = FastifyRequest<{ Params: { form: string }; Querystring: Record<string, unknown> }>

/** Each address can be used once. The limit applies for longer than the address is valid. */
const useLimit = { count: 1, seconds: 180 }

/** Mounts the download of the exports for the accountant, for the therapist who asked for them. */
export function mountInvoiceExport(app: FastifyInstance, appContext: AppContext): void {
  // The route has no HEAD route, because a HEAD request would use up the address.
  app.get('/api/invoice-export/:form', { exposeHeadRoute: false }, (request, reply) =>
    sendExport(appContext, request as ExportHttpRequest, reply),
  )
}

async function sendExport(appContext: AppContext, request: ExportHttpRequest, reply: FastifyReply) {
  reply.header('cache-control', 'private, no-store')
  const address = readInvoiceExport(appContext, request.params.form, request.query)
  if (!address) return sendRefusal(request, reply, 403, 'FORBIDDEN')
  const admitted = { roles: ['therapist'], accountId: address.therapistId } as const
  const therapist = await requireCaller(appContext, [request, reply], admitted)
  if (!therapist) return reply
  if (!(await appContext.auth.rateLimit.hit('invoice-export-address', address.seal, useLimit)).allowed)
    return sendRefusal(request, reply, 403, 'FORBIDDEN')

  return sendDownload(reply, await exportedFile(appContext, therapist.id, address.order))
}

async function exportedFile(appContext: AppContext, therapistId: string, order: ExportOrder): Promise<Download> {
  const therapist = { role: 'therapist', id: therapistId } as const
  const { reader, invoices, payments, lost, erased } = await appContext.db.asActor(therapist, async (tx) => ({
    reader: await tx.kysely
      .selectFrom('profile')
      .select(['language', 'zone'])
      .where('account_id', '=', therapistId)
      .executeTakeFirstOrThrow(),
    invoices: await issuedIn(tx, order),
    payments: await paidIn(tx, order),
    lost: await lostIn(tx, order),
    erased: await erasedIn(tx, order),
  }))
  const language = languageFrom(reader.language)
  const { as, from, until, datev } = order
  const named = (ending: string) => `${translate(language, `invoice.export.file.${as}`)}-${from}-${until}.${ending}`
  const csv = (content: string) => ({ type: 'text/csv; charset=utf-8', name: named('csv'), content })
  if (as === 'journal') return csv(journalCsv(invoices, payments, { ...reader, language }))
  if (as === 'numbers') return csv(numbersCsv({ invoices, erased, lost }, { ...reader, language }))
  if (as === 'datev' && datev) {
    const content = datevFile(invoices, payments, { from, until, now: appContext.clock.now(), settings: datev })
    return { type: 'text/csv; charset=windows-1252', name: `EXTF_Buchungsstapel_${from}_${until}.csv`, content }
  }
  return {
    type: 'application/zip',
    name: named('zip'),
    content: documentsZip(appContext, { therapist, invoices, language }),
  }
}
