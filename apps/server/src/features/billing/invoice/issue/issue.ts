import type { InvoiceId } from '@attune/contract/common/ids'
import { shiftDay } from '@attune/contract/common/time/time'
import { invoiceNumber, invoiceSeriesOf } from '@attune/contract/features/billing/invoice/invoice.rules'
import type { MissingField } from '@attune/contract/features/billing/invoice/invoice.draft.schemas'
import type { InvoiceView } from '@attune/contract/features/billing/invoice/invoice.schemas'
import type { InvoiceDocument, InvoiceDocumentLine } from '@attune/contract/features/billing/invoice/invoice.document'
import { sql } from 'kysely'
import type { AppContext } from '../../../../platform/app-context.ts'
import type { Actor, Tx } from '../../../../platform/database/actor.ts'
import { enqueue } from '../../../../platform/jobs/enqueue.ts'
import { insertAudit } from '../../../../platform/policy/audit.ts'
import { createRefusal } from '../../../../platform/policy/refusal.ts'
import { readBusiness, firstNumberIn } from '../../business/business.ts'
import { keepAgreements } from '../../payer/payer.ts'
import { draftDocument, missingFields, openDraft, refuseOff } from '../draft/document.ts'
import { storeHighestNumbers, findReachedSeries, type ReachedSeries } from './highest-number.ts'
import { readParties } from '../draft/parties.ts'
import { printable } from '../../billing-document/billing-document.ts'
import { creditToSpend, openCreditOfDraft, spendCredit } from '../credit-use/credit-at-issue.ts'
import { scheduleSending } from './sending.ts'
import { listInvoiceLines, lockInvoiceRow, recordInvoiceEvent, type InvoiceRow } from '../invoice.rows.ts'
import { readInvoice } from '../draft/view.ts'
import { documentProblems } from '../einvoice/xml-problems.ts'

export type IssueContext = {
  app: Pick<AppContext, 'db' | 'clock' | 'config'>
  actor: Actor
  requestId: string
}

/** The number of an issued document. */
export type TakenNumber = {
  /** The number as printed, for example '2026-0147'. */
  text: string
  /** The state of its series. */
  series: ReachedSeries
  /**
   * The facts for the history of the document. `plannedOn` is the day of the issue, if the document got a later date because the previous document
   * has one.
   */
  facts: { number: string; plannedOn?: string }
}

type IssueInput = {
  id: InvoiceId
  command: string
  version?: number | undefined
  /** Whether client and payer are notified later, unless the therapist prevents it. */
  delaysEmails?: boolean | undefined
  /** Whether the credit of the payer pays the invoice. */
  usesCredit?: boolean | undefined
  /** The credit that the therapist was shown. */
  shownCreditMinor?: string | undefined
}

/** The maximum number of attempts to issue. An attempt fails if the draft changes between its check and taking the number. */
const maxAttempts = 3

/**
 * Issues a draft: gives it a number and stores its content. Returns an invoice that was already issued. Checks the e-invoice before the transaction
 * that takes the number, to keep that transaction short. Refuses with:
 * - NOT_FOUND
 * - BUSINESS_INCOMPLETE if no business settings were saved
 * - INCOMPLETE and the missing fields
 * - PAYMENTS_OFF
 * - CHANGED and the current draft, if its version is not `version`
 * - CREDIT_CHANGED and the current credit, if the amount that the payer's credit would pay differs from the shown one
 * - CONFLICT if the draft changed during each of three attempts
 */
export async function issueInvoice(context: IssueContext, input: IssueInput): Promise<InvoiceView> {
  const { app, actor } = context
  for (let attempt = 1; ; attempt++) {
    const now = app.clock.now()
    const checked = await app.db.asActor(actor, (tx) => checkDraft(tx, input, now))
    if ('issued' in checked) return answerIssued(context, checked.issued)
    refuseIncomplete(await documentProblems(checked.sheet))
    const done = await app.db.asActor(actor, (tx) => issueChecked(tx, context, { ...input, version: checked.version }))
    if (done) return answerIssued(context, done)
    if (attempt === maxAttempts) throw createRefusal('CONFLICT', 409)
  }
}

/** The issued invoice, and the state of its series. */
export type Issued = { view: InvoiceView; series: ReachedSeries | null }

/**
 * Stores the highest number of a series before responding. Also does this for a repeated call, because the server may have been killed before it
 * stored the number.
 */
