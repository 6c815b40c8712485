import { z } from 'zod'
import { ClientId, EstimateId } from '../../../common/ids.ts'
import { Minor } from '../../../common/money/money.schemas.ts'
import type { RealtimeTables } from '../../../common/realtime.ts'
import { Language, nameText, text } from '../../../common/text/text.schemas.ts'
import { Day } from '../../../common/time/time.schemas.ts'
import { estimateFields, estimateLengths, estimateLimits, maxEstimateMinor } from './estimate.rules.ts'
import { missingScripts } from '../invoice/invoice.letters.rules.ts'
import { isPrintable } from '../invoice/invoice.rules.ts'

const printedLine = (max: number) => nameText(max).refine(isPrintable, 'UNPRINTABLE_TEXT')
const printedText = (max: number) => text(max).refine(isPrintable, 'UNPRINTABLE_TEXT')

/** A service in an estimate. */
const EstimateLine = z.strictObject({
  /** The code of the service, such as CPT 90834. */
  code: printedLine(estimateLengths.code),
  text: printedLine(estimateLengths.text),
  /** The expected number of services. */
  quantity: z.int().min(1).max(estimateLimits.quantity),
  /** The price in cents; null while it is unknown. */
  priceMinor: Minor.refine((price) => {
    const minor = /^\d+$/.test(price) ? BigInt(price) : -1n
    return minor >= 0n && minor <= maxEstimateMinor
  }, 'OUT_OF_RANGE').nullable(),
})
export type EstimateLine = z.infer<typeof EstimateLine>

/** The content that the therapist enters. The diagnosis appears only on the estimate. */
export const EstimateContent = z.strictObject({
  language: Language,
  /** The first day of the period; null while it is not entered. */
  periodFrom: Day.nullable(),
  /** The last day of the period, included; null while it is not entered. */
  periodUntil: Day.nullable(),
  /** The expected frequency of sessions, for example 'weekly'. */
  frequency: printedLine(estimateLengths.frequency),
  /** The place of the sessions: state and office, video or phone. */
  place: printedLine(estimateLengths.place),
  /** ICD-10 codes or their descriptions; empty if the diagnosis is unknown. */
  diagnosis: printedLine(estimateLengths.diagnosis),
  /** Expected services that must be scheduled separately. */
  separately: printedText(estimateLengths.separately),
  lines: z.array(EstimateLine).max(estimateLimits.lines),
})
export type EstimateContent = z.infer<typeof EstimateContent>

/** A field that is missing before an estimate can be given. */
export const MissingEstimateField = z.strictObject({
  field: z.enum(estimateFields),
  /** The number of the line, starting at 1; null for fields outside the lines. */
  position: z.int().nullable(),
  /** The script that PDFs cannot show, if the field contains letters of that script, which the therapist must replace. */
  script: z.enum(missingScripts).optional(),
})
export type MissingEstimateField = z.infer<typeof MissingEstimateField>

/** A version that was given to the client. */
const GivenEstimate = z.strictObject({
  id: EstimateId,
  /** The number of the version, counted from 1 per client. */
  number: z.int(),
  givenOn: Day,
  periodFrom: Day,
  periodUntil: Day,
  /** The expected total in cents. */
  totalMinor: Minor,
  /** Whether its PDF exists. */
  isReady: z.boolean(),
})

/** The estimates of a client. Amounts are in cents. */
export const EstimateView = z.strictObject({
  clientId: ClientId,
  clientName: z.string(),
  /** The date of birth in the record; null if it is unknown. */
  birthDate: Day.nullable(),
  /** Whether the business is in the United States, where estimates can be written. */
  isOffered: z.boolean(),
  /** The version of the draft; 0 if there is none. */
  version: z.int(),
  /** The content of the draft. Without a draft, the starting content of a new one: the latest version or the defaults. */
  content: EstimateContent,
  /** The fields that are missing before the draft can be given. */
  missing: z.array(MissingEstimateField),
  /** The given versions, latest first. */
  given: z.array(GivenEstimate),
  /** The days on which the client requested an estimate that has not been given since. */
  requests: z.array(Day),
})
export type EstimateView = z.infer<typeof EstimateView>

/** A client for whom an estimate is due, because a session was scheduled or the client requested an estimate. */
export const DueEstimate = z.strictObject({
  clientId: ClientId,
  clientName: z.string(),
  /** The last day on which the estimate can be given on time. */
  dueOn: Day,
  /** Whether this day has passed. */
  isLate: z.boolean(),
  /** The day of the scheduled session; null if the client requested the estimate. */
  sessionOn: Day.nullable(),
})
export type DueEstimate = z.infer<typeof DueEstimate>

/** A client with a draft or estimates. */
export const EstimateItem = z.strictObject({
  clientId: ClientId,
  clientName: z.string(),
  hasDraft: z.boolean(),
  /** The latest version; null if none was given. */
  latest: GivenEstimate.nullable(),
})
export type EstimateItem = z.infer<typeof EstimateItem>

/** A client whose bills exceed the latest estimate by $400 or more, for services in its period. */
export const EstimateExcess = z.strictObject({
  clientId: ClientId,
  clientName: z.string(),
  /** The sum of the bills in the period of the estimate, in cents. */
  billedMinor: Minor,
  /** The total of the estimate, in cents. */
  totalMinor: Minor,
  /** The difference, in cents. */
  excessMinor: Minor,
  periodFrom: Day,
  periodUntil: Day,
})
export type EstimateExcess = z.infer<typeof EstimateExcess>

/** An estimate in the client's list. */
export const OwnEstimate = z.strictObject({
  id: EstimateId,
  /** The number of the version, counted from 1 per client. */
  number: z.int(),
  /** The name of the business when the estimate was given. */
  businessName: z.string(),
  /** The client's name in the record. */
  name: z.string(),
  givenOn: Day,
  periodFrom: Day,
  periodUntil: Day,
  /** Whether its PDF exists. */
  isReady: z.boolean(),
})
export type OwnEstimate = z.infer<typeof OwnEstimate>

/** The tables of this feature that a browser can subscribe to. */
export const estimateTables = {
  estimates: { table: 'estimate', filters: ['id', 'client_id', 'therapist_id'] },
  estimate_documents: { table: 'estimate_document', filters: ['estimate_id', 'therapist_id'] },
} as const satisfies RealtimeTables
