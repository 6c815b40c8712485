import type { InvoiceId } from '@attune/contract/common/ids'
import { entriesOf, leftOut, type FieldList } from '@attune/contract/common/fields'
import { wallClockOf } from '@attune/contract/common/time/time'
import { taxOf } from '@attune/contract/features/billing/business/business.rules'
import { withheldOf } from '@attune/contract/features/billing/invoice/law/invoice.withholding.rules'
import { openMinor, type RefundWay } from '@attune/contract/features/billing/invoice/invoice.rules'
import type { DraftLine } from '@attune/contract/features/billing/invoice/invoice.draft.schemas'
import type { InvoiceView } from '@attune/contract/features/billing/invoice/invoice.schemas'
import type { InvoiceDocument, InvoiceDocumentLine } from '@attune/contract/features/billing/invoice/invoice.document'
import { sql } from 'kysely'
import type { Tx } from '../../../../platform/database/actor.ts'
import type { DB } from '../../../../platform/database/types.ts'
import { enqueue } from '../../../../platform/jobs/enqueue.ts'
import { insertAudit } from '../../../../platform/policy/audit.ts'
import { conflict, createRefusal } from '../../../../platform/policy/refusal.ts'
import { readBusiness } from '../../business/business.ts'
import { readZone } from '../../../people/profile/profile.ts'
import { checkCreditIsLawful, checkReasonIsPrintable } from '../draft/credit-refusal.ts'
import { isNegative, openBusiness, sumsOf } from '../draft/document.ts'
import { markBilled, type BilledSession } from '../draft/billed.ts'
import { insertDraft } from '../draft/drafts.ts'
import { takeNumberAndSnapshot, findIssuedBefore, answerIssued, type IssueContext, type TakenNumber } from './issue.ts'
import {
  readInvoiceRow,
  listInvoiceLines,
  lockInvoiceRow,
  recordInvoiceEvent,
  type InvoiceRow,
  type LineRow,
} from '../invoice.rows.ts'
import { readInvoice } from '../draft/view.ts'
import { refundFor } from './refund.ts'

type CreditInput = {
  id: InvoiceId
  command: string
  creditNoteId: InvoiceId
  positions: number[]
  reason: string
  refund?: RefundWay | undefined
}
type CorrectInput = { id: InvoiceId; command: string; creditNoteId: InvoiceId; draftId: InvoiceId }

/**
 * Credits whole lines of an invoice and returns the credit note. Repeating the command changes nothing. Refuses with:
 * - NOT_FOUND
 * - NOT_CREDITABLE unless these are uncredited lines of an issued invoice
 * - CREDIT_BELOW_ZERO if the credit note or the remaining invoice would be negative
 * - LETTERS and the script if the reason has letters that PDFs cannot show
 * - VERIFACTU and SYSTEM_REQUIRED, as `checkCreditIsLawful` does
 * - CONFLICT if the command or id is already used
 */
export async function creditInvoice(context: IssueContext, input: CreditInput): Promise<InvoiceView> {
  const { app, actor } = context
  const now = app.clock.now()
  const done = await app.db.asActor(actor, async (tx) => {
    const { row, isRepeat } = await lockForCredit(tx, input)
    if (isRepeat) return findIssuedBefore(tx, input.creditNoteId, { now })
    const taken = await writeCreditNote(tx, context, row, input)
    return { view: await readInvoice(tx, input.creditNoteId, now), series: taken.series }
  })
  return answerIssued(context, done)
}

/**
 * Credits all lines of an invoice that are not credited yet, and returns a draft with the same lines and sessions. Repeating the command
 * changes nothing. Refuses like `creditInvoice`, and with PAYMENTS_OFF if the therapist has switched payments off and so cannot create drafts.
 */
export async function correctInvoice(context: IssueContext, input: CorrectInput): Promise<InvoiceView> {
  const { app, actor } = context
  const now = app.clock.now()
  const done = await app.db.asActor(actor, async (tx) => {
    const { row, isRepeat } = await lockForCredit(tx, input)
    if (isRepeat) return findIssuedBefore(tx, input.creditNoteId, { now, shown: input.draftId })
    openBusiness(await readBusiness(tx))
    const lines = (await listInvoiceLines(tx, row.id)).filter(({ isCredited }) => !isCredited)
    const positions = lines.map(({ position }) => position)
    const whenFreed = async (freed: BilledSession[]) => {
      await insertDraft(tx, { ...(await readCorrectedDraft(tx, row, lines)), id: input.draftId }, now)
      await markBilled(tx, input.draftId, freed)
    }
    const taken = await writeCreditNote(tx, context, row, {
      ...input,
      positions,
      reason: '',
      refund: 'credit',
      whenFreed,
    })
    return { view: await readInvoice(tx, input.draftId, now), series: taken.series }
  })
  return answerIssued(context, done)
}

