import { z } from 'zod'
import { byId, ClientId, Command, Done, EmptyInput, InvoiceId, SessionId } from '../../../common/ids.ts'
import { textLengths } from '../../../common/text/lengths.ts'
import { pageOf, paging } from '../../../common/paging.ts'
import { Minor } from '../../../common/money/money.schemas.ts'
import { read, write } from '../../../common/procedure.ts'
import { text } from '../../../common/text/text.schemas.ts'
import { invoiceExport } from './invoice.export.ts'
import { invoiceSystems } from './law/invoice.system-lines.rules.ts'
import { invoiceLinks } from './invoice.links.ts'
import { invoiceFilters } from './invoice.filter.rules.ts'
import { missingScripts } from './invoice.letters.rules.ts'
import { maxInvoiceLines, maxSessionsPerDraft, refundWays } from './invoice.rules.ts'
import { CreditReason, DraftContent, MissingField, ToBillItem } from './invoice.draft.schemas.ts'
import { invoicesToIssue } from './invoice.to-issue.ts'
import { CancelFee, OwnInvoice, OwnInvoiceItem } from './invoice.own.schemas.ts'
import { InvoiceListItem, InvoiceSums, InvoiceView } from './invoice.schemas.ts'

/** A month in the format `YYYY-MM`. */
const Month = z.string().regex(/^[12]\d{3}-(0[1-9]|1[0-2])$/)
const SessionOfClient = z.strictObject({ sessionId: SessionId, clientId: ClientId })

/** The invoice has changed since `version`; `data` is its current content. */
const CHANGED = { CHANGED: { status: 409, data: InvoiceView } } as const
/** Business settings that an invoice needs are missing. */
const BUSINESS_INCOMPLETE = { BUSINESS_INCOMPLETE: { status: 409 } } as const
/**
 * The therapist has switched payments off in the business settings. Issued invoices can still be credited and paid, and reminders for them can still
 * be made.
 */
const PAYMENTS_OFF = { PAYMENTS_OFF: { status: 409 } } as const
/** A session is already on an invoice, was waived, or cannot be billed. */
const NOT_BILLABLE = { NOT_BILLABLE: { status: 409 } } as const
/** A fee as damages needs a separate invoice, which may contain no other lines except discounts. */
const FEE_APART = { FEE_APART: { status: 409 } } as const
/** Fields of the invoice are missing; `missing` lists them. */
const INCOMPLETE = { INCOMPLETE: { status: 409, data: z.object({ missing: z.array(MissingField) }) } } as const
/** The payer's credit is no longer the amount that the caller saw; `creditMinor` is the current amount. */
const CREDIT_CHANGED = { CREDIT_CHANGED: { status: 409, data: z.object({ creditMinor: Minor }) } } as const
/** The invoice is a draft or a credit note, or a line is already credited. */
const NOT_CREDITABLE = { NOT_CREDITABLE: { status: 409 } } as const
/** The reason has letters of a script that PDFs cannot show. */
const LETTERS = { LETTERS: { status: 409, data: z.object({ script: z.enum(missingScripts) }) } } as const
/** The credit note or the remaining invoice would have a negative total, because only one of a discount and the discounted line is credited. */
const CREDIT_BELOW_ZERO = { CREDIT_BELOW_ZERO: { status: 409 } } as const

/** The business is or was in Spain, where credit notes now require VERI*FACTU. For a draft, `missing` reports this. */
const VERIFACTU = { VERIFACTU: { status: 409 } } as const
/**
 * The law in the country of the business requires a system of the state for credit notes as well as for invoices (see `systemsOfCountries`). For a
 * draft, `missing` reports this.
 */
const SYSTEM_REQUIRED = {
  SYSTEM_REQUIRED: { status: 409, data: z.object({ system: z.enum(invoiceSystems) }) },
} as const

