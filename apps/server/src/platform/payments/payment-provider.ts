import type { KeyPermission } from '@attune/contract/features/billing/online-payment/online-payment.rules'

/** The data of a payment page. The provider learns nothing else about the invoice: no name, no service and no date. */
export type PageOrder = {
  /** The product's id of the page. Repeating the call with the same id returns the same page. */
  id: string
  /** The number that the page shows. */
  invoiceNumber: string
  /** In the smallest unit of the currency. */
  amountMinor: bigint
  currency: string
  /** The language of the page. */
  language: string
  /** The address to which the provider sends the client after the payment. */
  paidUrl: string
  /** The address to which the provider sends the client who leaves the page without paying. */
  backUrl: string
}

/** A payment as the provider reports it. */
export type ReportedPayment = {
  /** The provider's id of the payment, the same in every report. */
  id: string
  /** In the smallest unit of the currency. */
  amountMinor: bigint
  currency: string
  at: Date
  /** Whether the payment was refunded, at least in part. */
  isRefunded: boolean
}

/**
 * A payment page as the provider reports it. `id` is the provider's id and `reference` the product's, null if the page has none. `url` is null when
 * the page no longer accepts a payment. `processing`: the client has finished, but the payment is pending. `ended`: nothing was paid, and the page
 * accepts no payment.
 */
export type ReportedPage = { id: string; reference: string | null; url: string | null } & (
  | { state: 'open' | 'processing' | 'ended' }
  | { state: 'paid'; payment: ReportedPayment }
)

/** A successful refund of a payment. */
export type ReportedRefund = {
  id: string
  paymentId: string
  /** In the smallest unit of the currency of the payment. */
  amountMinor: bigint
  at: Date
}

/** The subject of a verified webhook event. The event contains no details; the server reads these from the provider. */
export type PaymentEvent =
  | { about: 'page'; pageId: string; reference: string | null }
  | { about: 'refund'; paymentId: string }
  | { about: 'other' }

/**
 * The reason why a request to the provider failed. `key`: the provider does not accept the key, or the key lacks a permission. `limited`: too many
 * requests. `missing`: the provider has no such payment page. `refused`: the provider refuses the request permanently. `unavailable`: there was no
 * response.
 */
type PaymentFailure = 'key' | 'limited' | 'missing' | 'refused' | 'unavailable'

/**
 * An error for a request to the provider that failed. The message contains no text from the provider, because that text may repeat a part of the key.
 */
export class PaymentProviderError extends Error {
  override name = 'PaymentProvider'
  readonly failure: PaymentFailure
  constructor(failure: PaymentFailure) {
    super(failure)
    this.failure = failure
  }
}

/** The provider of online payments. Every function takes the key of a therapist and throws PaymentProviderError if the request fails. */
export type PaymentProvider = {
  /** Returns the permissions that the product needs and that the key lacks. */
  missingPermissions(key: string): Promise<KeyPermission[]>
  /** Opens a payment page. Repeating the call with the same order returns the same page. */
  openPage(key: string, order: PageOrder): Promise<ReportedPage>
  /** Returns the current state of a page. */
  page(key: string, pageId: string): Promise<ReportedPage>
  /** Closes a page, so that it no longer accepts a payment. */
  closePage(key: string, pageId: string): Promise<void>
  /** Returns the successful refunds of a payment, or of all payments since a moment, oldest first. */
  refunds(key: string, of: { paymentId: string } | { since: Date }): Promise<ReportedRefund[]>
  /**
   * Verifies the signature of a webhook request over the bytes of its body and returns the event. Returns null if the signature is wrong, if it is
   * more than five minutes old at `now`, or if the event comes from an account that is connected to the therapist's account.
   */
  readEvent(call: { body: Buffer; signature: string; secret: string; now: Date }): Promise<PaymentEvent | null>
}
