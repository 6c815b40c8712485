import type { FormTicketId } from '@attune/contract/common/ids'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../../../platform/app-context.ts'
import { sendRefusal, sendTooMany } from '../../../../platform/http/replies.ts'
import { isUuid } from '../../../../platform/text/uuid.ts'
import { findStoredFormDocument } from '../document/document.ts'
import { sendPdf } from '../document/document.mount.ts'
import { findSignedTicket } from './opening.ts'

type TicketRequest = FastifyRequest<{ Params: { id: FormTicketId } }>
const anHour = { count: 60, seconds: 60 * 60 }

/** Mounts the download of a form that a guardian without an account has signed by a link, for the browser that signed, for an hour. */
export function mountTicketForms(app: FastifyInstance, appContext: Pick<AppContext, 'auth' | 'clock' | 'db'>): void {
  app.get('/api/form-ticket/:id/pdf', { exposeHeadRoute: false }, (request, reply) =>
    sendTicketForm(appContext, request as TicketRequest, reply),
  )
}

async function sendTicketForm(
  appContext: Pick<AppContext, 'auth' | 'clock' | 'db'>,
  request: TicketRequest,
  reply: FastifyReply,
) {
  reply.header('cache-control', 'private, no-store')
  const { auth, db } = appContext
  const id = request.params.id.toLowerCase()
  const headers = new Headers(request.headers as Record<string, string>)
  const ticket = isUuid(id) ? await findSignedTicket(appContext, headers, id as FormTicketId) : null
  if (!ticket) return sendRefusal(request, reply, 404, 'NOT_FOUND')
  const hit = await auth.rateLimit.hit('form-ticket-document', ticket.id, anHour)
  if (!hit.allowed) return sendTooMany(request, reply, hit.retryAfterSeconds)
  const document = await db.asActor({ role: 'worker', id: ticket.therapistId }, async (tx) => {
    const found = await findStoredFormDocument(tx, ticket.sentFormId)
    if (found && found !== 'making')
      await tx.run('select def.audit_form_ticket($1, $2, $3)', [ticket.id, 'open', request.id])
    return found
  })
  if (!document) return sendRefusal(request, reply, 404, 'NOT_FOUND')
  if (document === 'making') return sendRefusal(request, reply.header('retry-after', '5'), 409, 'NOT_READY')
  return sendPdf(reply, document)
}