/** Invoices of a therapist: drafts, issued invoices and credit notes. Amounts are in minor units of their currency. */
export const invoice = {
  /**
   * The latest sessions that have not been billed, sorted by client and time: at most 1,000 of all clients, or at most as many of one client as one
   * call of `draftSessions` accepts. `more`: whether there are earlier ones. With `month` (`YYYY-MM` in the therapist's zone), returns all sessions
   * of the month.
   */
  toBill: read
    .input(z.strictObject({ clientId: ClientId.optional(), month: Month.optional() }))
    .output(z.strictObject({ items: z.array(ToBillItem), more: z.boolean() })),
  /**
   * Creates one draft per client, payer and currency of the sessions. Fees as damages get a separate draft. Repeating the command returns the same
   * drafts.
   */
  draftSessions: write
    .input(z.strictObject({ command: Command, items: z.array(SessionOfClient).min(1).max(maxSessionsPerDraft) }))
    .output(z.strictObject({ ids: z.array(InvoiceId) }))
    .errors({ ...BUSINESS_INCOMPLETE, ...PAYMENTS_OFF, ...NOT_BILLABLE }),
  /** Removes a session of a client from `toBill`, without an invoice. */
  waive: write.input(SessionOfClient).output(Done).errors(NOT_BILLABLE),
  unwaive: write.input(SessionOfClient).output(Done),
  /** Creates an empty draft for a client. Repeating the call with the same id changes nothing. */
  create: write
    .input(z.strictObject({ id: InvoiceId, clientId: ClientId }))
    .output(InvoiceView)
    .errors({ ...BUSINESS_INCOMPLETE, ...PAYMENTS_OFF }),
  /** Replaces the content of a draft. `version` is the version on which the change is based. */
  saveDraft: write
    .input(z.strictObject({ id: InvoiceId, version: z.int().min(1), ...DraftContent.shape }))
    .output(InvoiceView)
    .errors({ ...CHANGED, ...NOT_BILLABLE, ...FEE_APART }),
  /** Deletes a draft. Its sessions can be billed again. */
  removeDraft: write.input(byId(InvoiceId)).output(Done).errors(CHANGED),
  get: read.input(byId(InvoiceId)).output(InvoiceView),
  /** The invoices: drafts first, then issued ones, each newest first. `search` matches numbers and names. */
  list: read
    .input(
      z.strictObject({
        filter: z.enum(invoiceFilters).default('all'),
        search: text(textLengths.search).optional(),
        clientId: ClientId.optional(),
        ...paging,
      }),
    )
    .output(pageOf(InvoiceListItem)),
  /**
   * The open amounts, the overdue amounts and this month's payments of the caller's invoices, one item per currency, and the number of drafts.
   */
  summary: read.input(EmptyInput).output(z.strictObject({ items: z.array(InvoiceSums), drafts: z.int() })),
  /**
   * Issues a draft: it gets its number and never changes again. Repeating the call returns the issued invoice. Refuses with INCOMPLETE and the
   * missing fields, and with PAYMENTS_OFF. With `version`, refuses with CHANGED if the draft has another version. With `delaysEmails`, client and
   * payer are notified after `emailDelaySeconds`, unless `stopSending` prevents it. With `usesCredit`, the credit of the payer pays as much of the
   * invoice as it covers. With `shownCreditMinor`, refuses with CREDIT_CHANGED if the current credit would pay a different amount of the invoice than
   * the credit that was shown.
   */
  issue: write
    .input(
      z.strictObject({
        id: InvoiceId,
        command: Command,
        version: z.int().min(1).optional(),
        delaysEmails: z.boolean().optional(),
        usesCredit: z.boolean().optional(),
        shownCreditMinor: Minor.optional(),
      }),
    )
    .output(InvoiceView)
    .errors({ ...CHANGED, ...INCOMPLETE, ...PAYMENTS_OFF, ...CREDIT_CHANGED }),
  /** Credits whole lines of an invoice and returns the credit note. The sessions of these lines can be billed again. */
  credit: write
    .input(
      z.strictObject({
        id: InvoiceId,
        command: Command,
        creditNoteId: InvoiceId,
        positions: z.array(z.int().min(1).max(maxInvoiceLines)).min(1).max(maxInvoiceLines),
        reason: CreditReason,
        /** The way in which the money is returned, if the invoice was paid. If omitted, the credit note does not state it. */
        refund: z.enum(refundWays).optional(),
      }),
    )
    .output(InvoiceView)
    .errors({ ...NOT_CREDITABLE, ...CREDIT_BELOW_ZERO, ...LETTERS, ...VERIFACTU, ...SYSTEM_REQUIRED }),
  /** Credits all lines that are not credited yet, and returns a new draft with the same lines and sessions. */
  correct: write
    .input(z.strictObject({ id: InvoiceId, command: Command, creditNoteId: InvoiceId, draftId: InvoiceId }))
    .output(InvoiceView)
    .errors({ ...PAYMENTS_OFF, ...NOT_CREDITABLE, ...CREDIT_BELOW_ZERO, ...VERIFACTU, ...SYSTEM_REQUIRED }),
  /** The invoices and credit notes that were issued to the caller, newest first. */
  mine: read.input(z.strictObject(paging)).output(pageOf(OwnInvoiceItem)),
  /** An invoice or credit note that was issued to the caller, with its content. */
  mineOne: read.input(byId(InvoiceId)).output(OwnInvoice),
  /**
   * The fee for a session that the caller cancelled late, computed as in `toBill`. Null if the therapist issues no invoices or has no price for the
   * session.
   */
  cancelFee: read.input(z.strictObject({ sessionId: SessionId })).output(z.strictObject({ fee: CancelFee.nullable() })),
  ...invoicesToIssue,
  ...invoiceExport,
  ...invoiceLinks,
}
