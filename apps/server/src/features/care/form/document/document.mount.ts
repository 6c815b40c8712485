import type { ClientId, SentFormId } from '@attune/contract/common/ids'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../../../platform/app-context.ts'
import type { Actor, PersonActor, Tx } from '../../../../platform/database/actor.ts'
import { type Caller, requireCaller } from '../../../../platform/http/request/caller.ts'
import { sendDownload, sendRefusal, sendTooMany } from '../../../../platform/http/replies.ts'
import { enqueue } from '../../../../platform/jobs/enqueue.ts'
import { insertAudit } from '../../../../platform/policy/audit.ts'
import { isUuid } from '../../../../platform/text/uuid.ts'
import { type StoredFormDocument, findStoredFormDocument } from './document.ts'

type FormRequest = FastifyRequest<{ Params: { id: SentFormId }; Querystring: { for?: ClientId } }>
const anHour = { count: 600, seconds: 60 * 60 }

/**
 * Mounts the download of a signed form, for the therapist who sent it, for its client, and for a guardian who acts for the client named by `for`.
 */
export function mountForms(app: FastifyInstance, appContext: Pick<AppContext, 'auth' | 'clock' | 'db'>): void {
  app.get('/api/form/:id/pdf', { exposeHeadRoute: false }, (request, reply) =>
    sendForm(appContext, request as FormRequest, reply),
  )
}

async function sendForm(
  appContext: Pick<AppContext, 'auth' | 'clock' | 'db'>,
  request: FormRequest,
  reply: FastifyReply,
) {
  reply.header('cache-control', 'private, no-store')
  const { auth, db } = appContext
  const caller = await requireCaller(appContext, [request, reply], { roles: ['therapist', 'client'] })
  if (!caller) return reply
  const reader = readerOf(caller, request)
  const hit = await auth.rateLimit.hit('form', reader.id, anHour)
  if (!hit.allowed) return sendTooMany(request, reply, hit.retryAfterSeconds)
  const { id } = request.params
  if (!isUuid(id.toLowerCase())) return sendRefusal(request, reply, 404, 'NOT_FOUND')
  const document = await db.asActor(reader, async (tx) => {
    const found = await findStoredFormDocument(tx, id)
    if (found && found !== 'making')
      await recordOpening(tx, reader, { id, requestId: request.id, now: appContext.clock.now() }, found)
    return found
  })
  if (!document) return sendRefusal(request, reply, 404, 'NOT_FOUND')
  if (document === 'making') {
    // For the therapist, enqueues the job again, in case its retries are exhausted. A job that runs twice stores the document once.
    const data = { sentFormId: id, therapistId: reader.id }
    if (reader.role === 'therapist')
      await db.asActor({ role: 'worker', id: reader.id }, (tx) => enqueue(tx, { name: 'form-document', data }))
    return sendRefusal(request, reply.header('retry-after', '5'), 409, 'NOT_READY')
  }
  return sendPdf(reply, document)
}

/** Sends the PDF of a signed form as a download. */
export function sendPdf(reply: FastifyReply, { title, signedOn, bytes }: StoredFormDocument) {
  const name = `${title}-${signedOn}`.normalize('NFKD').replace(/[^\w.-]+/g, '_')
  return sendDownload(reply, { type: 'application/pdf', name: `${name.slice(0, 120)}.pdf`, content: bytes })
}

/** Returns the caller, or the caller as a guardian if a client's account asks for the form of another client. */
function readerOf({ role, id }: Caller<'therapist' | 'client'>, { query }: FormRequest): PersonActor {
  const { for: client = '' } = query
  const actingFor = isUuid(client.toLowerCase()) ? (client as ClientId) : null
  return role === 'client' && actingFor ? { role: 'guardian', id, actingFor } : { role, id }
}

type Opening = { id: SentFormId; requestId: string; now: Date }

/** Records the opening before the document is sent. That of a therapist or a guardian is also added to the client's access log. */
async function recordOpening(tx: Tx, reader: Actor, { id, requestId, now }: Opening, { clientId }: StoredFormDocument) {
  await insertAudit(tx, { action: 'open', resource: 'form', resourceId: id, requestId })
  if (reader.role === 'therapist')
    await tx.run('select def.leave_lines($1, $2, $3, $4)', ['form', 'client', [clientId], now])
  if (reader.role === 'guardian') await tx.run('select def.leave_guardian_line($1, $2, $3)', ['form', clientId, now])
}