export function answerIssued({ app }: IssueContext, { view, series }: Issued): InvoiceView {
  if (series) storeHighestNumbers(app.config.secretsDir, [series])
  return view
}

/**
 * Returns the invoice that an earlier call issued, and its series, for the response to a repeated call. `shown` is the id of another invoice to
 * return instead of the issued one.
 */
export const findIssuedBefore = async (
  tx: Tx,
  id: InvoiceId,
  { now, shown = id }: { now: Date; shown?: string },
): Promise<Issued> => ({
  view: await readInvoice(tx, shown, now),
  series: await findReachedSeries(tx, id),
})

function refuseIncomplete(missing: MissingField[]): void {
  if (missing.length) throw createRefusal('INCOMPLETE', 409, { missing })
}

/**
 * Reads a version of the draft for its check. Locks it, because otherwise an issue that commits between the two queries would combine a draft with
 * the lines of an issued invoice.
 */
async function checkDraft(
  tx: Tx,
  { id, version }: IssueInput,
  now: Date,
): Promise<{ issued: Issued } | { sheet: InvoiceDocument; version: number }> {
  const row = await lockInvoiceRow(tx, id)
  if (row.status === 'issued') return { issued: await findIssuedBefore(tx, id, { now }) }
  if (version !== undefined && row.version !== version)
    throw createRefusal('CHANGED', 409, await readInvoice(tx, id, now))
  return { sheet: await readCompleteDocument(tx, row, now), version: row.version }
}

/** Returns the content of a draft. Refuses with BUSINESS_INCOMPLETE, PAYMENTS_OFF, and INCOMPLETE with the missing fields. */
async function readCompleteDocument(tx: Tx, row: InvoiceRow, now: Date): Promise<InvoiceDocument> {
  const draft = openDraft(row, await listInvoiceLines(tx, row.id), await readParties(tx, [row], now))
  refuseOff(draft.business)
  const sheet = draftDocument(draft)
  refuseIncomplete(missingFields(draft, sheet))
  return sheet
}

/** Issues a draft whose version was checked. Returns null if the draft has another version now. */
async function issueChecked(
  tx: Tx,
  { app, requestId }: IssueContext,
  { id, command, version, delaysEmails, usesCredit, shownCreditMinor }: IssueInput & { version: number },
): Promise<Issued | null> {
  const now = app.clock.now()
  const credit = usesCredit ? await openCreditOfDraft(tx, id, now) : null
  const row = await lockInvoiceRow(tx, id)
  if (row.status === 'issued') return findIssuedBefore(tx, id, { now })
  if (row.version !== version) return null
  await keepAgreements(tx, row.clientId)
  await keepSessions(tx, id)
  const complete = await readCompleteDocument(tx, row, now)
  const spentMinor = credit ? creditToSpend(credit, complete, shownCreditMinor) : 0n
  const sheet = spentMinor > 0n ? { ...complete, creditMinor: String(spentMinor) } : complete
  const taken = await takeNumberAndSnapshot(tx, { id, command, sheet })
  const facts = delaysEmails ? { ...taken.facts, sendAt: await scheduleSending(tx, id, now) } : taken.facts
  await recordInvoiceEvent(tx, id, 'issued', facts)
  await insertAudit(tx, { action: 'issue', resource: 'invoice', resourceId: id, requestId })
  if (credit) await spendCredit(tx, credit, spentMinor, requestId)
  return { view: await readInvoice(tx, id, now), series: taken.series }
}

/** Blocks changes of a draft's sessions until the transaction ends. A change of a session locks it `for update`. */
const keepSessions = (tx: Tx, id: InvoiceId) =>
  sql`
    select from app.session s where s.therapist_id = ${tx.actor.id} and s.id in (
      select l.session_id from app.invoice_line l where l.therapist_id = s.therapist_id and l.invoice_id = ${id}) order by s.id for share`.execute(
    tx.kysely,
  )

/**
 * Takes the next number of the year in the series of the document, stores the content with it, and enqueues the job for its documents. If the last
 * document has a later date, uses that date, because dates must not decrease with the numbers. The caller has locked the draft. Nothing else is
 * locked after the series.
 */
