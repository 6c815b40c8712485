import { z } from 'zod'
import { byId, ClientId, InvoiceId, SessionId } from '../../../common/ids.ts'
import { read, write } from '../../../common/procedure.ts'

/** A participant of a session who is a minor or has a guardian, and whether the session is kept from this client's guardians. */
const KeptParticipant = z.strictObject({ clientId: ClientId, firstName: z.string(), isKept: z.boolean() })
const KeptSession = z.strictObject({
  participants: z.array(KeptParticipant),
  /** The issued invoices of these participants that bill the session. They are kept from guardians as long as the session is. */
  invoices: z.array(z.strictObject({ id: InvoiceId, number: z.string() })),
})
export type KeptSession = z.infer<typeof KeptSession>

const KeptInvoice = z.strictObject({
  /** Whether guardians could see the invoice: its client is a minor or has a guardian, and it is addressed to the client or to a contact. */
  isOffered: z.boolean(),
  /** Whether the therapist keeps the invoice, with its credit notes, from guardians. */
  isKept: z.boolean(),
  /** Whether the invoice is kept from guardians because it bills a session that is kept from them. */
  billsKept: z.boolean(),
})
export type KeptInvoice = z.infer<typeof KeptInvoice>

/** Procedures with which a therapist keeps sessions and invoices from guardians. A guardian receives nothing that shows a kept session or invoice. */
export const guardianKept = {
  /** The participants for whom the session can be kept from guardians; empty if none of them is a minor or has a guardian. */
  keptSession: read.input(byId(SessionId)).output(KeptSession),
  /**
   * Keeps a session from the guardians of one participant, or shows it to them again, together with the invoices that bill it. With `withLater`, also
   * the later sessions of the same series.
   */
  keepSession: write
    .input(
      z.strictObject({ id: SessionId, clientId: ClientId, isKept: z.boolean(), withLater: z.boolean().default(false) }),
    )
    .output(KeptSession),
  keptInvoice: read.input(byId(InvoiceId)).output(KeptInvoice),
  /** Keeps an issued invoice with its credit notes from guardians, or shows them again. */
  keepInvoice: write.input(z.strictObject({ id: InvoiceId, isKept: z.boolean() })).output(KeptInvoice),
}
