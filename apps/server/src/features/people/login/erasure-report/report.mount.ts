import type { AccountId } from '@attune/contract/common/ids'
import { Language } from '@attune/contract/common/text/text.schemas'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { AppContext } from '../../../../platform/app-context.ts'
import { sendDownload, sendRefusal, sendTooMany } from '../../../../platform/http/replies.ts'
import { isPdfBusy } from '../../../../platform/pdf/entries-pdf.ts'
import { countReportReading, writeErasureReport } from './erasure-report.ts'
import { openReport } from './report-link.ts'
import { erasureReportPdf } from './report.pdf.ts'

type ReportContext = Pick<AppContext, 'auth' | 'clock' | 'config' | 'db' | 'deletionKinds' | 'log' | 'secrets'>
const Query = z.object({ report: z.string().max(500), language: Language })

/** Mounts the PDF of the report of an erasure, for anyone who has the report's link. */
export function mountErasureReport(app: FastifyInstance, appContext: ReportContext): void {
  app.get('/api/erasure-report/pdf', { exposeHeadRoute: false }, (request, reply) =>
    sendReport(appContext, request, reply),
  )
}

async function sendReport(appContext: ReportContext, request: FastifyRequest, reply: FastifyReply) {
  reply.header('cache-control', 'private, no-store')
  const { data: query } = Query.safeParse(request.query)
  const facts = query ? openReport(appContext, query.report) : null
  if (!query || !facts) return sendRefusal(request, reply, 410, 'INVALID_LINK')
  const hit = await countReportReading(appContext, facts)
  if (!hit.allowed) return sendTooMany(request, reply, hit.retryAfterSeconds)
  // The reader has no account, so each PDF counts as that of a different person.
  const reader = randomUUID() as AccountId
  if (isPdfBusy(reader)) return sendRefusal(request, reply.header('retry-after', '30'), 503, 'UNAVAILABLE')
  const content = erasureReportPdf(reader, await writeErasureReport(appContext, facts, query.language), query.language)
  content.on('error', (error) =>
    appContext.log.warn('the PDF of an erasure report was not finished', { requestId: request.id, error }),
  )
  const name = `attune-${facts.erasedAt.toISOString().slice(0, 10)}.pdf`
  return sendDownload(reply, { type: 'application/pdf', name, content })
}
