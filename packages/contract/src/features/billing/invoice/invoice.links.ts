import { z } from 'zod'
import { byId, InvoiceId, InvoiceLinkId } from '../../../common/ids.ts'
import { read, write } from '../../../common/procedure.ts'
import { Day } from '../../../common/time/time.schemas.ts'
import { Email, nameText } from '../../../common/text/text.schemas.ts'
import { linkOccasions, linkObstacles } from './invoice.rules.ts'
import { OwnInvoice } from './invoice.own.schemas.ts'
import { INVALID_LINK, LinkToken } from '../../people/login/login.schemas.ts'
import { payerLengths } from '../payer/payer.rules.ts'

/** The links with which payers without an account open an invoice. */
const PayerLinks = z.strictObject({
  /** The sent links, newest first. */
  items: z.array(
    z.strictObject({
      id: InvoiceLinkId,
      occasion: z.enum(linkOccasions),
      email: Email,
      sentAt: z.string(),
      expiresAt: z.string(),
      /** Null if the link was not withdrawn. */
      withdrawnAt: z.string().nullable(),
      /** The time of the latest opening; null if there was none. */
      openedAt: z.string().nullable(),
      /** The number of openings with the right postal code, counted at most once in 15 minutes. */
      openings: z.int(),
      /** The state of the latest email with this link; null before there is one. `not-configured`: the practice has no mail server. */
      mail: z.enum(['waiting', 'sending', 'sent', 'failed', 'not-configured', 'dropped']).nullable(),
    }),
  ),
  /** The addresses to which a link can be sent now. */
  recipients: z.array(Email),
  /** The reason why no link can be sent; null if one can. */
  obstacle: z.enum(linkObstacles).nullable(),
})
export type PayerLinks = z.infer<typeof PayerLinks>

/** An invoice or credit note as a payer without an account sees it. `id` is the id of the link. */
export const LinkedInvoice = OwnInvoice.omit({
  therapistId: true,
  businessName: true,
  person: true,
  payments: true,
  withdrawnReceipts: true,
  credits: true,
  corrects: true,
}).extend({
  id: InvoiceLinkId,
  /**
   * Whether links can no longer be sent to this payer. The page then shows no later payments, credits or documents. If the client withdrew the
   * agreement, it shows the invoice as of the day of the withdrawal (`asOf`); otherwise as it was issued.
   */
  isAsIssued: z.boolean(),
  asOf: Day.nullable(),
})
export type LinkedInvoice = z.infer<typeof LinkedInvoice>

const OpenedLink = z.discriminatedUnion('needsPostalCode', [
  z.strictObject({ needsPostalCode: z.literal(true) }),
  z.strictObject({ needsPostalCode: z.literal(false), invoice: LinkedInvoice }),
])

/**
 * Links with which a payer without an account opens a document: one invoice or credit note, for 90 days. A link is emailed when the document is
 * ready, and with each payment reminder.
 */
export const invoiceLinks = {
  /** The links of an issued invoice or credit note, and whether a link can be sent now. */
  links: read.input(byId(InvoiceId)).output(PayerLinks),
  /**
   * Emails the payer a new link to an issued invoice or credit note. Voids the previous link and all links that were sent to other addresses.
   * Refuses with NOT_SENDABLE.
   */
  sendLink: write
    .input(byId(InvoiceId))
    .output(PayerLinks)
    .errors({ NOT_SENDABLE: { status: 409, data: z.object({ obstacle: z.enum(linkObstacles) }) } }),
  /** Withdraws all links of an issued invoice or credit note. */
  withdrawLinks: write.input(byId(InvoiceId)).output(PayerLinks),
  /**
   * Opens a link. The first opening in a browser requires the payer's postal code. Refuses with:
   * - INVALID_LINK if the token is unknown, expired, superseded or withdrawn, and after 20 wrong postal codes
   * - WRONG_POSTAL_CODE
   * - TOO_MANY after five wrong postal codes within 15 minutes, counted per link and per network
   */
  openLink: write
    .input(z.strictObject({ token: LinkToken, postalCode: nameText(payerLengths.postalCode).optional() }))
    .output(OpenedLink)
    .errors({ ...INVALID_LINK, WRONG_POSTAL_CODE: { status: 409 } }),
}
