import type { ClientId } from '@attune/contract/common/ids'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../../../platform/app-context.ts'
import { requireCaller } from '../../../../platform/http/request/caller.ts'
import { sendDownload, sendRefusal, sendTooMany } from '../../../../platform/http/replies.ts'
import { insertAudit } from '../../../../platform/policy/audit.ts'
import { translate } from '../../../../platform/text/translations.ts'
import { isUuid } from '../../../../platform/text/uuid.ts'
import { findLogo } from '../../business/business.ts'
import { renderDocumentPdf } from '../../billing-document/billing-document.ts'
import { readStatement, statementScript } from './statement.ts'

type StatementRequest = FastifyRequest<{ Params: { clientId: ClientId; year: string } }>
const anHour = { count: 120, seconds: 60 * 60 }

/** Mounts the download of the statement of a year, for the therapist of a client's record and for the client. */
export function mountStatements(app: FastifyInstance, appContext: Pick<AppContext, 'auth' | 'clock' | 'db'>): void {
  app.get('/api/statement/:clientId/:year', { exposeHeadRoute: false }, (request, reply) =>
    sendStatement(appContext, request as StatementRequest, reply),
  )
}

async function sendStatement(
  appContext: Pick<AppContext, 'auth' | 'clock' | 'db'>,
  request: StatementRequest,
  reply: FastifyReply,
) {
  reply.header('cache-control', 'private, no-store')
  const { auth, db, clock } = appContext
  const reader = await requireCaller(appContext, [request, reply], { roles: ['therapist', 'client'] })
  if (!reader) return reply
  const hit = await auth.rateLimit.hit('statement', reader.id, anHour)
  if (!hit.allowed) return sendTooMany(request, reply, hit.retryAfterSeconds)

  const { clientId, year } = request.params
  if (!isUuid(clientId.toLowerCase()) || !/^2[01]\d\d$/.test(year)) return sendRefusal(request, reply, 404, 'NOT_FOUND')
  const now = clock.now()
  const made = await db.asActor(reader, async (tx) => {
    const found = await readStatement(tx, { clientId, year: Number(year) }, now)
    const action = reader.role === 'client' ? 'open' : 'export'
    if (found && statementScript(found.sheet)) return 'letters'
    if (found) await insertAudit(tx, { action, resource: 'statement', resourceId: clientId, requestId: request.id })
    return found
  })
  if (!made) return sendRefusal(request, reply, 404, 'NOT_FOUND')
  if (made === 'letters') return sendRefusal(request, reply, 409, 'LETTERS')
  const { sheet, therapistId } = made
  const sha = sheet.seller.logoSha
  // Clients cannot read logos. The worker therefore reads the logo of a document that the client can see.
  const logo = sha === null ? null : await db.asActor({ role: 'worker', id: therapistId }, (tx) => findLogo(tx, sha))
  const content = await renderDocumentPdf({ sheet, madeAt: now.toISOString(), logo: logo?.bytes ?? null })
  const name = `${translate(sheet.language, 'invoice.file.statement')}-${year}.pdf`
  return sendDownload(reply, { type: 'application/pdf', name, content })
}
