import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../platform/app-context.ts'
import { requireCaller } from '../../platform/http/caller.ts'
import { sendDownload, sendRefusal } from '../../platform/http/replies.ts'
import { isPdfBusy } from '../../platform/pdf/entries-pdf.ts'
import { translate } from '../../platform/translations.ts'
import { readRecordExport } from './record-export.address.ts'
import { exportedRecord } from './record-export.head.ts'
import { recordPdf } from './record-export.pdf.ts'
import { recordZip } from './record-export.zip.ts'

type ExportHttpRequest = FastifyRequest<{ Params: { as: string }; Querystring: Record<string, unknown> }>

/** Each address can be used once. The limit applies for longer than the address is valid. */
const useLimit = { count: 1, seconds: 180 }

/** Mounts the download of a client's record, for the therapist who asked for it. */
export function mountRecordExport(app: FastifyInstance, appContext: AppContext): void {
  // The route has no HEAD route, because a HEAD request would use up the address and produce a PDF that no one reads.
  app.get('/api/record-export/:as', { exposeHeadRoute: false }, (request, reply) =>
    sendExport(appContext, request as ExportHttpRequest, reply),
  )
}

async function sendExport(appContext: AppContext, request: ExportHttpRequest, reply: FastifyReply) {
  reply.header('cache-control', 'private, no-store')
  const address = readRecordExport(appContext, request.params.as, request.query)
  if (!address) return sendRefusal(request, reply, 403, 'FORBIDDEN')
  const { therapistId, order, seal } = address
  const actor = await requireCaller(appContext, [request, reply], { roles: ['therapist'], accountId: therapistId })
  if (!actor) return reply
  const refuseBusy = () => sendRefusal(request, reply.header('retry-after', '30'), 503, 'UNAVAILABLE')
  if (isPdfBusy(therapistId)) return refuseBusy()
  if (!(await appContext.auth.rateLimit.hit('record-export-address', seal, useLimit)).allowed)
    return sendRefusal(request, reply, 403, 'FORBIDDEN')
  const record = await exportedRecord(appContext, actor, order)
  if (!record) return sendRefusal(request, reply, 404, 'NOT_FOUND')
  // Checks again, because another export may have started during the previous queries.
  if (isPdfBusy(therapistId)) return refuseBusy()
  const content = order.as === 'pdf' ? recordPdf(appContext, record) : recordZip(appContext, record)
  content.on('error', (error) => appContext.log.warn('an export was not finished', { requestId: request.id, error }))
  const type = order.as === 'pdf' ? 'application/pdf' : 'application/zip'
  const name = translate(record.reader.language, 'recordExport.fileName')
  return sendDownload(reply, { type, name: `${name}-${record.madeAt.slice(0, 10)}.${order.as}`, content })
}
