import type { InvoiceId, TherapistId } from '@attune/contract/common/ids'
import { emailDelaySeconds } from '@attune/contract/features/billing/invoice/invoice.rules'
import { sql } from 'kysely'
import type { AppContext } from '../../../../platform/app-context.ts'
import type { Tx } from '../../../../platform/database/actor.ts'
import { untilDone } from '../../../../platform/jobs/again.ts'
import { enqueue } from '../../../../platform/jobs/enqueue.ts'
import type { JobAttempt } from '../../../../platform/jobs/job-worker.ts'
import { notFound } from '../../../../platform/policy/refusal.ts'
import { announceDocuments } from '../documents/documents.ts'

type SendingJob = { invoiceId: InvoiceId; therapistId: TherapistId }

/** The seconds after which delayed emails are tried again if the document is not rendered yet. */
const againAfterSeconds = 15

/** Enqueues the job that sends the delayed emails about an invoice that is issued now. Returns the time at which it starts. */
export async function scheduleSending(tx: Tx, invoiceId: InvoiceId, now: Date): Promise<string> {
  const data = { invoiceId, therapistId: tx.actor.id as TherapistId }
  await enqueue(tx, { name: 'invoice-sending', data, startAfterSeconds: emailDelaySeconds })
  return new Date(now.getTime() + emailDelaySeconds * 1000).toISOString()
}

/**
 * Runs a job of the queue `invoice-sending`: notifies the client and the payer of an issued invoice, once and unless the therapist has prevented it.
 * Runs again later if the document is not rendered yet. Does nothing if the invoice was erased.
 */
export async function sendDelayed(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  data: SendingJob,
  { last }: Pick<JobAttempt, 'last'> = { last: false },
): Promise<void> {
  const job = { name: 'invoice-sending', data } as const
  const worker = { role: 'worker', id: data.therapistId } as const
  await untilDone(db, { job, last }, () => db.asActor(worker, (tx) => notifyUnlessStopped(tx, job, clock.now())))
}

async function notifyUnlessStopped(tx: Tx, job: { name: 'invoice-sending'; data: SendingJob }, now: Date) {
  const { invoiceId } = job.data
  const { rows } = await sql<{ isReady: boolean }>`
      select exists (select from app.invoice_document d where d.invoice_id = i.id and d.kind = 'pdf') as "isReady"
      from app.invoice i where i.id = ${invoiceId}`.execute(tx.kysely)
  const [invoice] = rows
  if (!invoice) return
  if (!invoice.isReady) return enqueue(tx, { ...job, startAfterSeconds: againAfterSeconds })
  if (await beginSending(tx, invoiceId)) await announceDocuments(tx, { invoiceId, kinds: ['pdf'] }, now)
}

/** Claims the delayed emails about an invoice. Returns false if they were sent or prevented. Waits for a `stopSending` that has not ended. */
async function beginSending(tx: Tx, invoiceId: InvoiceId): Promise<boolean> {
  const { rows } = await sql`
    insert into app.invoice_event (therapist_id, invoice_id, kind) values (${tx.actor.id}, ${invoiceId}, 'sending-begun')
    on conflict do nothing returning id`.execute(tx.kysely)
  return rows.length > 0
}

/**
 * Prevents the delayed emails about issued invoices of the acting therapist, unless the job has begun to send them. Returns the ids of the invoices
 * about which no one is notified. Refuses with NOT_FOUND if an invoice is not the therapist's.
 */
export async function stopSending(tx: Tx, ids: readonly InvoiceId[]): Promise<InvoiceId[]> {
  const chosen = [...new Set(ids)]
  const found = await sql`
    select from app.invoice i where i.therapist_id = ${tx.actor.id} and i.id = any (${chosen}::uuid[])`.execute(
    tx.kysely,
  )
  if (found.rows.length < chosen.length) throw notFound()
  // Two calls that insert the same events in the same order do not block each other.
  await sql`
    insert into app.invoice_event (therapist_id, invoice_id, kind, actor_id)
    select e.therapist_id, e.invoice_id, 'sending-stopped', e.therapist_id from app.invoice_event e
    where e.therapist_id = ${tx.actor.id} and e.invoice_id = any (${chosen}::uuid[]) and e.kind = 'issued' and e.data ? 'sendAt'
    order by e.invoice_id on conflict do nothing`.execute(tx.kysely)
  const { rows } = await sql<{ id: InvoiceId }>`
    select e.invoice_id as id from app.invoice_event e
    where e.therapist_id = ${tx.actor.id} and e.invoice_id = any (${chosen}::uuid[]) and e.kind = 'sending-stopped'`.execute(
    tx.kysely,
  )
  return rows.map(({ id }) => id)
}
