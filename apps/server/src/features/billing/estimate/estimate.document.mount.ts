import type { EstimateId } from '@attune/contract/common/ids'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../../platform/app-context.ts'
import { requireCaller } from '../../../platform/http/request/caller.ts'
import { sendDownload, sendRefusal, sendTooMany } from '../../../platform/http/replies.ts'
import { enqueue } from '../../../platform/jobs/enqueue.ts'
import { insertAudit } from '../../../platform/policy/audit.ts'
import { translate } from '../../../platform/text/translations.ts'
import { isUuid } from '../../../platform/text/uuid.ts'
import { findStoredEstimate } from './estimate.document.ts'

type EstimateRequest = FastifyRequest<{ Params: { id: EstimateId } }>
const anHour = { count: 600, seconds: 60 * 60 }

/** Mounts the download of an estimate, for the therapist who gave it and for its client. */
export function mountEstimates(app: FastifyInstance, appContext: Pick<AppContext, 'auth' | 'db'>): void {
  app.get('/api/estimate/:id', { exposeHeadRoute: false }, (request, reply) =>
    sendEstimate(appContext, request as EstimateRequest, reply),
  )
}

async function sendEstimate(
  appContext: Pick<AppContext, 'auth' | 'db'>,
  request: EstimateRequest,
  reply: FastifyReply,
) {
  reply.header('cache-control', 'private, no-store')
  const { auth, db } = appContext
  const reader = await requireCaller(appContext, [request, reply], { roles: ['therapist', 'client'] })
  if (!reader) return reply
  const hit = await auth.rateLimit.hit('estimate', reader.id, anHour)
  if (!hit.allowed) return sendTooMany(request, reply, hit.retryAfterSeconds)
  const { id } = request.params
  if (!isUuid(id.toLowerCase())) return sendRefusal(request, reply, 404, 'NOT_FOUND')
  const document = await db.asActor(reader, async (tx) => {
    const found = await findStoredEstimate(tx, id)
    // Records a client's opening before the document is sent. The therapist's own opening is not recorded.
    if (found && found !== 'making' && reader.role === 'client')
      await insertAudit(tx, { action: 'open', resource: 'estimate', resourceId: id, requestId: request.id })
    return found
  })
  if (!document) return sendRefusal(request, reply, 404, 'NOT_FOUND')
  if (document === 'making') {
    // For the therapist, enqueues the job again, in case its retries are exhausted. A job that runs twice stores the document once.
    const data = { estimateId: id, therapistId: reader.id }
    if (reader.role === 'therapist')
      await db.asActor({ role: 'worker', id: reader.id }, (tx) => enqueue(tx, { name: 'estimate-document', data }))
    return sendRefusal(request, reply.header('retry-after', '5'), 409, 'NOT_READY')
  }
  const name = `${translate(document.language, 'invoice.file.estimate')}-${document.givenOn}-${document.number}`
  return sendDownload(reply, {
    type: 'application/pdf',
    name: `${name.replace(/[^\w.-]/g, '_')}.pdf`,
    content: document.bytes,
  })
}
