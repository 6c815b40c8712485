import type { InvoiceId } from '@attune/contract/common/ids'
import { shiftDay } from '@attune/contract/common/time/time'
import { openMinor } from '@attune/contract/features/billing/invoice/invoice.rules'
import { missingScriptOf, missingScriptOfLetter } from '@attune/contract/features/billing/invoice/invoice.letters.rules'
import type { InvoiceDocument } from '@attune/contract/features/billing/invoice/invoice.document'
import type { ProposedReminder, Reminders } from '@attune/contract/features/billing/payment/payment'
import {
  isReminderProposed,
  maxProposedReminders,
  nextReminderStep,
  type RemindedInvoice,
  reminderPayDays,
  type ReminderStep,
} from '@attune/contract/features/billing/payment/payment.rules'
import { sql } from 'kysely'
import type { Tx } from '../../../../platform/database/actor.ts'
import { enqueue } from '../../../../platform/jobs/enqueue.ts'
import { createRefusal } from '../../../../platform/policy/refusal.ts'
import { readBusiness } from '../../business/business.ts'
import {
  pickLetter,
  reminderContent,
  withheldFact,
  type ReminderDocument,
} from '../../billing-document/billing-document.ts'
import {
  openSql,
  readInvoiceRow,
  type InvoiceRow,
  lockInvoiceRow,
  readReminderReach,
  recordInvoiceEvent,
} from '../../invoice/invoice.ts'
import { readCurrentDay } from '../payment.day.ts'
import { findOwnReminderText } from './texts.ts'

type Made = Reminders['made']

/** Returns the reminders of an invoice of the acting therapist, and the next one as of the time `now`. Refuses with NOT_FOUND. */
export async function readReminders(tx: Tx, invoiceId: InvoiceId, now: Date): Promise<Reminders> {
  const [invoice, made, today] = await Promise.all([
    readInvoiceRow(tx, invoiceId),
    listMadeReminders(tx, invoiceId),
    readCurrentDay(tx, now),
  ])
  return {
    ...(await readReminderOverview(tx, invoice, made, today)),
    reaches: await readReminderReach(tx, invoice, now),
  }
}

/**
 * Makes the reminder of a step for an invoice of the acting therapist and enqueues the job for its document. Repeating the call changes nothing.
 * Refuses with NOT_FOUND, and with NOT_REMINDABLE if it is not the next step, or if it has letters that PDFs cannot show.
 */
export async function remind(
  tx: Tx,
  { invoiceId, step }: { invoiceId: InvoiceId; step: ReminderStep },
  now: Date,
): Promise<Reminders> {
  const invoice = await lockInvoiceRow(tx, invoiceId)
  const [made, today] = await Promise.all([listMadeReminders(tx, invoiceId), readCurrentDay(tx, now)])
  const reaches = await readReminderReach(tx, invoice, now)
  const before = { ...(await readReminderOverview(tx, invoice, made, today)), reaches }
  if (made.some((reminder) => reminder.step === step)) return before
  if (before.next?.step !== step || !invoice.snapshot) throw createRefusal('NOT_REMINDABLE', 409)
  const therapistId = tx.actor.id
  const sheet = await readReminderDocument(tx, { invoice, sheet: invoice.snapshot, step, today })
  await sql`
    insert into app.invoice_reminder (therapist_id, invoice_id, step, made_on, pay_by, frozen)
    values (${therapistId}, ${invoiceId}, ${step}, ${today}, ${sheet.payBy}, ${JSON.stringify(sheet)})`.execute(
    tx.kysely,
  )
  await recordInvoiceEvent(tx, invoiceId, 'reminded', { step: String(step) })
  await enqueue(tx, { name: 'payment-reminder', data: { invoiceId, therapistId, step } })
  const after = await readReminderOverview(tx, invoice, [...made, { step, madeOn: today, payBy: sheet.payBy }], today)
  return { ...after, reaches }
}

/**
 * Returns the reminders that the acting therapist's settings propose at the time `now`, longest overdue first. Leaves out invoices with letters that
 * PDFs cannot show.
 */
