import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../platform/app-context.ts'
import { needOf } from '../../platform/auth/login.ts'
import { refuse } from '../../platform/http/replies.ts'
import { readExportAddress } from './export.address.ts'
import { pagesOf, readerOf } from './export.entries.ts'
import { zipOf } from './export.markdown.ts'
import { isBusy, pdfOf } from './export.pdf.ts'

type ExportHttpRequest = FastifyRequest<{ Params: { form: string }; Querystring: Record<string, unknown> }>

/** Longer than an address is valid: within that time it can be used once. */
const useLimit = { count: 1, seconds: 180 }

/** The download of a whole journal, for its author only. */
export function mountJournalExport(app: FastifyInstance, house: AppContext): void {
  // A HEAD request would use up the address and produce a PDF that no one reads.
  app.get('/api/journal/export/:form', { exposeHeadRoute: false }, (request, reply) =>
    sendExport(house, request as ExportHttpRequest, reply),
  )
}

async function sendExport(house: AppContext, request: ExportHttpRequest, reply: FastifyReply) {
  reply.header('cache-control', 'private, no-store')
  const address = readExportAddress(house, request.params.form, request.query)
  if (!address) return refuse(request, reply, 403, 'FORBIDDEN')
  const login = await house.auth.readLogin(new Headers(request.headers as Record<string, string>))
  if (!login?.role) return refuse(request, reply, 401, 'NO_LOGIN')
  if (login.userId !== address.accountId) return refuse(request, reply, 404, 'NOT_FOUND')
  if (needOf(login)) return refuse(request, reply, 401, 'STEP_UP')
  if (login.role !== 'client') return refuse(request, reply, 403, 'FORBIDDEN')
  const isBusyNow = () => address.as === 'pdf' && isBusy(login.userId)
  const refuseBusy = () => refuse(request, reply.header('retry-after', '30'), 503, 'UNAVAILABLE')
  if (isBusyNow()) return refuseBusy()
  if (!(await house.auth.rateLimit.hit('journal-export-address', address.seal, useLimit)).allowed)
    return refuse(request, reply, 403, 'FORBIDDEN')

  const actor = { role: 'client', id: login.userId } as const
  const reader = await house.db.asActor(actor, readerOf)
  const pages = pagesOf(house, actor)
  const isPdf = address.as === 'pdf'
  // Another export may have started meanwhile.
  if (isBusyNow()) return refuseBusy()
  const content = isPdf ? pdfOf(house, login.userId, pages, reader) : zipOf(house, pages, reader)
  content.on('error', (error) => house.log.warn('an export was not finished', { requestId: request.id, error }))
  const day = house.clock.now().toISOString().slice(0, 10)
  return reply
    .headers({
      'content-type': isPdf ? 'application/pdf' : 'application/zip',
      'content-disposition': `attachment; filename="journal-${day}.${isPdf ? 'pdf' : 'zip'}"`,
      'content-security-policy': "default-src 'none'; sandbox",
    })
    .send(content)
}
