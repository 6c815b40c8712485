import { z } from 'zod'
import { ById, ClientId, Command, Done, EmptyInput, Id, SessionId } from '../../../common/ids.ts'
import { textLengths } from '../../../common/text/lengths.ts'
import { pageOf, paging } from '../../../common/paging.ts'
import { read, write } from '../../../common/procedure.ts'
import { text } from '../../../common/text/text.schemas.ts'
import { invoiceExport } from './invoice.export.ts'
import { invoiceLinks } from './invoice.links.ts'
import { invoiceFilters } from './invoice.filter.rules.ts'
import { maxInvoiceLines, maxSessionsPerDraft } from './invoice.rules.ts'
import { CreditReason, DraftContent, MissingField, ToBillItem } from './invoice.draft.schemas.ts'
import { CancelFee, OwnInvoice, OwnInvoiceItem } from './invoice.own.schemas.ts'
import { InvoiceListItem, InvoiceSums, InvoiceView } from './invoice.schemas.ts'

/** A month, `YYYY-MM`. */
const Month = z.string().regex(/^[12]\d{3}-(0[1-9]|1[0-2])$/)
const SessionOfClient = z.strictObject({ sessionId: SessionId, clientId: ClientId })

/** The invoice has changed in the meantime; `data` is its current content. */
const CHANGED = { CHANGED: { status: 409, data: InvoiceView } } as const
/** The business settings lack what an invoice needs. */
const BUSINESS_INCOMPLETE = { BUSINESS_INCOMPLETE: { status: 409 } } as const
/** The therapist has switched 'Payments' off in the business settings. An issued invoice can still be credited, paid and reminded of. */
const PAYMENTS_OFF = { PAYMENTS_OFF: { status: 409 } } as const
/** One of the sessions is on an invoice already, waived, or not billable. */
const NOT_BILLABLE = { NOT_BILLABLE: { status: 409 } } as const
/** A fee as damages is on an invoice of its own, without other lines than discounts. */
const FEE_APART = { FEE_APART: { status: 409 } } as const
/** The invoice lacks something; `missing` names each field. */
const INCOMPLETE = { INCOMPLETE: { status: 409, data: z.object({ missing: z.array(MissingField) }) } } as const
/** The invoice is a draft or a credit note, or one of the lines is credited already. */
const NOT_CREDITABLE = { NOT_CREDITABLE: { status: 409 } } as const
/** The credit note or what remains of the invoice would be below zero, because a discount and what it discounts are apart. */
const CREDIT_BELOW_ZERO = { CREDIT_BELOW_ZERO: { status: 409 } } as const

/** The business is or was in Spain, where credit notes require VERI*FACTU by now. A draft names it in `missing`. */
const VERIFACTU = { VERIFACTU: { status: 409 } } as const

/** Invoices of a therapist: drafts, issued invoices and credit notes. Amounts are in minor units of their currency. */
export const invoice = {
  /**
   * The latest sessions that are not billed yet, by client and time: at most 1,000 of all clients, or as many of one client as one call of
   * `draftSessions` takes. `more` says whether there are earlier ones. With `month` (`YYYY-MM` in the therapist's zone), all sessions of it.
   */
  toBill: read
    .input(z.strictObject({ clientId: ClientId.optional(), month: Month.optional() }))
    .output(z.strictObject({ items: z.array(ToBillItem), more: z.boolean() })),
  /**
   * Makes one draft per client, payer and currency of the sessions. Fees that are damages get a draft of their own. A
   * repeat with the same command returns the same drafts.
   */
  draftSessions: write
    .input(z.strictObject({ command: Command, items: z.array(SessionOfClient).min(1).max(maxSessionsPerDraft) }))
    .output(z.strictObject({ ids: z.array(Id) }))
    .errors({ ...BUSINESS_INCOMPLETE, ...PAYMENTS_OFF, ...NOT_BILLABLE }),
  /** Removes a session of a client from `toBill`, without an invoice. */
  waive: write.input(SessionOfClient).output(Done).errors(NOT_BILLABLE),
  unwaive: write.input(SessionOfClient).output(Done),
  /** Creates an empty draft for a client. A repeat with the same id changes nothing. */
  create: write
    .input(z.strictObject({ id: Id, clientId: ClientId }))
    .output(InvoiceView)
    .errors({ ...BUSINESS_INCOMPLETE, ...PAYMENTS_OFF }),
  /** Replaces the content of a draft. `version` is the version that the change is based on. */
  saveDraft: write
    .input(z.strictObject({ id: Id, version: z.int().min(1), ...DraftContent.shape }))
    .output(InvoiceView)
    .errors({ ...CHANGED, ...NOT_BILLABLE, ...FEE_APART }),
  /** Deletes a draft. Its sessions can be billed again. */
  removeDraft: write.input(ById).output(Done).errors(CHANGED),
  get: read.input(ById).output(InvoiceView),
  /** Drafts first, the latest first; then issued ones, the latest first. `search` finds numbers and names. */
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
  /** Returns the open amounts, the overdue amounts and this month's payments of the acting therapist's invoices, one item per currency. */
  summary: read.input(EmptyInput).output(z.strictObject({ items: z.array(InvoiceSums) })),
  /**
   * Gives the draft its number and freezes it. A repeat returns the issued invoice. With `version`, the call is refused
   * with CHANGED if the draft has another version.
   */
  issue: write
    .input(z.strictObject({ id: Id, command: Command, version: z.int().min(1).optional() }))
    .output(InvoiceView)
    .errors({ ...CHANGED, ...INCOMPLETE, ...PAYMENTS_OFF }),
  /** Credits whole lines of an invoice and returns the credit note. Sessions of these lines can be billed again. */
  credit: write
    .input(
      z.strictObject({
        id: Id,
        command: Command,
        creditNoteId: Id,
        positions: z.array(z.int().min(1).max(maxInvoiceLines)).min(1).max(maxInvoiceLines),
        reason: CreditReason,
      }),
    )
    .output(InvoiceView)
    .errors({ ...NOT_CREDITABLE, ...CREDIT_BELOW_ZERO, ...VERIFACTU }),
  /** Credits all lines that are not credited yet, and returns a new draft with the same lines and sessions. */
  correct: write
    .input(z.strictObject({ id: Id, command: Command, creditNoteId: Id, draftId: Id }))
    .output(InvoiceView)
    .errors({ ...PAYMENTS_OFF, ...NOT_CREDITABLE, ...CREDIT_BELOW_ZERO, ...VERIFACTU }),
  /** The invoices and credit notes that were issued to the acting client, the latest first. */
  mine: read.input(z.strictObject(paging)).output(pageOf(OwnInvoiceItem)),
  /** An invoice or a credit note that was issued to the acting client, with its content. */
  mineOne: read.input(ById).output(OwnInvoice),
  /**
   * The fee that the acting client would be billed for a session that they cancelled late, by the rule of `toBill`. Null if the therapist does not
   * issue invoices or has no price for the session.
   */
  cancelFee: read.input(z.strictObject({ sessionId: SessionId })).output(z.strictObject({ fee: CancelFee.nullable() })),
  ...invoiceExport,
  ...invoiceLinks,
}
