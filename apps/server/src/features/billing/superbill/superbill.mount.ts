import type { ClientId, SuperbillId, TherapistId } from '@attune/contract/common/ids'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../../platform/app-context.ts'
import { recordReading, requireReader } from '../../../platform/http/request/reader.ts'
import { sendDownload, sendRefusal, sendTooMany } from '../../../platform/http/replies.ts'
import { enqueue } from '../../../platform/jobs/enqueue.ts'
import { isUuid } from '../../../platform/text/uuid.ts'
import { findStoredSuperbill } from './superbill.document.ts'

type SuperbillRequest = FastifyRequest<{ Params: { id: SuperbillId; clientId?: ClientId } }>
const anHour = { count: 600, seconds: 60 * 60 }

/** Mounts the download of the PDF of a superbill, for the therapist who made it, for its client, and for a guardian who acts for the client. */
export function mountSuperbills(app: FastifyInstance, appContext: Pick<AppContext, 'auth' | 'clock' | 'db'>): void {
  app.get('/api/superbill/:id/pdf', { exposeHeadRoute: false }, (request, reply) =>
    sendSuperbill(appContext, request as SuperbillRequest, reply),
  )
  app.get('/api/guardian/:clientId/superbill/:id/pdf', { exposeHeadRoute: false }, (request, reply) =>
    sendSuperbill(appContext, request as SuperbillRequest, reply),
  )
}

async function sendSuperbill(
  appContext: Pick<AppContext, 'auth' | 'clock' | 'db'>,
  request: SuperbillRequest,
  reply: FastifyReply,
) {
  reply.header('cache-control', 'private, no-store')
  const { auth, clock, db } = appContext
  const reader = await requireReader(appContext, [request, reply], request.params.clientId)
  if (!reader) return reply
  const hit = await auth.rateLimit.hit('superbill', reader.id, anHour)
  if (!hit.allowed) return sendTooMany(request, reply, hit.retryAfterSeconds)

  const { id } = request.params
  if (!isUuid(id.toLowerCase())) return sendRefusal(request, reply, 404, 'NOT_FOUND')
  const document = await db.asActor(reader, async (tx) => {
    const found = await findStoredSuperbill(tx, id)
    if (found && found !== 'making')
      await recordReading(tx, reader, { resource: 'superbill', id, requestId: request.id, now: clock.now() })
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