/**
 * Locks the invoice to credit, and returns whether this command has already credited it. Refuses with CONFLICT if the command was used for another
 * change.
 */
async function lockForCredit(
  tx: Tx,
  { id, command, creditNoteId }: { id: InvoiceId; command: string; creditNoteId: InvoiceId },
): Promise<{ row: InvoiceRow; isRepeat: boolean }> {
  const row = await lockInvoiceRow(tx, id)
  const before = await tx.kysely
    .selectFrom('invoice')
    .select(['id', 'corrects_id'])
    .where('therapist_id', '=', tx.actor.id)
    .where('command', '=', command)
    .executeTakeFirst()
  if (before && (before.id !== creditNoteId || before.corrects_id !== id)) throw conflict()
  return { row, isRepeat: before !== undefined }
}

type CreditNote = Omit<CreditInput, 'id'> & { whenFreed?: (freed: BilledSession[]) => Promise<void> }

/**
 * Writes and issues a credit note. Before locking the series, calls `whenFreed` with the sessions that can be billed again. Nothing else may be
 * locked after the series.
 */
async function writeCreditNote(
  tx: Tx,
  { app, requestId }: IssueContext,
  row: InvoiceRow,
  { command, creditNoteId, positions, reason, refund, whenFreed }: CreditNote,
): Promise<TakenNumber> {
  const wanted = new Set(positions)
  const all = await listInvoiceLines(tx, row.id)
  const lines = all.filter(({ position }) => wanted.has(position))
  const isCreditable = row.status === 'issued' && row.kind === 'invoice' && row.snapshot !== null
  if (!isCreditable || !lines.length || lines.length < wanted.size || lines.some(({ isCredited }) => isCredited))
    throw createRefusal('NOT_CREDITABLE', 409)
  checkReasonIsPrintable(reason)
  const now = app.clock.now()
  const today = wallClockOf(now.toISOString(), await readZone(tx)).day
  await checkCreditIsLawful(tx, row, row.snapshot as InvoiceDocument, { today, now })
  const note = creditNoteDocument(row.snapshot as InvoiceDocument, all, { wanted, today, reason })
  const sheet = refund ? { ...note, refund: refundFor(row, note, refund) } : note
  await insertCreditNote(tx, row, creditNoteId, sheet)
  const freed = await freeSessions(tx, row.id, lines)
  await whenFreed?.(freed)
  const taken = await takeNumberAndSnapshot(tx, { id: creditNoteId, command, sheet })
  await recordInvoiceEvent(tx, creditNoteId, 'issued', taken.facts)
  await recordInvoiceEvent(tx, row.id, 'credited', { number: taken.text })
  await enqueueReceipt(tx, row.id)
  await insertAudit(tx, { action: 'credit', resource: 'invoice', resourceId: row.id, requestId })
  return taken
}

/** Enqueues the job for a receipt if the credit note covers the whole open amount of a partly paid invoice. */
async function enqueueReceipt(tx: Tx, invoiceId: InvoiceId): Promise<void> {
  const invoice = await readInvoiceRow(tx, invoiceId)
  if (invoice.paidMinor === '0' || openMinor(invoice) !== 0n) return
  await enqueue(tx, { name: 'payment-receipt', data: { invoiceId, therapistId: tx.actor.id } })
}

/**
 * Returns the content of a credit note: parties and lines of the invoice, with positive sums. Its tax is the tax on all lines credited so far minus
 * the tax of the earlier credit notes, so that all credit notes add up to the invoice. Refuses with CREDIT_BELOW_ZERO.
 */
function creditNoteDocument(
  sheet: InvoiceDocument,
  lines: LineRow[],
  { wanted, today, reason }: { wanted: Set<number>; today: string; reason: string },
): InvoiceDocument {
  const printed = (some: LineRow[]) =>
    some.flatMap(({ position }): InvoiceDocumentLine[] => {
      const line = sheet.lines[position - 1]
      return line ? [{ ...line, creditsPosition: position }] : []
    })
  const isNow = ({ position }: LineRow) => wanted.has(position)
  const before = printed(lines.filter(({ isCredited }) => isCredited))
  const credited = printed(lines.filter(isNow))
  const rest = printed(lines.filter((line) => !line.isCredited && !isNow(line)))
  const sums = sumsOf(credited, before)
  if (isNegative(sums) || isNegative(sumsOf(rest, [...before, ...credited])))
    throw createRefusal('CREDIT_BELOW_ZERO', 409)
  return {
    ...sheet,
    kind: 'credit-note',
    number: '',
    issuedOn: today,
    dueOn: null,
    lines: credited,
    ...sums,
    ...withholdingOf(sheet, sums.netMinor, before),
    dueDays: 0,
    lateFees: false,
    lateTerms: undefined,
    creditMinor: undefined,
    note: reason,
    diagnosis: null,
    corrects: { number: sheet.number, issuedOn: sheet.issuedOn },
  }
}

