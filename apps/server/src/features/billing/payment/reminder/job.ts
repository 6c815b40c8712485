import type { InvoiceId, TherapistId } from '@attune/contract/common/ids'
import type { ReminderStep } from '@attune/contract/features/billing/payment/payment.rules'
import { sql } from 'kysely'
import type { AppContext } from '../../../../platform/app-context.ts'
import { untilDone } from '../../../../platform/jobs/again.ts'
import type { JobAttempt } from '../../../../platform/jobs/job-worker.ts'
import { findLogo } from '../../business/business.ts'
import { type ReminderDocument, renderDocumentPdf } from '../../billing-document/billing-document.ts'
import { announceDocuments, storeDocuments } from '../../invoice/invoice.ts'

type ReminderJob = { invoiceId: InvoiceId; therapistId: TherapistId; step: ReminderStep }

/**
 * Runs a job of the queue `payment-reminder`: renders a reminder from its stored content, stores it and sends it. If this fails, the job is retried
 * until it succeeds.
 */
export const makeReminder = (
  app: Pick<AppContext, 'db' | 'clock'>,
  data: ReminderJob,
  { last }: Pick<JobAttempt, 'last'> = { last: false },
): Promise<void> =>
  untilDone(app.db, { job: { name: 'payment-reminder', data }, last }, () => makeReminderDocument(app, data))

async function makeReminderDocument(
  app: Pick<AppContext, 'db' | 'clock'>,
  { invoiceId, therapistId, step }: ReminderJob,
): Promise<void> {
  const worker = { role: 'worker', id: therapistId } as const
  const order = await app.db.asActor(worker, async (tx) => {
    const { rows } = await sql<{ sheet: ReminderDocument; madeAt: Date }>`
      select frozen as sheet, made_at as "madeAt" from app.invoice_reminder
      where therapist_id = ${therapistId} and invoice_id = ${invoiceId} and step = ${step}`.execute(tx.kysely)
    const [row] = rows
    const sha = row?.sheet.seller.logoSha ?? null
    const logo = sha === null ? null : await findLogo(tx, sha)
    return row && { sheet: row.sheet, madeAt: new Date(row.madeAt).toISOString(), logo: logo?.bytes ?? null }
  })
  if (!order) return
  const bytes = await renderDocumentPdf(order)
  await app.db.asActor(worker, async (tx) => {
    const kinds = await storeDocuments(tx, invoiceId, [{ kind: `reminder-${step}`, bytes }])
    await announceDocuments(tx, { invoiceId, kinds }, app.clock.now())
  })
}
