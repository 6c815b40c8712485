import type { AccountId, ClientId, InvoiceId, TherapistId } from '@attune/contract/common/ids'
import {
  documentsOf,
  type DocumentKind,
  type InvoiceKind,
} from '@attune/contract/features/billing/invoice/invoice.rules'
import type { InvoiceDocument } from '@attune/contract/features/billing/invoice/invoice.document'
import type { NotificationType } from '@attune/contract/features/messages/notification/notification'
import { sql } from 'kysely'
import type { AppContext } from '../../../../platform/app-context.ts'
import type { AnyActor, Tx } from '../../../../platform/database/actor.ts'
import { untilDone } from '../../../../platform/jobs/again.ts'
import type { JobAttempt } from '../../../../platform/jobs/job-worker.ts'
import { sha256Of } from '../../../../platform/secrets/sha256.ts'
import { notify } from '../../../messages/notification/notification.ts'
import { isDisabledAccount } from '../../../people/profile/profile.ts'
import { sendLinks } from '../links/links.ts'
import { validDocumentSql } from '../invoice.rows.ts'
import { renderDocumentPdf } from '../../billing-document/billing-document.ts'
import { invoiceXml } from '../einvoice/xml.ts'

type InvoiceJob = { invoiceId: InvoiceId; therapistId: TherapistId }
type Document = {
  kind: DocumentKind
  bytes: Buffer
  /** The number of a receipt of the invoice, starting at 1. Only receipts have several editions. */
  edition?: number
}
type IssuedRow = {
  snapshot: InvoiceDocument
  issuedAt: string
  stored: DocumentKind[]
  xml: Buffer | null
  logo: Buffer | null
  /** Whether a job notifies client and payer later. */
  isDelayed: boolean
}

/**
 * Runs a job of the queue `invoice-documents`: renders the documents of an issued invoice from its stored content, stores the missing ones, and
 * announces them unless their sending is delayed. If this fails, the invoice stays issued and the job is retried until it succeeds.
 */
export async function makeInvoiceDocuments(
  app: Pick<AppContext, 'db' | 'clock'>,
  { invoiceId, therapistId }: InvoiceJob,
  { last }: Pick<JobAttempt, 'last'> = { last: false },
): Promise<void> {
  const worker = { role: 'worker', id: therapistId } as const
  const job = { name: 'invoice-documents', data: { invoiceId, therapistId } } as const
  await untilDone(app.db, { job, last }, async () => {
    const found = await app.db.asActor(worker, (tx) => findIssuedRow(tx, invoiceId))
    if (!found) return
    const made = await missingDocuments(found)
    if (!made.length) return
    await app.db.asActor(worker, async (tx) => {
      const kinds = await storeDocuments(tx, invoiceId, made)
      if (!found.isDelayed) await announceDocuments(tx, { invoiceId, kinds }, app.clock.now())
    })
  })
}

async function findIssuedRow(tx: Tx, invoiceId: InvoiceId): Promise<IssuedRow | null> {
  const { rows } = await sql<IssuedRow>`
    select i.frozen as snapshot, i.issued_at as "issuedAt",
      array(select d.kind from app.invoice_document d where d.invoice_id = i.id) as stored,
      (select d.bytes from app.invoice_document d where d.invoice_id = i.id and d.kind = 'xml') as xml,
      (select l.bytes from app.business_logo l
        where l.therapist_id = i.therapist_id and l.sha256 = i.frozen->'seller'->>'logoSha') as logo,
      exists (select from app.invoice_event e where e.therapist_id = i.therapist_id and e.invoice_id = i.id and e.kind = 'issued'
        and e.data ? 'sendAt') as "isDelayed"
    from app.invoice i where i.id = ${invoiceId} and i.status = 'issued'`.execute(tx.kysely)
  return rows[0] ?? null
}

