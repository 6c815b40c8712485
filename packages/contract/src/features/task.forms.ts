import { z } from 'zod'
import { Id } from '../common/ids.ts'
import { requiredText, text } from '../common/text.ts'
import { Language } from '../common/text.ts'

/** What a client fills in. The form is the therapist's, the answer the client's. */
export const taskKinds = ['plain', 'checklist', 'check-in', 'thought-record', 'questionnaire'] as const
export const TaskKind = z.enum(taskKinds)
export type TaskKind = z.infer<typeof TaskKind>

export const questionnaires = ['phq-9', 'gad-7'] as const
export const QuestionnaireName = z.enum(questionnaires)
export type QuestionnaireName = z.infer<typeof QuestionnaireName>

const checklistItem = z.strictObject({ id: Id, text: requiredText(300) })
const unique = (items: { id: string }[]) => new Set(items.map(({ id }) => id)).size === items.length

export const TaskForm = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('plain') }),
  z.strictObject({
    kind: z.literal('checklist'),
    items: z.array(checklistItem).min(1).max(30).refine(unique, 'TWICE'),
  }),
  /** A scale of 0 to 10, with words for its ends. */
  z.strictObject({ kind: z.literal('check-in'), question: requiredText(300), low: text(60), high: text(60) }),
  z.strictObject({ kind: z.literal('thought-record') }),
  z.strictObject({ kind: z.literal('questionnaire'), name: QuestionnaireName }),
])
export type TaskForm = z.infer<typeof TaskForm>

export const checkInScale = { from: 0, to: 10 } as const
export const thoughtFields = ['situation', 'thought', 'feeling', 'evidence', 'alternative'] as const
const words = text(5000)

/** As it is while somebody fills it in; what is missing is null or empty. */
export const TaskAnswer = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('plain'), note: words }),
  z.strictObject({ kind: z.literal('checklist'), done: z.array(Id).max(30), note: words }),
  z.strictObject({ kind: z.literal('check-in'), value: z.int().min(0).max(10).nullable(), note: words }),
  z.strictObject({
    kind: z.literal('thought-record'),
    situation: words,
    thought: words,
    feeling: words,
    evidence: words,
    alternative: words,
  }),
  z.strictObject({
    kind: z.literal('questionnaire'),
    name: QuestionnaireName,
    /** 0 to 3 for each item, in their order. */
    answers: z.array(z.int().min(0).max(3).nullable()).max(9),
    /** The language in which the items were read. */
    language: Language,
  }),
])
export type TaskAnswer = z.infer<typeof TaskAnswer>

/** How many items a questionnaire has; each is answered from 0 to 3. */
export const questionnaireItems: Record<QuestionnaireName, number> = { 'phq-9': 9, 'gad-7': 7 }

/** Whether an answer, finished or not, belongs to a form: of its kind, and about nothing that the form does not ask. */
export function fits(form: TaskForm, answer: TaskAnswer): boolean {
  if (form.kind === 'checklist' && answer.kind === 'checklist') {
    return answer.done.every((id) => form.items.some((item) => item.id === id))
  }
  if (form.kind === 'questionnaire' && answer.kind === 'questionnaire') {
    return form.name === answer.name && answer.answers.length <= questionnaireItems[form.name]
  }
  return form.kind === answer.kind
}

/** Whether an answer that fits can be handed in: a number on the scale, all items of a questionnaire, something in a list or a record. */
export function isComplete(answer: TaskAnswer): boolean {
  switch (answer.kind) {
    case 'plain':
      return true
    case 'checklist':
      return answer.done.length > 0 || answer.note !== ''
    case 'check-in':
      return answer.value !== null
    case 'thought-record':
      return thoughtFields.some((field) => answer[field] !== '')
    case 'questionnaire':
      return (
        answer.answers.length === questionnaireItems[answer.name] && answer.answers.every((value) => value !== null)
      )
  }
}
