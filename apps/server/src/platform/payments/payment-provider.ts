import type { KeyPermission } from '@attune/contract/features/billing/online-payment/online-payment.rules'

/** The payment on a page. The provider gets nothing else about the invoice: no name, no service and no day. */
export type PageOrder = {
  /** Our id of the page. A repeat with the same id returns the same page. */
  id: string
  invoiceNumber: string
  /** In the smallest unit of the currency. */
  amountMinor: bigint
  currency: string
  language: string
  /** Where the provider sends the client after the payment, and on leaving the page without one. */
  paidUrl: string
  backUrl: string
}

/** A payment as the provider reports it, in the smallest unit of its currency. `id` is the same in every report. */
export type ReportedPayment = { id: string; amountMinor: bigint; currency: string; at: Date; isRefunded: boolean }

/**
 * The state of a page as the provider reports it. `reference` is our id of the page. `url` is null once nothing can be paid on it.
 * `processing`: the client has finished, and the money is on its way. `ended`: nothing was paid, and nothing can be.
 */
export type ReportedPage = { id: string; reference: string | null; url: string | null } & (
  | { state: 'open' | 'processing' | 'ended' }
  | { state: 'paid'; payment: ReportedPayment }
)

/** A refund that has succeeded, of the payment with the id `paymentId`. */
export type ReportedRefund = { id: string; paymentId: string; amountMinor: bigint; at: Date }

/** The subject of a verified call of the webhook. It only says where to look: the server asks the provider for the event itself. */
export type PaymentEvent =
  | { about: 'page'; pageId: string; reference: string | null }
  | { about: 'refund'; paymentId: string }
  | { about: 'other' }

/**
 * Why the provider did not do what was asked. `key`: it does not accept the key, or the key lacks a permission. `limited`: too many
 * requests. `missing`: it does not know the page. `refused`: it accepts no such request. `unavailable`: it gave no answer.
 */
type PaymentFailure = 'key' | 'limited' | 'missing' | 'refused' | 'unavailable'

/** The message contains no text of the provider, which may repeat a part of the key. */
export class PaymentProviderError extends Error {
  override name = 'PaymentProvider'
  readonly failure: PaymentFailure
  constructor(failure: PaymentFailure) {
    super(failure)
    this.failure = failure
  }
}

/** The provider of online payments. Every function takes the key of a therapist and throws PaymentProviderError. */
export type PaymentProvider = {
  /** Returns the permissions that a key lacks. */
  missingPermissions(key: string): Promise<KeyPermission[]>
  openPage(key: string, order: PageOrder): Promise<ReportedPage>
  page(key: string, pageId: string): Promise<ReportedPage>
  /** Closes a page, so that nothing can be paid on it any more. */
  closePage(key: string, pageId: string): Promise<void>
  /** Returns the refunds of a payment, or of all payments since a moment, the oldest first. */
  refunds(key: string, of: { paymentId: string } | { since: Date }): Promise<ReportedRefund[]>
  /**
   * Verifies the signature of a call of the webhook over the bytes of its body. Returns null if it is wrong or more than five minutes
   * old at the time `now`, or if the event comes from an account that is connected to the therapist's.
   */
  readEvent(call: { body: Buffer; signature: string; secret: string; now: Date }): Promise<PaymentEvent | null>
}
