import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../platform/app-context.ts'
import { requireCaller } from '../../platform/http/caller.ts'
import { sendDownload, sendRefusal } from '../../platform/http/replies.ts'
import { isPdfBusy } from '../../platform/pdf/entries-pdf.ts'
import { readExportAddress } from './journal.export.address.ts'
import { exportPages, exportReaderOf } from './journal.export.entries.ts'
import { markdownZip } from './journal.export.markdown.ts'
import { journalPdf } from './journal.export.pdf.ts'

type ExportHttpRequest = FastifyRequest<{ Params: { form: string }; Querystring: Record<string, unknown> }>

/** Each address can be used once. The limit applies for longer than the address is valid. */
const useLimit = { count: 1, seconds: 180 }

/** Mounts the download of a whole journal, which only its author can use. */
export function mountJournalExport(app: FastifyInstance, appContext: AppContext): void {
  // The route has no HEAD route, because a HEAD request would use up the address and produce a PDF that no one reads.
  app.get('/api/journal/export/:form', { exposeHeadRoute: false }, (request, reply) =>
    sendExport(appContext, request as ExportHttpRequest, reply),
  )
}

async function sendExport(appContext: AppContext, request: ExportHttpRequest, reply: FastifyReply) {
  reply.header('cache-control', 'private, no-store')
  const address = readExportAddress(appContext, request.params.form, request.query)
  if (!address) return sendRefusal(request, reply, 403, 'FORBIDDEN')
  const admitted = { roles: ['client'], accountId: address.accountId } as const
  const actor = await requireCaller(appContext, [request, reply], admitted)
  if (!actor) return reply
  const isBusyNow = () => address.as === 'pdf' && isPdfBusy(actor.id)
  const refuseBusy = () => sendRefusal(request, reply.header('retry-after', '30'), 503, 'UNAVAILABLE')
  if (isBusyNow()) return refuseBusy()
  if (!(await appContext.auth.rateLimit.hit('journal-export-address', address.seal, useLimit)).allowed)
    return sendRefusal(request, reply, 403, 'FORBIDDEN')

  const reader = await appContext.db.asActor(actor, exportReaderOf)
  const pages = exportPages(appContext, actor)
  const isPdf = address.as === 'pdf'
  // Checks again, because another export may have started during the previous queries.
  if (isBusyNow()) return refuseBusy()
  const content = isPdf ? journalPdf(appContext, actor.id, pages, reader) : markdownZip(appContext, pages, reader)
  content.on('error', (error) => appContext.log.warn('an export was not finished', { requestId: request.id, error }))
  const day = appContext.clock.now().toISOString().slice(0, 10)
  return isPdf
    ? sendDownload(reply, { type: 'application/pdf', name: `journal-${day}.pdf`, content })
    : sendDownload(reply, { type: 'application/zip', name: `journal-${day}.zip`, content })
}
