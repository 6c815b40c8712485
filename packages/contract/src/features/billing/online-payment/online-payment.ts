import { z } from 'zod'
import { EmptyInput, InvoiceId, PaymentId } from '../../../common/ids.ts'
import { Currency, Minor } from '../../../common/money/money.schemas.ts'
import { read, write } from '../../../common/procedure.ts'
import { hookSecret, keyPermissions, onlinePaymentLimits, restrictedKey } from './online-payment.rules.ts'

const pasted = (max: number, form: RegExp) =>
  z
    .string()
    .max(max)
    .transform((typed) => typed.trim())
    .pipe(z.string().regex(form))

/** A therapist's setup of online payments. Neither the key nor the secret is ever returned. */
const OnlinePaymentSetup = z.strictObject({
  isOn: z.boolean(),
  /** The time at which the key was saved; null if there is none. */
  keySavedAt: z.string().nullable(),
  /** Whether the key is for test payments, which move no money. */
  isTest: z.boolean(),
  /** The time since which the provider has refused the key; null if it accepts the key. */
  keyRefusedAt: z.string().nullable(),
  /** False if the key or the secret was encrypted with another secrets folder and must be entered again. */
  isReadable: z.boolean(),
  /** The webhook address for the provider. */
  hookAddress: z.string(),
  /** The time at which the signing secret of the webhook was saved; null if there is none. */
  secretSavedAt: z.string().nullable(),
})
export type OnlinePaymentSetup = z.infer<typeof OnlinePaymentSetup>

const keyRefusals = {
  TEST_KEY: { status: 409 },
  KEY_REFUSED: { status: 409 },
  KEY_LACKS: { status: 409, data: z.object({ missing: z.array(z.enum(keyPermissions)) }) },
  PROVIDER_FAILED: { status: 409 },
} as const

const OfInvoice = z.strictObject({ invoiceId: InvoiceId })
export const PayOffer = z.strictObject({ state: z.enum(['off', 'ready', 'processing']) })
export const PayStart = z.strictObject({ url: z.string() })
export const payStartErrors = {
  NOT_ON: { status: 409 },
  NOTHING_OPEN: { status: 409 },
  PROCESSING: { status: 409 },
  PROVIDER_FAILED: { status: 409 },
} as const
export const PayCheck = z.strictObject({ state: z.enum(['paid', 'processing', 'none']) })
export const payCheckErrors = { PROVIDER_FAILED: { status: 409 } } as const

/** Online payments of invoices on a page of the provider, with the therapist's own key. */
export const onlinePayment = {
  /** The acting therapist's setup. */
  setup: read.input(EmptyInput).output(OnlinePaymentSetup),
  /**
   * Checks a key with the provider and saves it. Refuses with:
   * - TEST_KEY if it is a test key and the environment does not allow test payments
   * - KEY_REFUSED if the provider does not accept it
   * - KEY_LACKS and the missing permissions
   * - PROVIDER_FAILED if the provider does not respond
   */
  saveKey: write
    .input(z.strictObject({ key: pasted(onlinePaymentLimits.key, restrictedKey) }))
    .output(OnlinePaymentSetup)
    .errors(keyRefusals),
  /** Saves or removes the signing secret of the webhook. */
  saveSecret: write
    .input(z.strictObject({ secret: pasted(onlinePaymentLimits.secret, hookSecret).nullable() }))
    .output(OnlinePaymentSetup),
  /**
   * Switches online payment on or off. Switching it on checks the saved key again and refuses like `saveKey`. Refuses with NO_KEY if there is none.
   */
  setOn: write
    .input(z.strictObject({ on: z.boolean() }))
    .output(OnlinePaymentSetup)
    .errors({ ...keyRefusals, NO_KEY: { status: 409 } }),
  /**
   * Switches online payment off and removes the key and the secret. Before that, settles and closes the payment pages at the provider. Refuses with
   * PROCESSING while a payment is on its way, and with PROVIDER_FAILED if the provider does not respond about a page; pages that were already
   * closed then stay closed.
   */
  remove: write
    .input(EmptyInput)
    .output(OnlinePaymentSetup)
    .errors({ PROCESSING: { status: 409 }, PROVIDER_FAILED: { status: 409 } }),
  /** Whether the caller can pay an invoice online now: `ready`, `processing` if a payment is on its way, otherwise `off`. */
  offer: read.input(OfInvoice).output(PayOffer),
  /**
   * Returns the URL of the provider's page on which the client pays the open amount. Repeating the call returns the same page. Refuses with NOT_ON,
   * NOTHING_OPEN, PROCESSING (a payment is on its way) and PROVIDER_FAILED.
   */
  start: write.input(OfInvoice).output(PayStart).errors(payStartErrors),
  /**
   * Asks the provider whether the client has paid. `none`: nothing was paid on the latest page. Refuses with PROVIDER_FAILED if the provider does not
   * respond.
   */
  check: write.input(OfInvoice).output(PayCheck).errors(payCheckErrors),
  /** The online payments of an invoice whose amount or currency differs from the requested one, with the requested values. */
  differences: read.input(OfInvoice).output(
    z.strictObject({
      items: z.array(z.strictObject({ paymentId: PaymentId, requestedMinor: Minor, currency: Currency })),
    }),
  ),
}
