import type { AccountId, ClientId, InvoiceId, TherapistId } from '@attune/contract/common/ids'
import { type DocumentKind, documentKinds } from '@attune/contract/features/billing/invoice/invoice.rules'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { AppContext } from '../../../../platform/app-context.ts'
import { recordReading, requireReader } from '../../../../platform/http/request/reader.ts'
import { sendDownload, sendRefusal, sendTooMany } from '../../../../platform/http/replies.ts'
import { enqueue } from '../../../../platform/jobs/enqueue.ts'
import { isUuid } from '../../../../platform/text/uuid.ts'
import { findLogo } from '../../business/business.ts'
import { documentName } from './document-name.ts'
import { type StoredDocument, findStoredDocument } from './documents.ts'
import { insertOpeningAudit, provedLink, doesLinkShowDocument } from '../links/opening.ts'

type DocumentRequest = FastifyRequest<{ Params: { id: InvoiceId; kind: string; clientId?: ClientId } }>
const anHour = { count: 600, seconds: 60 * 60 }

/**
 * Mounts the download of the documents of an issued invoice: for the therapist who issued it, for its client, for a guardian who acts for the client,
 * and for a payer whose browser has confirmed a link (by the id of the link).
 */
export function mountInvoiceDocuments(
  app: FastifyInstance,
  appContext: Pick<AppContext, 'auth' | 'clock' | 'db'>,
): void {
  app.get('/api/invoice/:id/:kind', { exposeHeadRoute: false }, (request, reply) =>
    sendDocument(appContext, request as DocumentRequest, reply),
  )
  app.get('/api/guardian/:clientId/invoice/:id/:kind', { exposeHeadRoute: false }, (request, reply) =>
    sendDocument(appContext, request as DocumentRequest, reply),
  )
  app.get('/api/invoice-link/:id/:kind', { exposeHeadRoute: false }, (request, reply) =>
    sendLinkedDocument(appContext, request as DocumentRequest, reply),
  )
}

const headersOf = (request: FastifyRequest) => new Headers(request.headers as Record<string, string>)

async function sendDocument(
  appContext: Pick<AppContext, 'auth' | 'clock' | 'db'>,
  request: DocumentRequest,
  reply: FastifyReply,
) {
  reply.header('cache-control', 'private, no-store')
  const { auth, clock, db } = appContext
  const reader = await requireReader(appContext, [request, reply], request.params.clientId)
  if (!reader) return reply
  const hit = await auth.rateLimit.hit('invoice-document', reader.id, anHour)
  if (!hit.allowed) return sendTooMany(request, reply, hit.retryAfterSeconds)

  const { id } = request.params
  const kind = documentKinds.find((known) => known === request.params.kind)
  if (!kind || !isUuid(id.toLowerCase())) return sendRefusal(request, reply, 404, 'NOT_FOUND')
  const document = await db.asActor(reader, async (tx) => {
    const found = await findStoredDocument(tx, id, kind)
    if (found && found !== 'making')
      await recordReading(tx, reader, { resource: 'invoice', id, requestId: request.id, now: clock.now() })
    return found
  })
  if (!document) return sendRefusal(request, reply, 404, 'NOT_FOUND')
  if (document === 'making') {
    if (reader.role === 'therapist') await makeAgain(appContext, { invoiceId: id, therapistId: reader.id })
    return sendRefusal(request, reply.header('retry-after', '5'), 409, 'NOT_READY')
  }
  if (reader.role === 'client') await recordOpened(appContext, { document, id, kind, readerId: reader.id })
  return sendBytes(reply, document, kind)
}

/** Sends a document or the logo of an invoice to a payer. Responds with 404 for every reason to refuse. */
async function sendLinkedDocument(
  appContext: Pick<AppContext, 'auth' | 'clock' | 'db'>,
  request: DocumentRequest,
  reply: FastifyReply,
) {
  reply.header('cache-control', 'private, no-store')
  const { id } = request.params
  const kind = [...documentKinds, 'logo' as const].find((known) => known === request.params.kind)
  const link =
    kind && isUuid(id.toLowerCase()) ? await provedLink(appContext, headersOf(request), id.toLowerCase()) : null
  if (!kind || !link) return sendRefusal(request, reply, 404, 'NOT_FOUND')
  const hit = await appContext.auth.rateLimit.hit('invoice-link-document', link.id, anHour)
  if (!hit.allowed) return sendTooMany(request, reply, hit.retryAfterSeconds)
  const reader = { role: 'worker', id: link.therapistId } as const
  if (kind === 'logo')
    return sendLogo(request, reply, await appContext.db.asActor(reader, (tx) => findLogo(tx, link.logoSha)))
  const document = await appContext.db.asActor(reader, async (tx) => {
    if (!(await doesLinkShowDocument(tx, link, kind, appContext.clock.now()))) return null
    const found = await findStoredDocument(tx, link.invoiceId, kind)
    if (found && found !== 'making') await insertOpeningAudit(tx, link, request.id)
    return found
  })
  if (!document) return sendRefusal(request, reply, 404, 'NOT_FOUND')
  if (document === 'making') return sendRefusal(request, reply.header('retry-after', '5'), 409, 'NOT_READY')
  return sendBytes(reply, document, kind)
}

function sendLogo(request: FastifyRequest, reply: FastifyReply, logo: { bytes: Buffer; mime: string } | null) {
  if (!logo) return sendRefusal(request, reply, 404, 'NOT_FOUND')
  return reply.header('content-security-policy', "default-src 'none'; sandbox").type(logo.mime).send(logo.bytes)
}

function sendBytes(reply: FastifyReply, document: StoredDocument, kind: DocumentKind) {
  const type = kind === 'xml' || kind === 'xrechnung' ? 'application/xml' : 'application/pdf'
  return sendDownload(reply, { type, name: documentName(document, kind), content: document.bytes })
}

/** Enqueues the job again, in case its retries are exhausted. A job that runs twice stores each document once. */
const makeAgain = ({ db }: Pick<AppContext, 'db'>, data: { invoiceId: InvoiceId; therapistId: TherapistId }) =>
  db.asActor({ role: 'worker', id: data.therapistId }, (tx) => enqueue(tx, { name: 'invoice-documents', data }))

type Opened = { document: StoredDocument; id: InvoiceId; kind: DocumentKind; readerId: AccountId }

/** Records in the history of the invoice that a client has opened a document, once for each document and reader. */
const recordOpened = ({ db }: Pick<AppContext, 'db'>, { document: { therapistId }, id, kind, readerId }: Opened) =>
  db.asActor({ role: 'worker', id: therapistId }, async (tx) => {
    await sql`
      insert into app.invoice_event (therapist_id, invoice_id, kind, data, actor_id)
      select ${therapistId}, ${id}, 'opened', jsonb_build_object('document', ${kind}::text), ${readerId}
      where not exists (select from app.invoice_event e where e.invoice_id = ${id} and e.kind = 'opened'
        and e.actor_id = ${readerId} and e.data->>'document' = ${kind})`.execute(tx.kysely)
  })
