import { z } from 'zod'
import { MeasureId } from '../../../common/ids.ts'
import { Language, text } from '../../../common/text/text.schemas.ts'
import { isStorable } from '../../../common/text/text.ts'
import { conditionOperators, measureLimits, measureRights } from './measure.limits.ts'

/** A text in the languages of the measure. The text in the main language of the measure may be empty in a draft. */
const localText = (max: number) => z.partialRecord(Language, text(max))
export type LocalText = z.infer<ReturnType<typeof localText>>

/** The id of an item, an option or a score within a measure: the link id or the code of a FHIR Questionnaire. */
export const MeasurePartId = z
  .string()
  .min(1)
  .max(255)
  .refine((id) => isStorable(id) && id !== '__proto__', 'UNSTORABLE_TEXT')

const points = z.number().min(-1_000_000).max(1_000_000)

/** A condition on the answer to an item above. `value` is the id of an option, a number or a yes or no; null for `answered` and `not-answered`. */
export const MeasureCondition = z.strictObject({
  item: MeasurePartId,
  operator: z.enum(conditionOperators),
  value: z.union([MeasurePartId, z.number(), z.boolean()]).nullable(),
})
export type MeasureCondition = z.infer<typeof MeasureCondition>

const itemHead = {
  id: MeasurePartId,
  /** The id of the group that contains the item, which must be above the item; null if no group contains it. */
  parent: MeasurePartId.nullable(),
  text: localText(measureLimits.item),
  /**
   * The item is asked if all or one of its conditions are met; null if it is always asked. The conditions of a group also apply to the items in it.
   */
  when: z
    .strictObject({
      join: z.enum(['all', 'any']),
      conditions: z.array(MeasureCondition).min(1).max(measureLimits.conditions),
    })
    .nullable(),
}
const asked = {
  ...itemHead,
  /** Whether the answer cannot be submitted without this item. */
  required: z.boolean(),
}
/** The points from which an answer indicates thoughts of self-harm; null if the item does not ask about them. */
const selfHarmFrom = points.nullable()

export const MeasureItem = z.discriminatedUnion('kind', [
  z.strictObject({
    ...asked,
    kind: z.literal('choice'),
    /** `points` is null for an option that counts as missing, such as 'not applicable'. */
    options: z
      .array(z.strictObject({ id: MeasurePartId, text: localText(measureLimits.option), points: points.nullable() }))
      .max(measureLimits.options),
    selfHarmFrom,
  }),
  z.strictObject({
    ...asked,
    kind: z.literal('yes-no'),
    points: z.strictObject({ yes: points, no: points }).nullable(),
    selfHarmFrom,
  }),
  /** An item that is answered with a number, which is also its points. A limit, `from` or `to`, is null if there is none. */
  z.strictObject({
    ...asked,
    kind: z.literal('number'),
    isWhole: z.boolean(),
    from: points.nullable(),
    to: points.nullable(),
    unit: text(measureLimits.unit),
    selfHarmFrom,
  }),
  z.strictObject({ ...asked, kind: z.literal('text') }),
  z.strictObject({ ...itemHead, kind: z.literal('display') }),
  z.strictObject({ ...itemHead, kind: z.literal('group') }),
])
export type MeasureItem = z.infer<typeof MeasureItem>

/** A number that is computed from the points of some items: the total, or a subscale. */
export const MeasureScore = z.strictObject({
  id: MeasurePartId,
  title: localText(measureLimits.title),
  /** The items that count. For a reverse item, the lowest points count as the highest, and so on. */
  items: z.array(z.strictObject({ item: MeasurePartId, reverse: z.boolean() })).max(measureLimits.items),
  method: z.enum(['sum', 'mean']),
  /**
   * The maximum number of items without points with which the score is still computed, as if each had the mean of the other items (prorated). 0: if
   * any item is missing, there is no score. Items that were not asked because of their conditions are not missing and count 0 points.
   */
  missingUpTo: z.int().min(0).max(measureLimits.items),
  /** The bands, lowest first, each from its lowest score. Empty for none. */
  bands: z.array(z.strictObject({ from: points, text: localText(measureLimits.band) })).max(measureLimits.bands),
  /** Scores that the therapist must review: at or above, or at or below `at`. */
  alerts: z.array(z.strictObject({ when: z.enum(['from', 'up-to']), at: points })).max(measureLimits.alerts),
  better: z.enum(['lower', 'higher']),
  /** The smallest difference between two scores that is a reliable change, with its source; null if it is unknown. */
  reliableChange: z
    .strictObject({ points: z.number().positive().max(1_000_000), source: text(measureLimits.source) })
    .nullable(),
})
export type MeasureScore = z.infer<typeof MeasureScore>

/** The publisher of a measure, and the right by which the practice uses it. Empty texts are unknown. */
export const MeasureSource = z.strictObject({
  publisher: text(measureLimits.title),
  copyright: text(measureLimits.source),
  licence: text(measureLimits.source),
  /** The version that the publisher gives. */
  version: text(measureLimits.title),
  /** The canonical address of an imported measure. */
  url: text(measureLimits.source),
  /** The right by which the practice uses the measure; null until the therapist has chosen it. */
  right: z.enum(measureRights).nullable(),
})
export type MeasureSource = z.infer<typeof MeasureSource>

