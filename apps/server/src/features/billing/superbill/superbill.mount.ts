import type { SuperbillId, TherapistId } from '@attune/contract/common/ids'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../../platform/app-context.ts'
import { requireCaller } from '../../../platform/http/request/caller.ts'
import { sendDownload, sendRefusal, sendTooMany } from '../../../platform/http/replies.ts'
import { enqueue } from '../../../platform/jobs/enqueue.ts'
import { insertAudit } from '../../../platform/policy/audit.ts'
import { isUuid } from '../../../platform/text/uuid.ts'
import { findStoredSuperbill } from './superbill.document.ts'

type SuperbillRequest = FastifyRequest<{ Params: { id: SuperbillId } }>
const anHour = { count: 600, seconds: 60 * 60 }

/** Mounts the download of the PDF of a superbill, for the therapist who made it and for its client. */
export function mountSuperbills(app: FastifyInstance, appContext: Pick<AppContext, 'auth' | 'db'>): void {
  app.get('/api/superbill/:id/pdf', { exposeHeadRoute: false }, (request, reply) =>
    sendSuperbill(appContext, request as SuperbillRequest, reply),
  )
}

async function sendSuperbill(
  appContext: Pick<AppContext, 'auth' | 'db'>,
  request: SuperbillRequest,
  reply: FastifyReply,
) {
  reply.header('cache-control', 'private, no-store')
  const { auth, db } = appContext
  const reader = await requireCaller(appContext, [request, reply], { roles: ['therapist', 'client'] })
  if (!reader) return reply
  const hit = await auth.rateLimit.hit('superbill', reader.id, anHour)
  if (!hit.allowed) return sendTooMany(request, reply, hit.retryAfterSeconds)

  const { id } = request.params
  if (!isUuid(id.toLowerCase())) return sendRefusal(request, reply, 404, 'NOT_FOUND')
  const document = await db.asActor(reader, async (tx) => {
    const found = await findStoredSuperbill(tx, id)
    // The therapist's own opening is not recorded; a client's is, before the document is sent.
    if (found && found !== 'making' && reader.role === 'client')
      await insertAudit(tx, { action: 'open', resource: 'superbill', resourceId: id, requestId: request.id })
    return found
  })
  if (!document) return sendRefusal(request, reply, 404, 'NOT_FOUND')
  if (document === 'making') {
    if (reader.role === 'therapist') await makeAgain(appContext, { superbillId: id, therapistId: reader.id })
    return sendRefusal(request, reply.header('retry-after', '5'), 409, 'NOT_READY')
  }
  const { bytes, from, to } = document
  return sendDownload(reply, { type: 'application/pdf', name: `Superbill-${from}-${to}.pdf`, content: bytes })
}

/** Enqueues the job again, in case its retries are exhausted. A job that runs twice stores the PDF once. */
const makeAgain = ({ db }: Pick<AppContext, 'db'>, data: { superbillId: SuperbillId; therapistId: TherapistId }) =>
  db.asActor({ role: 'worker', id: data.therapistId }, (tx) => enqueue(tx, { name: 'superbill-document', data }))
