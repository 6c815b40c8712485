import { z } from 'zod'
import { ClientId, MeasureId, PersonId } from '../../../common/ids.ts'
import { Language } from '../../../common/text/text.schemas.ts'
import { Day } from '../../../common/time/time.schemas.ts'
import { MeasureResult, MeasureSource, MeasureVersion } from '../measure/measure.schemas.ts'
import { QuestionnaireName } from './task.forms.ts'
import { scoreBandNames } from './task.scores.ts'

/**
 * The facts that a reader needs to understand a score. For a measure of the therapist, `id` is the id of the measure, and the facts are about its
 * main score.
 */
export const Instrument = z.strictObject({
  id: z.string(),
  title: z.string(),
  /** The lowest and the highest score; null for a measure of the therapist without limits. */
  range: z.strictObject({ from: z.number(), to: z.number() }).nullable(),
  /** The bands, lowest first, each from its lowest score. `known` names a band with a text in every language; if it is null, `text` is its name. */
  bands: z.array(z.strictObject({ from: z.number(), known: z.enum(scoreBandNames).nullable(), text: z.string() })),
  /** Whether a lower or a higher score is an improvement. */
  better: z.enum(['lower', 'higher']),
  /** The smallest difference between two scores that is a reliable change, with its source; null if the instrument has none. */
  reliableChange: z.strictObject({ points: z.number(), source: z.string() }).nullable(),
})
export type Instrument = z.infer<typeof Instrument>

/**
 * The scores of a client in a measure of the therapist, oldest first, with the facts about its newest version. A line may connect two points only if
 * they have the same `comparableFrom`.
 */
export const MeasureCurve = z.strictObject({
  ...Instrument.shape,
  points: z.array(
    z.strictObject({
      at: z.string(),
      score: z.number(),
      version: MeasureVersion,
      /** The first version whose scores can be compared with this one. */
      comparableFrom: MeasureVersion,
    }),
  ),
})
export type MeasureCurve = z.infer<typeof MeasureCurve>

/** A connected client and a measure that the therapist assigned: its latest score, and whether it waits for an answer. */
export const ClientMeasure = z.strictObject({
  client: z.strictObject({
    id: ClientId,
    personId: PersonId,
    firstName: z.string(),
    lastName: z.string(),
    avatarUrl: z.string().nullable(),
  }),
  /** Whether the record is paused. The client then cannot answer, and `open` is null. */
  paused: z.boolean(),
  instrumentId: z.string(),
  /**
   * The score of the latest answer; null if there is none. `result` has the range and the band of a measure of the therapist in the version that was
   * answered; null for a questionnaire.
   */
  latest: z
    .strictObject({
      score: z.number(),
      at: z.string(),
      result: MeasureResult.pick({ range: true, band: true }).nullable(),
    })
    .nullable(),
  /**
   * The difference between the latest score and the first comparable score of the last `measureWeeks` weeks, which was given at `since`. Null if
   * these weeks have fewer than two such scores.
   */
  change: z
    .strictObject({
      since: z.string(),
      points: z.number(),
      kind: z.enum(['improved', 'worsened', 'uncertain', 'unrated']),
    })
    .nullable(),
  /** The copies that the client has not answered: `since` is the earliest delivery, `dueDay` the earliest due day. Null if there are none. */
  open: z.strictObject({ since: z.string(), dueDay: Day.nullable(), overdue: z.boolean() }).nullable(),
})
export type ClientMeasure = z.infer<typeof ClientMeasure>

/**
 * `instruments` has the facts about each measure in `items`. `more` is true if there are more measures than the `mostMeasures` that are returned. The
 * page sends `opening` back when it reads the scores again.
 */
export const MeasureOverview = z.strictObject({
  instruments: z.array(Instrument),
  items: z.array(ClientMeasure),
  more: z.boolean(),
  opening: z.string(),
})
export type MeasureOverview = z.infer<typeof MeasureOverview>

/**
 * A measure that the therapist can send: a shipped questionnaire, or the released version of one of the therapist's own. `language` is the language
 * of `source`.
 */
export const MeasureToSend = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('questionnaire'), name: QuestionnaireName }),
  z.strictObject({
    kind: z.literal('measure'),
    measureId: MeasureId,
    title: z.string(),
    source: MeasureSource,
    language: Language,
  }),
])
export type MeasureToSend = z.infer<typeof MeasureToSend>