/** Renders the documents that are not stored yet. The PDF contains the stored XML, if there is one. */
async function missingDocuments({ snapshot, issuedAt, stored, xml, logo }: IssuedRow): Promise<Document[]> {
  const made: Document[] = []
  const wanted = documentsOf(snapshot)
  const isMissing = (kind: DocumentKind) => !stored.includes(kind)
  let attached = xml
  if (wanted.includes('xml') && !attached) {
    attached = Buffer.from(await invoiceXml(snapshot, 'factur-x'))
    made.push({ kind: 'xml', bytes: attached })
  }
  if (wanted.includes('xrechnung') && isMissing('xrechnung'))
    made.push({ kind: 'xrechnung', bytes: Buffer.from(await invoiceXml(snapshot, 'xrechnung')) })
  if (isMissing('pdf')) {
    const order = { sheet: snapshot, madeAt: new Date(issuedAt).toISOString(), logo, xml: attached?.toString() ?? null }
    made.push({ kind: 'pdf', bytes: await renderDocumentPdf(order) })
  }
  return made
}

/**
 * Stores documents of an issued invoice of the acting therapist and records this in its history. Does not replace a stored document; throws if that
 * has different bytes, which would be a bug. Returns the kinds that were added.
 */
export async function storeDocuments(tx: Tx, invoiceId: InvoiceId, documents: Document[]): Promise<DocumentKind[]> {
  const therapistId = tx.actor.id
  const added: DocumentKind[] = []
  for (const { kind, bytes, edition = 1 } of documents) {
    const sha256 = sha256Of(bytes)
    const { rows } = await sql`
      insert into app.invoice_document (therapist_id, invoice_id, kind, edition, sha256, bytes)
      values (${therapistId}, ${invoiceId}, ${kind}, ${edition}, ${sha256}, ${bytes})
      on conflict (invoice_id, kind, edition) do nothing returning kind`.execute(tx.kysely)
    if (rows.length) added.push(kind)
    else await checkStored(tx, invoiceId, { kind, edition, sha256 })
  }
  if (!added.length) return []
  await sql`
    insert into app.invoice_event (therapist_id, invoice_id, kind, data)
    select ${therapistId}, ${invoiceId}, 'document-made', jsonb_build_object('document', kind)
    from unnest(${added}::text[]) as kind`.execute(tx.kysely)
  return added
}

type Made = { kind: DocumentKind; edition: number; sha256: string }

async function checkStored(tx: Tx, invoiceId: InvoiceId, { kind, edition, sha256 }: Made): Promise<void> {
  const { rows } = await sql`
    select from app.invoice_document
    where invoice_id = ${invoiceId} and kind = ${kind} and edition = ${edition} and sha256 = ${sha256}`.execute(
    tx.kysely,
  )
  if (!rows.length) throw new Error(`the document ${kind} of an invoice was made again with other bytes`)
}

const noticeTypes = { invoice: 'invoice-issued', 'credit-note': 'credit-note-issued' } as const

/**
 * Notifies the client, and the guardians who see the invoice, that an invoice, credit note or reminder is ready, and emails a link to a payer without
 * an account. Sends no reminders on behalf of a disabled therapist. Does nothing for other documents. Called after the documents are stored.
 */
export async function announceDocuments(
  tx: Tx,
  { invoiceId, kinds }: { invoiceId: InvoiceId; kinds: readonly DocumentKind[] },
  now: Date,
): Promise<void> {
  for (const kind of kinds) {
    if (kind === 'pdf') {
      const linked = await sendLinks(tx, { invoiceId, occasion: 'issue' }, now)
      await notifyReaders(tx, invoiceId, { linked, noticeOf: (issued) => ({ type: noticeTypes[issued] }) })
    } else if (isReminder(kind) && !(await isDisabledAccount(tx, tx.actor.id))) {
      const linked = await sendLinks(tx, { invoiceId, occasion: kind }, now)
      const notice = { type: 'payment-reminder', isEmailed: linked.length === 0 } as const
      await notifyReaders(tx, invoiceId, { linked, noticeOf: () => notice })
    }
  }
}

