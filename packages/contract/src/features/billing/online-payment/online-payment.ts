import { z } from 'zod'
import { EmptyInput, Id } from '../../../common/ids.ts'
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
  /** When the key was saved; null if there is none. */
  keySavedAt: z.string().nullable(),
  /** Whether the key is one for tests, with which no money moves. */
  isTest: z.boolean(),
  /** Since when the provider has refused the key; null while it accepts it. */
  keyRefusedAt: z.string().nullable(),
  /** False if key or secret were encrypted with another secrets folder, so that they must be entered again. */
  isReadable: z.boolean(),
  /** The address that the provider calls, and when the secret was saved with which it signs; null if there is none. */
  hookAddress: z.string(),
  secretSavedAt: z.string().nullable(),
})
export type OnlinePaymentSetup = z.infer<typeof OnlinePaymentSetup>

const keyRefusals = {
  TEST_KEY: { status: 409 },
  KEY_REFUSED: { status: 409 },
  KEY_LACKS: { status: 409, data: z.object({ missing: z.array(z.enum(keyPermissions)) }) },
  PROVIDER_FAILED: { status: 409 },
} as const

const OfInvoice = z.strictObject({ invoiceId: Id })

/** Payments of invoices on a page of the provider, with the therapist's own key. */
export const onlinePayment = {
  /** The acting therapist's setup. */
  setup: read.input(EmptyInput).output(OnlinePaymentSetup),
  /**
   * Checks a key with the provider and saves it. Refuses with TEST_KEY if the key is a test key and the environment does not allow test
   * payments, with KEY_REFUSED if the provider does not know the key, with KEY_LACKS and the missing permissions if the key lacks
   * permissions, and with PROVIDER_FAILED if the provider does not answer.
   */
  saveKey: write
    .input(z.strictObject({ key: pasted(onlinePaymentLimits.key, restrictedKey) }))
    .output(OnlinePaymentSetup)
    .errors(keyRefusals),
  /** Saves the secret of the webhook, or removes it. */
  saveSecret: write
    .input(z.strictObject({ secret: pasted(onlinePaymentLimits.secret, hookSecret).nullable() }))
    .output(OnlinePaymentSetup),
  /** Switches online payment on or off. Switching on checks the saved key again, as `saveKey` does. Refuses with NO_KEY without one. */
  setOn: write
    .input(z.strictObject({ on: z.boolean() }))
    .output(OnlinePaymentSetup)
    .errors({ ...keyRefusals, NO_KEY: { status: 409 } }),
  /**
   * Settles and closes the pages at the provider, switches online payment off and removes key and secret. Refuses with PROCESSING while a
   * payment is on its way, and PROVIDER_FAILED if the provider gives no answer about a page. Pages it has closed stay closed then.
   */
  remove: write
    .input(EmptyInput)
    .output(OnlinePaymentSetup)
    .errors({ PROCESSING: { status: 409 }, PROVIDER_FAILED: { status: 409 } }),
  /** Whether the acting client can pay an invoice online now: `ready`, `processing` if a payment is on its way, else `off`. */
  offer: read.input(OfInvoice).output(z.strictObject({ state: z.enum(['off', 'ready', 'processing']) })),
  /**
   * Returns the address of the provider's page on which the client pays what is open. A repeat returns the same page. Refuses with
   * NOT_ON, NOTHING_OPEN, PROCESSING (a payment is on its way) and PROVIDER_FAILED.
   */
  start: write
    .input(OfInvoice)
    .output(z.strictObject({ url: z.string() }))
    .errors({
      NOT_ON: { status: 409 },
      NOTHING_OPEN: { status: 409 },
      PROCESSING: { status: 409 },
      PROVIDER_FAILED: { status: 409 },
    }),
  /** Asks the provider whether the client has paid. `none`: the client has paid nothing on the latest page. */
  check: write
    .input(OfInvoice)
    .output(z.strictObject({ state: z.enum(['paid', 'processing', 'none']) }))
    .errors({ PROVIDER_FAILED: { status: 409 } }),
  /** The online payments of an invoice whose amount or currency differs from what was requested, with what was requested. */
  differences: read
    .input(OfInvoice)
    .output(
      z.strictObject({ items: z.array(z.strictObject({ paymentId: Id, requestedMinor: Minor, currency: Currency })) }),
    ),
}
