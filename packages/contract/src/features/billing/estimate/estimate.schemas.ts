import { z } from 'zod'
import { ClientId, Id } from '../../../common/ids.ts'
import { Minor } from '../../../common/money/money.schemas.ts'
import type { RealtimeTables } from '../../../common/realtime.ts'
import { Language, nameText, text } from '../../../common/text/text.schemas.ts'
import { Day } from '../../../common/time/time.schemas.ts'
import { estimateFields, estimateLengths, estimateLimits, maxEstimateMinor } from './estimate.rules.ts'
import { isPrintable } from '../invoice/invoice.rules.ts'

const printedLine = (max: number) => nameText(max).refine(isPrintable, 'UNPRINTABLE_TEXT')
const printedText = (max: number) => text(max).refine(isPrintable, 'UNPRINTABLE_TEXT')

/** A service of an estimate: how often it is expected, and the price of one in cents; null while it is not known. */
const EstimateLine = z.strictObject({
  code: printedLine(estimateLengths.code),
  text: printedLine(estimateLengths.text),
  quantity: z.int().min(1).max(estimateLimits.quantity),
  priceMinor: Minor.refine((price) => {
    const minor = /^\d+$/.test(price) ? BigInt(price) : -1n
    return minor >= 0n && minor <= maxEstimateMinor
  }, 'OUT_OF_RANGE').nullable(),
})
export type EstimateLine = z.infer<typeof EstimateLine>

/** The therapist's content. The diagnosis is printed on the estimate and nowhere else. */
export const EstimateContent = z.strictObject({
  language: Language,
  periodFrom: Day.nullable(),
  periodUntil: Day.nullable(),
  /** How often the sessions are expected, such as 'weekly'. */
  frequency: printedLine(estimateLengths.frequency),
  /** The place of the sessions: state and office, or video or phone. */
  place: printedLine(estimateLengths.place),
  /** The codes of ICD-10 or their texts; empty where the diagnosis is not known. */
  diagnosis: printedLine(estimateLengths.diagnosis),
  /** Services that are expected and have to be scheduled separately. */
  separately: printedText(estimateLengths.separately),
  lines: z.array(EstimateLine).max(estimateLimits.lines),
})
export type EstimateContent = z.infer<typeof EstimateContent>

/** A field that an estimate lacks before it can be given. `position` is the line from 1 on, and null for anything but a line. */
export const MissingEstimateField = z.strictObject({
  field: z.enum(estimateFields),
  position: z.int().nullable(),
})
export type MissingEstimateField = z.infer<typeof MissingEstimateField>

/** A version that was given. `isReady` says whether its PDF exists. */
const GivenEstimate = z.strictObject({
  id: Id,
  number: z.int(),
  givenOn: Day,
  periodFrom: Day,
  periodUntil: Day,
  totalMinor: Minor,
  isReady: z.boolean(),
})

/** The estimates of a client. Amounts are in cents. */
export const EstimateView = z.strictObject({
  clientId: ClientId,
  clientName: z.string(),
  birthDate: Day.nullable(),
  /** Whether the business is in the United States, so that estimates can be written. */
  isOffered: z.boolean(),
  /** The version of the draft; 0 while there is none. */
  version: z.int(),
  /** The draft, or what a new one begins with: the latest version or the defaults. */
  content: EstimateContent,
  /** The fields that the draft lacks before it can be given. */
  missing: z.array(MissingEstimateField),
  /** The latest first. */
  given: z.array(GivenEstimate),
  /** The days on which the client asked for an estimate that was not given since. */
  requests: z.array(Day),
})
export type EstimateView = z.infer<typeof EstimateView>

/** A client to whom an estimate is due: a session was scheduled, or the client asked for one. */
export const DueEstimate = z.strictObject({
  clientId: ClientId,
  clientName: z.string(),
  dueOn: Day,
  isLate: z.boolean(),
  /** The session that is scheduled; null if the client asked for the estimate. */
  sessionOn: Day.nullable(),
})
export type DueEstimate = z.infer<typeof DueEstimate>

/** A client with a draft or with estimates. `latest` is null while none was given. */
export const EstimateItem = z.strictObject({
  clientId: ClientId,
  clientName: z.string(),
  hasDraft: z.boolean(),
  latest: GivenEstimate.nullable(),
})
export type EstimateItem = z.infer<typeof EstimateItem>

/** A client who was billed $400 or more above the latest estimate, for services in its period. */
export const EstimateExcess = z.strictObject({
  clientId: ClientId,
  clientName: z.string(),
  billedMinor: Minor,
  totalMinor: Minor,
  excessMinor: Minor,
  periodFrom: Day,
  periodUntil: Day,
})
export type EstimateExcess = z.infer<typeof EstimateExcess>

/** An estimate as its client sees it in the list. */
export const OwnEstimate = z.strictObject({
  id: Id,
  number: z.int(),
  /** The name of the business when the estimate was given. */
  businessName: z.string(),
  /** The name of the record. */
  name: z.string(),
  givenOn: Day,
  periodFrom: Day,
  periodUntil: Day,
  isReady: z.boolean(),
})
export type OwnEstimate = z.infer<typeof OwnEstimate>

/** The tables of this feature that a browser can subscribe to. */
export const estimateTables = {
  estimates: { table: 'estimate', filters: ['id', 'client_id', 'therapist_id'] },
  estimate_documents: { table: 'estimate_document', filters: ['estimate_id', 'therapist_id'] },
} as const satisfies RealtimeTables