type ReminderKind = Extract<DocumentKind, `reminder-${number}`>
const isReminder = (kind: DocumentKind): kind is ReminderKind => kind.startsWith('reminder-')

type Notice = { type: NotificationType; isEmailed?: boolean }
type Announced = { noticeOf: (issued: InvoiceKind) => Notice; linked: readonly string[] }
type InvoiceReader = {
  account: AccountId
  actingFor: ClientId | null
  emails: string[]
  kind: InvoiceKind
  name: string
}

/**
 * Notifies the client of an invoice, and the guardians who see it, in the app and by email. Omits a client who has no account or is no longer
 * connected. The notification contains neither amount nor service. If the payer receives a reminder by email, no one else receives an email about it.
 * A guardian whose address is among `linked` receives no second email.
 */
async function notifyReaders(tx: Tx, invoiceId: InvoiceId, { noticeOf, linked }: Announced): Promise<void> {
  const { rows } = await sql<InvoiceReader>`
    select r.account, r."actingFor", r.emails, i.kind, p.name
    from (select l.account_id as account, null::uuid as "actingFor", array[]::text[] as emails from app.invoice_client l
        where l.invoice_id = ${invoiceId} and l.account_id = any (def.my_people())
      union all select g.account_id, g.client_id, g.emails from def.guardians_told_of_invoice(${invoiceId}) g) r
      cross join app.invoice i join app.person p on p.account_id = i.therapist_id
    where i.therapist_id = ${tx.actor.id} and i.id = ${invoiceId}`.execute(tx.kysely)
  for (const { account, actingFor, emails, kind, name } of rows) {
    const { type, isEmailed = true } = noticeOf(kind)
    const isLinked = emails.some((email) => linked.some((one) => one.toLowerCase() === email))
    await notify(tx, {
      to: account,
      type,
      params: { name, ...(actingFor && { actingFor }) },
      about: { type: 'invoice', id: invoiceId },
      email: isEmailed && !isLinked ? { actingFor: tx.actor.id } : null,
    })
  }
}

export type StoredDocument = {
  bytes: Buffer
  number: string
  invoiceKind: InvoiceDocument['kind']
  therapistId: TherapistId
  language: InvoiceDocument['language']
}

/** Whether the actor may see a document of an invoice. A guardian may not see the PDF of an invoice with a diagnosis, which the PDF prints. */
export const maySeeDocument = (
  { role }: Pick<AnyActor, 'role'>,
  { diagnosis }: Pick<InvoiceDocument, 'diagnosis'>,
  kind: DocumentKind,
): boolean => role !== 'guardian' || kind !== 'pdf' || !diagnosis

/**
 * Returns a stored document of an invoice that the acting therapist has issued or the acting client or guardian can see. Returns 'making' if it
 * belongs to the invoice but is not stored yet. Returns null for any other invoice or kind, and for a withdrawn receipt. Throws if the bytes differ
 * from the stored hash.
 */
export async function findStoredDocument(
  tx: Tx,
  invoiceId: InvoiceId,
  kind: DocumentKind,
): Promise<StoredDocument | 'making' | null> {
  const { rows } = await sql<StoredDocument & { snapshot: InvoiceDocument; sha256: string | null }>`
    select d.bytes, d.sha256, i.number_text as number, i.kind as "invoiceKind", i.therapist_id as "therapistId",
      i.frozen->>'language' as language, i.frozen as snapshot
    from app.invoice i left join app.invoice_document d on d.invoice_id = i.id and d.kind = ${kind} and ${validDocumentSql}
    where i.id = ${invoiceId} and i.status = 'issued'`.execute(tx.kysely)
  const [row] = rows
  if (!row || !maySeeDocument(tx.actor, row.snapshot, kind)) return null
  const { snapshot, sha256, ...document } = row
  if (sha256 === null) return documentsOf(snapshot).some((one) => one === kind) ? 'making' : null
  if (sha256Of(document.bytes) !== sha256) throw new Error(`the stored document ${kind} of an invoice is damaged`)
  return document
}
