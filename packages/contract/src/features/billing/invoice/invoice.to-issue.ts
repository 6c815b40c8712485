import { z } from 'zod'
import { ClientId, InvoiceId } from '../../../common/ids.ts'
import { Currency, Minor } from '../../../common/money/money.schemas.ts'
import { read, write } from '../../../common/procedure.ts'
import { Email } from '../../../common/text/text.schemas.ts'
import { MissingField } from './invoice.draft.schemas.ts'
import { linkObstacles, maxDraftsToIssue } from './invoice.rules.ts'

/** A draft, and the recipients of its invoice if it is issued now. */
const DraftToIssue = z.strictObject({
  id: InvoiceId,
  /** The version that the caller reviews. `issue` refuses another one. */
  version: z.int(),
  clientId: ClientId,
  clientName: z.string(),
  payerName: z.string(),
  grossMinor: Minor,
  currency: Currency,
  /** The credit of the payer in this currency: the sum of the amounts by which other invoices are overpaid. */
  creditMinor: Minor,
  /** Whether the client gets the invoice in the app. */
  isInApp: z.boolean(),
  /** The addresses that get a link by email. */
  emails: z.array(Email),
  /** The reason why the invoice does not reach its payer; null if it does. `client-pays`: the client has no account. */
  obstacle: z.enum(linkObstacles).nullable(),
  /** The fields that are missing before the draft can be issued. */
  missing: z.array(MissingField),
})
export type DraftToIssue = z.infer<typeof DraftToIssue>

const ids = z.array(InvoiceId).min(1).max(maxDraftsToIssue)

/** Procedures with which a therapist issues several drafts. Each draft is issued by a call of `issue` with `delaysEmails`. */
export const invoicesToIssue = {
  /** The drafts, or those with these ids, by the client's name; at most `maxDraftsToIssue`. `more`: whether there are others. */
  toIssue: read
    .input(z.strictObject({ ids: ids.optional() }))
    .output(z.strictObject({ items: z.array(DraftToIssue), more: z.boolean() })),
  /**
   * Prevents the delayed emails and notifications about issued invoices, which stay issued. Returns the ids of the invoices about which no one is
   * notified. The others were issued without a delay, or their delay had ended. Repeating the call returns the same.
   */
  stopSending: write.input(z.strictObject({ ids })).output(z.strictObject({ stopped: z.array(InvoiceId) })),
}