const unique = (parts: { id: string }[]) => new Set(parts.map(({ id }) => id)).size === parts.length

/** The content of a measure. The first score is its main one, which lists and overviews show. */
export const MeasureContent = z.strictObject({
  title: text(measureLimits.title),
  /** The main language, in which every text exists. */
  language: Language,
  /** The text above the items. */
  intro: localText(measureLimits.intro),
  items: z.array(MeasureItem).max(measureLimits.items).refine(unique, 'TWICE'),
  scores: z.array(MeasureScore).max(measureLimits.scores).refine(unique, 'TWICE'),
  source: MeasureSource,
})
export type MeasureContent = z.infer<typeof MeasureContent>

/** The answers by the id of their item: the id of an option, a yes or no, a number or a text. Missing or null without an answer. */
export const MeasureAnswers = z.record(
  MeasurePartId,
  z.union([z.boolean(), z.number(), text(measureLimits.answer), z.null()]),
)
export type MeasureAnswers = z.infer<typeof MeasureAnswers>

/** The result of one score. */
export const MeasureResult = z.strictObject({
  id: MeasurePartId,
  title: z.string(),
  /** Null if too many items are missing. */
  score: z.number().nullable(),
  /** The lowest and the highest possible score; null if an item has no limit. */
  range: z.strictObject({ from: z.number(), to: z.number() }).nullable(),
  /** The name of the band; null without bands or without a score. */
  band: z.string().nullable(),
  /** The number of items that were asked and have no points. With a score, they were prorated. */
  missing: z.number(),
  /** Whether the score reaches an alert. */
  isAlert: z.boolean(),
})
export type MeasureResult = z.infer<typeof MeasureResult>

export const MeasureVersion = z.int().min(1).max(2_000_000_000)

/** The copy of a measure that a task contains. It keeps the content of its version. */
export const MeasureCopy = z.strictObject({
  version: MeasureVersion,
  /** The first version whose scores can be compared with those of this one. */
  comparableFrom: MeasureVersion,
  content: MeasureContent,
})
export type MeasureCopy = z.infer<typeof MeasureCopy>

/** The reasons why a measure cannot be sent. `part` is the item or score with the problem; null for the whole measure. */
export const measureProblems = [
  'title',
  'empty',
  'text',
  'options',
  'points',
  'no-right',
  'number-range',
  'reverse-without-range',
  'score-title',
  'score-empty',
  'score-item',
  'missing-too-many',
  'band-text',
  'band-order',
  'band-gap',
  'band-outside',
  'alert-outside',
  'self-harm-outside',
  'condition-item',
  'condition-value',
  'condition-cycle',
  'parent',
] as const
export const MeasureProblem = z.strictObject({
  problem: z.enum(measureProblems),
  part: MeasurePartId.nullable(),
})
export type MeasureProblem = z.infer<typeof MeasureProblem>

const measureHead = {
  id: MeasureId,
  title: z.string(),
  /** The number of edits. A save sends the revision on which it is based. */
  revision: z.int(),
  /** The version that is sent; null if none was released. */
  version: MeasureVersion.nullable(),
  /** Whether the draft differs from the released version. */
  isChanged: z.boolean(),
  /** Whether a task has a copy of the released version, so that a release adds a version. */
  isAnswered: z.boolean(),
  updatedAt: z.string(),
}
export const MeasureSummary = z.strictObject({ ...measureHead, items: z.number() })
export type MeasureSummary = z.infer<typeof MeasureSummary>

/** A measure of the therapist: its draft, and the problems that prevent its release. */
export const MeasureView = z.strictObject({
  ...measureHead,
  content: MeasureContent,
  problems: z.array(MeasureProblem),
})
export type MeasureView = z.infer<typeof MeasureView>

/**
 * The kinds of losses of an import. `part` is the link id of the item; null for the whole file. `detail` is the name of the element, or the
 * language. `nested`: items that the file has within a question follow it instead.
 */
export const importLosses = [
  'expression',
  'extension',
  'item-type',
  'operator',
  'conditions',
  'language',
  'value-set',
  'initial',
  'markup',
  'nested',
  'repeats',
  'other',
] as const
/** An imported measure. The therapist confirms it, and completes it in the editor. */
export const MeasureImport = z.strictObject({
  content: MeasureContent,
  losses: z.array(z.strictObject({ loss: z.enum(importLosses), part: z.string().nullable(), detail: z.string() })),
})
export type MeasureImport = z.infer<typeof MeasureImport>

/**
 * The reasons why a file cannot be imported. `fhir-version`: a Questionnaire of an older version than R4. `unreadable`: reading it took too long or
 * needed too much memory.
 */
export const measureFileRefusals = [
  'not-json',
  'not-questionnaire',
  'fhir-version',
  'duplicate-ids',
  'wrong-ids',
  'too-deep',
  'too-many-items',
  'too-many-options',
  'text-too-long',
  'unreadable',
] as const

/**
 * The result of reading a file. `parts` are the link ids of the items that are the reason for the refusal, up to 20; empty if the refusal concerns
 * the whole file.
 */
export const MeasureFile = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('import'), ...MeasureImport.shape }),
  z.strictObject({ kind: z.literal('refused'), refusal: z.enum(measureFileRefusals), parts: z.array(z.string()) }),
])
export type MeasureFile = z.infer<typeof MeasureFile>