/** Returns the withheld tax of a credit note: the share of its net amount, so that all credit notes add up to the invoice. */
function withholdingOf({ withholding }: InvoiceDocument, netMinor: string, before: InvoiceDocumentLine[]) {
  if (!withholding) return {}
  const earlier = before.reduce((sum, line) => sum + BigInt(line.netMinor), 0n)
  const amountMinor = withheldOf(BigInt(netMinor), withholding.rateBp, earlier).toString()
  return { withholding: { rateBp: withholding.rateBp, amountMinor } }
}

const ofNewLine = leftOut('it says which line of which document this is')
const atIssue = leftOut('issuing the credit note stores the tax')

/** For each column, whether a line of a credit note copies the value of the credited line. */
const creditLine: FieldList<keyof DB['invoice_line'] & string, 'copied'> = {
  therapist_id: ofNewLine,
  invoice_id: ofNewLine,
  position: ofNewLine,
  credits_id: ofNewLine,
  credits_position: ofNewLine,
  service_on: 'copied',
  service_time: 'copied',
  minutes: 'copied',
  code: 'copied',
  text: 'copied',
  factor_milli: 'copied',
  factor_reason: 'copied',
  place: 'copied',
  quantity_milli: 'copied',
  price_minor: 'copied',
  net_minor: 'copied',
  session_id: 'copied',
  tax_rate_bp: atIssue,
  tax_category: atIssue,
  exempt_code: atIssue,
  exempt_reason: atIssue,
}
const copied = entriesOf(creditLine).map(([column]) => column)

async function insertCreditNote(tx: Tx, row: InvoiceRow, id: InvoiceId, sheet: InvoiceDocument): Promise<void> {
  const therapist_id = tx.actor.id
  const { numInsertedOrUpdatedRows } = await tx.kysely
    .insertInto('invoice')
    .values({
      id,
      therapist_id,
      client_id: row.clientId,
      payer_id: row.payerId,
      kind: 'credit-note',
      corrects_id: row.id,
      is_fee: row.isFee,
      language: row.language,
      note: sheet.note,
      reference: row.reference,
      currency: row.currency,
    })
    .onConflict((on) => on.column('id').doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 0n) throw conflict()
  await sql`
    insert into app.invoice_line (therapist_id, invoice_id, position, credits_id, credits_position, ${sql.join(copied.map((column) => sql.ref(column)))})
    select l.therapist_id, ${id}, row_number() over (order by l.position), l.invoice_id, l.position, ${sql.join(copied.map((column) => sql.ref(`l.${column}`)))}
    from app.invoice_line l where l.therapist_id = ${therapist_id} and l.invoice_id = ${row.id}
      and l.position = any (${sheet.lines.map(({ creditsPosition }) => creditsPosition)}::int[])`.execute(tx.kysely)
}

/** Makes the sessions of credited lines billable again and returns them. */
async function freeSessions(tx: Tx, invoiceId: InvoiceId, lines: LineRow[]): Promise<BilledSession[]> {
  const sessionIds = lines.flatMap(({ sessionId }) => sessionId ?? [])
  const { rows } = await sql<BilledSession>`
    delete from app.session_billed where therapist_id = ${tx.actor.id} and invoice_id = ${invoiceId} and session_id = any (${sessionIds}::uuid[])
    returning session_id as "sessionId", client_id as "clientId", kind, price_minor::text as "totalMinor", share_minor::text as "priceMinor"`.execute(
    tx.kysely,
  )
  return rows
}

/** Returns the draft that replaces a credited invoice. Does not store a line's own rate if it equals that of the business. */
async function readCorrectedDraft(tx: Tx, row: InvoiceRow, lines: LineRow[]) {
  const business = await readBusiness(tx)
  const usual = business ? taxOf(business).rateBp : 0
  return {
    clientId: row.clientId,
    currency: row.currency,
    isFee: row.isFee,
    replacesId: row.id,
    draftCommand: null,
    payerId: row.payerId,
    language: row.language,
    note: row.note,
    reference: row.reference,
    showDiagnosis: row.showDiagnosis,
    diagnosis: row.diagnosis,
    lines: lines.map(
      ({
        position: _position,
        netMinor: _net,
        isCredited: _credited,
        creditsPosition: _credits,
        ...line
      }): DraftLine => ({
        ...line,
        taxRateBp: line.taxRateBp === 0 || line.taxRateBp === usual ? null : line.taxRateBp,
      }),
    ),
  }
}
