import { z } from 'zod'
import { ClientId, Command, Done, EmptyInput, Id } from '../../../common/ids.ts'
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

/** The draft has changed in the meantime; `data` is its current content. */
const CHANGED = { CHANGED: { status: 409, data: EstimateView } } as const
/** The business is not in the United States. */
const NOT_OFFERED = { NOT_OFFERED: { status: 409 } } as const
/** The draft lacks something; `missing` names each field. */
const INCOMPLETE = {
  INCOMPLETE: { status: 409, data: z.object({ missing: z.array(MissingEstimateField) }) },
} as const

/**
 * Good Faith Estimates of a therapist in the United States. A client has a draft and versions; a version that was given never
 * changes.
 */
export const estimate = {
  /** Whether estimates can be written, to whom one is due (the earliest first), and the clients with a draft or estimates, at most 500. */
  overview: read
    .input(EmptyInput)
    .output(z.strictObject({ isOffered: z.boolean(), due: z.array(DueEstimate), items: z.array(EstimateItem) })),
  /** The clients who were billed $400 or more above the latest estimate. With `invoiceId`, as if this draft were issued, and only its client. */
  warnings: read
    .input(z.strictObject({ invoiceId: Id.optional() }))
    .output(z.strictObject({ items: z.array(EstimateExcess) })),
  get: read.input(OfClient).output(EstimateView),
  /** Saves the draft. `version` is the version that the change is based on; 0 begins a draft. */
  saveDraft: write
    .input(z.strictObject({ ...OfClient.shape, version: Version, ...EstimateContent.shape }))
    .output(EstimateView)
    .errors({ ...CHANGED, ...NOT_OFFERED }),
  removeDraft: write.input(OfClient).output(Done),
  /** Gives the draft to the client as the next version, freezes it and ends the draft. A repeat returns the estimates. */
  give: write
    .input(z.strictObject({ ...OfClient.shape, version: Version, command: Command }))
    .output(EstimateView)
    .errors({ ...CHANGED, ...NOT_OFFERED, ...INCOMPLETE }),
  /** Records that a client asked for an estimate on a day. A repeat changes nothing. Refuses with FUTURE_DAY. */
  recordRequest: write
    .input(z.strictObject({ ...OfClient.shape, askedOn: Day }))
    .output(Done)
    .errors({ ...NOT_OFFERED, FUTURE_DAY: { status: 409 } }),
  removeRequest: write.input(z.strictObject({ ...OfClient.shape, askedOn: Day })).output(Done),
  /** The estimates that were given to the acting client, the latest first. */
  mine: read.input(z.strictObject(paging)).output(pageOf(OwnEstimate)),
}
