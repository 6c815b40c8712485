import { z } from 'zod'
import { ClientId, InvoiceId } from '../../../common/ids.ts'
import { pageOf, paging } from '../../../common/paging.ts'
import { read, write } from '../../../common/procedure.ts'
import { OwnInvoice, OwnInvoiceItem } from '../../billing/invoice/invoice.own.schemas.ts'
import {
  PayCheck,
  payCheckErrors,
  PayOffer,
  PayStart,
  payStartErrors,
} from '../../billing/online-payment/online-payment.ts'

const ActingFor = { actingFor: ClientId }
const InvoiceOf = z.strictObject({ ...ActingFor, id: InvoiceId })

/**
 * Procedures with which a guardian sees and pays the invoices of a client: those that are addressed to the client or to the guardian. The documents
 * are downloaded from `/api/guardian/<client>/invoice/<invoice>/<kind>`.
 */
export const guardianInvoices = {
  /** The issued invoices and credit notes, newest first. */
  invoices: read.input(z.strictObject({ ...ActingFor, ...paging })).output(pageOf(OwnInvoiceItem)),
  /** An invoice or credit note with its content, without a diagnosis. */
  invoice: read.input(InvoiceOf).output(OwnInvoice),
  /** Whether the guardian can pay an invoice online now, as `onlinePayment.offer`. */
  payOffer: read.input(InvoiceOf).output(PayOffer),
  /** Returns the URL of the provider's page on which the guardian pays the open amount, as `onlinePayment.start`. */
  startPayment: write.input(InvoiceOf).output(PayStart).errors(payStartErrors),
  /** Asks the provider whether the invoice was paid, as `onlinePayment.check`. */
  checkPayment: write.input(InvoiceOf).output(PayCheck).errors(payCheckErrors),
}
