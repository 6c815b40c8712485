import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { House } from '../../house.ts'
import { needOf } from '../../platform/auth/login.ts'
import { refuse } from '../../platform/http/replies.ts'
import { readExportAddress } from './export.address.ts'
import { pagesOf, readerOf } from './export.entries.ts'
import { zipOf } from './export.markdown.ts'
import { isBusy, pdfOf } from './export.pdf.ts'

type Asked = FastifyRequest<{ Params: { form: string }; Querystring: Record<string, unknown> }>

/** Longer than an address is good for: within that time it is fetched once. */
const once = { count: 1, seconds: 180 }

/** A whole journal, for its author alone. */
export function mountJournalExport(app: FastifyInstance, house: House): void {
  // Whoever asks for the head alone would use the address up, and have a book made that nobody reads.
  app.get('/api/journal/export/:form', { exposeHeadRoute: false }, (request, reply) =>
    give(house, request as Asked, reply),
  )
}

async function give(house: House, request: Asked, reply: FastifyReply) {
  reply.header('cache-control', 'private, no-store')
  const address = readExportAddress(house, request.params.form, request.query)
  if (!address) return refuse(request, reply, 403, 'FORBIDDEN')
  const login = await house.auth.readLogin(new Headers(request.headers as Record<string, string>))
  if (!login?.role) return refuse(request, reply, 401, 'NO_LOGIN')
  if (login.userId !== address.accountId) return refuse(request, reply, 404, 'NOT_FOUND')
  if (needOf(login)) return refuse(request, reply, 401, 'STEP_UP')
  if (login.role !== 'client') return refuse(request, reply, 403, 'FORBIDDEN')
  const isBusyNow = () => address.as === 'pdf' && isBusy(login.userId)
  const busy = () => refuse(request, reply.header('retry-after', '30'), 503, 'UNAVAILABLE')
  if (isBusyNow()) return busy()
  if (!(await house.auth.rateLimit.hit('journal-export-address', address.seal, once)).allowed)
    return refuse(request, reply, 403, 'FORBIDDEN')

  const actor = { role: 'client', id: login.userId } as const
  const reader = await house.db.asActor(actor, readerOf)
  const pages = pagesOf(house, actor)
  const isPdf = address.as === 'pdf'
  // Another may have come meanwhile.
  if (isBusyNow()) return busy()
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
