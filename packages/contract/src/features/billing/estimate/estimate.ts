import { z } from 'zod'
import { ClientId, Command, Done, EmptyInput, InvoiceId } from '../../../common/ids.ts'
import { pageOf, paging } from '../../../common/paging.ts'
import { read, write } from '../../../common/procedure.ts'
import { Day } from '../../../common/time/time.schemas.ts'
import {
  DueEstimate,
  EstimateContent,
  EstimateExcess,
  EstimateItem,
  EstimateView,
  MissingEstimateField,
  OwnEstimate,
} from './estimate.schemas.ts'

const OfClient = z.strictObject({ clientId: ClientId })
const Version = z.int().min(0).max(2_000_000_000)

/** The draft has changed since `version`; `data` is its current content. */
const CHANGED = { CHANGED: { status: 409, data: EstimateView } } as const
/** The business is not in the United States. */
const NOT_OFFERED = { NOT_OFFERED: { status: 409 } } as const
/** Fields of the draft are missing; `missing` lists them. */
const INCOMPLETE = {
  INCOMPLETE: { status: 409, data: z.object({ missing: z.array(MissingEstimateField) }) },
} as const

/**
 * Good Faith Estimates of a therapist in the United States. A client has one draft and any number of given versions. A given version never changes.
 */
export const estimate = {
  /** Whether estimates can be written, the due estimates (earliest first), and the clients with a draft or estimates, at most 500. */
  overview: read
    .input(EmptyInput)
    .output(z.strictObject({ isOffered: z.boolean(), due: z.array(DueEstimate), items: z.array(EstimateItem) })),
  /**
   * The clients whose bills exceed the latest estimate by $400 or more. With `invoiceId`, returns at most the client of this invoice, and counts the
   * invoice even if it is a draft.
   */
  warnings: read
    .input(z.strictObject({ invoiceId: InvoiceId.optional() }))
    .output(z.strictObject({ items: z.array(EstimateExcess) })),
  get: read.input(OfClient).output(EstimateView),
  /** Saves the draft. `version` is the version on which the change is based; 0 creates a draft. */
  saveDraft: write
    .input(z.strictObject({ ...OfClient.shape, version: Version, ...EstimateContent.shape }))
    .output(EstimateView)
    .errors({ ...CHANGED, ...NOT_OFFERED }),
  removeDraft: write.input(OfClient).output(Done),
  /** Gives the draft to the client as the next version, which never changes. Deletes the draft. Repeating the call returns the estimates. */
  give: write
    .input(z.strictObject({ ...OfClient.shape, version: Version, command: Command }))
    .output(EstimateView)
    .errors({ ...CHANGED, ...NOT_OFFERED, ...INCOMPLETE }),
  /**
   * Records that a client requested an estimate on a day. Repeating the call changes nothing. Refuses with NOT_OFFERED, with FUTURE_DAY, and with
   * BAD_REQUEST for a day more than 366 days ago.
   */
  recordRequest: write
    .input(z.strictObject({ ...OfClient.shape, askedOn: Day }))
    .output(Done)
    .errors({ ...NOT_OFFERED, FUTURE_DAY: { status: 409 } }),
  removeRequest: write.input(z.strictObject({ ...OfClient.shape, askedOn: Day })).output(Done),
  /** The estimates that were given to the acting client, latest first. */
  mine: read.input(z.strictObject(paging)).output(pageOf(OwnEstimate)),
}