export async function takeNumberAndSnapshot(
  tx: Tx,
  { id, command, sheet: planned }: { id: InvoiceId; command: string; sheet: InvoiceDocument },
): Promise<TakenNumber> {
  const therapistId = tx.actor.id
  await storeTaxOfLines(tx, id, planned.lines)
  const last = await lockLastIssue(tx)
  const sheet = last && planned.issuedOn < last.day ? movedTo(planned, last.day) : planned
  const year = Number(sheet.issuedOn.slice(0, 4))
  const series = invoiceSeriesOf(sheet)
  // The first number from the settings is that of the usual series.
  const begin = series ? 1 : firstNumberIn(await readBusiness(tx), year)
  const { rows } = await sql<{ last: number; firstNumber: number }>`
    insert into app.invoice_series as s (therapist_id, year, series, first_number, last)
    values (${therapistId}, ${year}, ${series}, ${begin}, 1)
    on conflict (therapist_id, year, series) do update set last = s.last + 1
    returning last, first_number as "firstNumber"`.execute(tx.kysely)
  const reached = { therapistId, year, series, ...(rows[0] as (typeof rows)[number]) }
  const text = invoiceNumber(year, reached.last + reached.firstNumber - 1, series)
  const snapshot = JSON.stringify(printable({ ...sheet, number: text }))
  await sql`
    update app.invoice set status = 'issued', year = ${year}, series = ${series}, number = ${reached.last}, number_text = ${text},
      issued_at = greatest(clock_timestamp(), ${last?.at ?? null}::timestamptz + interval '1 microsecond'),
      issued_on = ${sheet.issuedOn}::date, due_on = ${sheet.dueOn}::date, frozen = ${snapshot}::jsonb, command = ${command},
      net_minor = ${sheet.netMinor}::bigint, tax_minor = ${sheet.taxMinor}::bigint, gross_minor = ${sheet.grossMinor}::bigint,
      withheld_minor = ${sheet.withholding?.amountMinor ?? '0'}::bigint
    where therapist_id = ${therapistId} and id = ${id}`.execute(tx.kysely)
  await enqueue(tx, { name: 'invoice-documents', data: { invoiceId: id, therapistId } })
  const isMoved = sheet.issuedOn !== planned.issuedOn
  return { text, series: reached, facts: { number: text, ...(isMoved && { plannedOn: planned.issuedOn }) } }
}

/**
 * Locks all series of the acting therapist and returns day and time of the latest number; null before the first. All are locked, so that an issue
 * at the end of a year waits for one that begins the next. Reads the day after locking.
 */
async function lockLastIssue(tx: Tx): Promise<{ day: string; at: string | null } | null> {
  const ofTherapist = sql`from app.invoice_series s where s.therapist_id = ${tx.actor.id}`
  await sql`select ${ofTherapist} order by s.year, s.series for update`.execute(tx.kysely)
  const { rows } = await sql<{ day: string; at: string | null }>`
    select greatest(max(i.issued_on), make_date(s.year, 1, 1))::text as day, max(i.issued_at)::text as at
    from (select s.*, max(s.year) over () as latest ${ofTherapist} and s.last > 0) s
    left join lateral (select i.issued_on, i.issued_at from app.invoice i
      where i.therapist_id = s.therapist_id and i.year = s.year and i.series = s.series and i.number <= s.last
      order by i.number desc limit 1) i on true
    where s.year = s.latest group by s.year`.execute(tx.kysely)
  return rows[0] ?? null
}

const movedTo = (sheet: InvoiceDocument, issuedOn: string): InvoiceDocument => ({
  ...sheet,
  issuedOn,
  dueOn: sheet.dueOn === null ? null : shiftDay(issuedOn, sheet.dueDays),
})

/** Stores the tax category and rate of each line of a draft. */
async function storeTaxOfLines(tx: Tx, id: InvoiceId, lines: InvoiceDocumentLine[]): Promise<void> {
  await sql`
    update app.invoice_line l set tax_category = t.category, tax_rate_bp = t.rate, exempt_code = t.code, exempt_reason = t.reason
    from unnest(${lines.map(({ taxCategory }) => taxCategory)}::text[], ${lines.map(({ taxRateBp }) => taxRateBp)}::int[],
      ${lines.map(({ exemptCode }) => exemptCode)}::text[], ${lines.map(({ exemptReason }) => exemptReason)}::text[])
      with ordinality t (category, rate, code, reason, position)
    where l.therapist_id = ${tx.actor.id} and l.invoice_id = ${id} and l.position = t.position`.execute(tx.kysely)
}
