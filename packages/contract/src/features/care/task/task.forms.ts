import { z } from 'zod'
import { textLengths } from '../../../common/text/lengths.ts'
import { ChecklistItemId, MeasureId } from '../../../common/ids.ts'
import { requiredText, text, Language } from '../../../common/text/text.schemas.ts'
import { MeasureAnswers, MeasureCopy } from '../measure/measure.schemas.ts'
import { taskKinds, questionnaires, checkInScale, maxChecklistItems } from './task.rules.ts'

export const TaskKind = z.enum(taskKinds)
export type TaskKind = z.infer<typeof TaskKind>

export const QuestionnaireName = z.enum(questionnaires)
export type QuestionnaireName = z.infer<typeof QuestionnaireName>

const checklistItem = z.strictObject({ id: ChecklistItemId, text: requiredText(textLengths.checklistItem) })
const unique = (items: { id: string }[]) => new Set(items.map(({ id }) => id)).size === items.length

/** The form with which a client answers a task. */
export const TaskForm = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('plain') }),
  z.strictObject({
    kind: z.literal('checklist'),
    items: z.array(checklistItem).min(1).max(maxChecklistItems).refine(unique, 'TWICE'),
  }),
  /** A question that the client answers on a scale from 0 to 10. `low` and `high` are the labels of its ends. */
  z.strictObject({
    kind: z.literal('check-in'),
    question: requiredText(textLengths.question),
    low: text(textLengths.scaleEnd),
    high: text(textLengths.scaleEnd),
  }),
  z.strictObject({ kind: z.literal('thought-record') }),
  z.strictObject({
    kind: z.literal('questionnaire'),
    name: QuestionnaireName,
    /** Whether the client sees the score and its severity band after submitting. Without `showResult`, the client sees neither. */
    showResult: z.boolean().optional(),
  }),
  /** A measure of the therapist. */
  z.strictObject({
    kind: z.literal('measure'),
    measureId: MeasureId,
    showResult: z.boolean().optional(),
    /**
     * The copy that the client answers. The server sets it when the task is assigned or delivered, and ignores it in an input; templates have none.
     */
    copy: MeasureCopy.optional(),
  }),
])
export type TaskForm = z.infer<typeof TaskForm>

const answerText = text(textLengths.taskAnswer)

/** The answer to a form. An answer may be incomplete; missing parts are null or empty. */
export const TaskAnswer = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('plain'), note: answerText }),
  z.strictObject({
    kind: z.literal('checklist'),
    done: z.array(ChecklistItemId).max(maxChecklistItems),
    note: answerText,
  }),
  z.strictObject({
    kind: z.literal('check-in'),
    value: z.int().min(checkInScale.from).max(checkInScale.to).nullable(),
    note: answerText,
  }),
  z.strictObject({
    kind: z.literal('thought-record'),
    situation: answerText,
    thought: answerText,
    feeling: answerText,
    evidence: answerText,
    alternative: answerText,
  }),
  z.strictObject({
    kind: z.literal('questionnaire'),
    name: QuestionnaireName,
    /** The answer to each item, in the order of the items: 0 to 3, or null without an answer. */
    answers: z.array(z.int().min(0).max(3).nullable()).max(9),
    /** The language in which the items were shown. */
    language: Language,
  }),
  z.strictObject({
    kind: z.literal('measure'),
    measureId: MeasureId,
    answers: MeasureAnswers,
    /** The language in which the items were shown. */
    language: Language,
  }),
])
export type TaskAnswer = z.infer<typeof TaskAnswer>
