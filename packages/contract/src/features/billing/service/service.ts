import { z } from 'zod'
import { ClientId, Done, EmptyInput, ServiceId } from '../../../common/ids.ts'
import { Currency, Minor } from '../../../common/money/money.schemas.ts'
import { read, write } from '../../../common/procedure.ts'
import type { RealtimeTables } from '../../../common/realtime.ts'
import { limitRefusal } from '../../../common/refusals.ts'
import { requiredText, text } from '../../../common/text/text.schemas.ts'
import { highestTaxRate, isPrice, longestService, serviceLengths } from './service.rules.ts'
import { SessionFormat } from '../../schedule/session/session.schemas.ts'

/** A price in the smallest unit of its currency, not negative. */
const Price = Minor.refine((price) => isPrice(price), 'NOT_A_PRICE')

const serviceFields = {
  /** The number of the service in a fee schedule, such as GOP 870 or CPT 90834; empty if it has none. */
  code: text(serviceLengths.code),
  text: requiredText(serviceLengths.text),
  minutes: z.int().min(1).max(longestService).nullable(),
  priceMinor: Price,
  currency: Currency,
  /** The tax rate in basis points; null for the rate of the business's tax profile. */
  taxRateBp: z.int().min(1).max(highestTaxRate).nullable(),
  /** The session format for which invoices propose this service; null for none. */
  defaultFormat: SessionFormat.nullable(),
  place: text(serviceLengths.place),
}

const NewService = z.strictObject({ id: ServiceId, ...serviceFields })
export type NewService = z.output<typeof NewService>

const EditedService = z.strictObject({ ...NewService.shape, version: z.int().positive() })
export type EditedService = z.output<typeof EditedService>

/** A service as its therapist sees it. */
export const Service = z.strictObject({
  ...NewService.shape,
  code: z.string(),
  text: z.string(),
  place: z.string(),
  priceMinor: z.string(),
  currency: z.string(),
  isArchived: z.boolean(),
  /** The number of edits. An edit sends the version on which it is based. */
  version: z.number(),
})
export type Service = z.infer<typeof Service>

const AgreedPrice = z.strictObject({ serviceId: ServiceId, priceMinor: z.string() })
export type AgreedPrice = z.infer<typeof AgreedPrice>

const PriceChange = z.strictObject({
  clientId: ClientId,
  serviceId: ServiceId,
  /** Null removes the agreed price; the price of the service then applies. */
  priceMinor: Price.nullable(),
})
export type PriceChange = z.output<typeof PriceChange>

/** The tables of this feature that a browser can subscribe to. */
export const serviceTables = {
  services: { table: 'service', filters: ['id', 'therapist_id'] },
} as const satisfies RealtimeTables

/**
 * The services that a therapist bills, with their prices. A change applies only to later drafts, because drafts and invoices contain copies. A
 * format has at most one default service: saving another default replaces it.
 */
export const service = {
  /** All services of the therapist, archived ones included, sorted by code and text. */
  list: read.input(EmptyInput).output(z.strictObject({ items: z.array(Service) })),
  /** Adds a service. Repeating the call changes nothing. Refuses with LIMIT_REACHED. */
  add: write.input(NewService).output(Service).errors(limitRefusal),
  /** Saves an edit. Refuses with CHANGED and the current service if it has changed since `version`. */
  edit: write
    .input(EditedService)
    .output(Service)
    .errors({ CHANGED: { status: 409, data: z.object({ service: Service }) } }),
  /**
   * Archives a service, so that it is no longer offered, or restores it. A restored service does not become the default of its format if there is
   * another default now.
   */
  setArchived: write.input(z.strictObject({ id: ServiceId, isArchived: z.boolean() })).output(Service),
  /** The special prices that the therapist has agreed with a client. */
  pricesOf: read.input(z.strictObject({ clientId: ClientId })).output(z.strictObject({ items: z.array(AgreedPrice) })),
  /** Saves a special price for a client, in the currency of the service, or removes it. */
  savePrice: write.input(PriceChange).output(Done),
}