export async function listProposedReminders(tx: Tx, now: Date): Promise<ProposedReminder[]> {
  const [business, today] = await Promise.all([readBusiness(tx), readCurrentDay(tx, now)])
  const afterDays = business?.remindAfterDays ?? null
  if (afterDays === null) return []
  type Row = Omit<ProposedReminder, 'step'> &
    Pick<RemindedInvoice, 'lastStep' | 'payBy'> & { snapshot: InvoiceDocument }
  const { rows } = await sql<Row>`
    select * from (
      select i.id as "invoiceId", i.number_text as number, i.frozen->'buyer'->>'name' as "payerName", i.due_on::text as "dueOn", i.currency,
        ${openSql}::text as "openMinor", r.step as "lastStep", r.pay_by::text as "payBy",
        i.frozen as snapshot
      from app.invoice i left join lateral (select step, pay_by from app.invoice_reminder r
        where r.therapist_id = i.therapist_id and r.invoice_id = i.id order by step desc limit 1) r on true
      where i.therapist_id = ${tx.actor.id} and i.status = 'issued' and i.kind = 'invoice' and i.due_on < ${today}
    ) overdue where "openMinor"::bigint > 0 order by "dueOn", number`.execute(tx.kysely)
  return rows
    .filter((row) => isReminderProposed(row, today, afterDays) && missingScriptOfLetter(row.snapshot) === null)
    .slice(0, maxProposedReminders)
    .map(({ lastStep, payBy: _payBy, snapshot: _snapshot, ...row }) => ({
      ...row,
      step: ((lastStep ?? 0) + 1) as ReminderStep,
    }))
}

async function listMadeReminders(tx: Tx, invoiceId: InvoiceId): Promise<Made> {
  const { rows } = await sql<Made[number]>`
    select step, made_on::text as "madeOn", pay_by::text as "payBy" from app.invoice_reminder
    where therapist_id = ${tx.actor.id} and invoice_id = ${invoiceId} order by step`.execute(tx.kysely)
  return rows
}

type Overview = Omit<Reminders, 'reaches'>

async function readReminderOverview(tx: Tx, invoice: InvoiceRow, made: Made, today: string): Promise<Overview> {
  const { snapshot, kind, dueOn } = invoice
  if (!snapshot || kind !== 'invoice') return { made, next: null, reason: 'not-issued', letters: null }
  const last = made.at(-1)
  const step = nextReminderStep(
    { openMinor: openMinor(invoice).toString(), dueOn, lastStep: last?.step ?? null, payBy: last?.payBy ?? null },
    today,
  )
  if (typeof step !== 'number') return { made, next: null, reason: step, letters: null }
  const sheet = await readReminderDocument(tx, { invoice, sheet: snapshot, step, today })
  const letters = reminderLetters(sheet)
  if (letters) return { made, next: null, reason: 'letters', letters }
  const text = reminderContent(sheet).lead.join('\n\n')
  return { made, next: { step, payBy: sheet.payBy, text }, reason: null, letters: null }
}

/** Returns the source of the letters in a reminder that PDFs cannot show (the invoice or the text), and their script; null if there are none. */
function reminderLetters(sheet: ReminderDocument): Reminders['letters'] {
  const ofInvoice = missingScriptOfLetter(sheet) ?? missingScriptOf([sheet.bank.bankName, sheet.bank.accountName])
  if (ofInvoice) return { of: 'invoice', script: ofInvoice }
  const ofText = missingScriptOf([sheet.text])
  return ofText && { of: 'text', script: ofText }
}

type Reminding = { invoice: InvoiceRow; sheet: InvoiceDocument; step: ReminderStep; today: string }

/** Returns the content of a reminder made today, from the invoice's content, its sums and the text in its language. */
async function readReminderDocument(tx: Tx, { invoice, sheet, step, today }: Reminding): Promise<ReminderDocument> {
  const own = await findOwnReminderText(tx, sheet.language, step)
  const { number, issuedOn, grossMinor, bank, withholding } = sheet
  const { creditedMinor, paidMinor, dueOn } = invoice
  return {
    kind: 'reminder',
    step,
    ...pickLetter(sheet),
    bank,
    madeOn: today,
    payBy: shiftDay(today, reminderPayDays),
    invoice: { number, issuedOn, dueOn: dueOn ?? issuedOn, grossMinor, creditedMinor, ...withheldFact(withholding) },
    paidMinor,
    openMinor: openMinor(invoice).toString(),
    ...(own !== null && { text: own }),
  }
}
