import { z } from 'zod'
import { Id } from '../common/ids.ts'
import { requiredText, text } from '../common/text.ts'
import { Language } from '../common/text.ts'

/** The kinds of forms. The therapist creates the form, the client the answer. */
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
  /** A scale from 0 to 10 with labels for its ends. */
  z.strictObject({ kind: z.literal('check-in'), question: requiredText(300), low: text(60), high: text(60) }),
  z.strictObject({ kind: z.literal('thought-record') }),
  z.strictObject({ kind: z.literal('questionnaire'), name: QuestionnaireName }),
])
export type TaskForm = z.infer<typeof TaskForm>

export const checkInScale = { from: 0, to: 10 } as const
export const thoughtRecordFields = ['situation', 'thought', 'feeling', 'evidence', 'alternative'] as const
const answerText = text(5000)

/** An answer, complete or not. Missing parts are null or empty. */
export const TaskAnswer = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('plain'), note: answerText }),
  z.strictObject({ kind: z.literal('checklist'), done: z.array(Id).max(30), note: answerText }),
  z.strictObject({ kind: z.literal('check-in'), value: z.int().min(0).max(10).nullable(), note: answerText }),
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
    /** 0 to 3 for each item, in order. */
    answers: z.array(z.int().min(0).max(3).nullable()).max(9),
    /** The language in which the items were shown. */
    language: Language,
  }),
])
export type TaskAnswer = z.infer<typeof TaskAnswer>

/** The number of items of a questionnaire, each answered from 0 to 3. */
export const questionnaireItems: Record<QuestionnaireName, number> = { 'phq-9': 9, 'gad-7': 7 }

/** Whether an answer, complete or not, belongs to a form: the same kind, and only items of that form. */
export function answerFitsForm(form: TaskForm, answer: TaskAnswer): boolean {
  if (form.kind === 'checklist' && answer.kind === 'checklist') {
    return answer.done.every((id) => form.items.some((item) => item.id === id))
  }
  if (form.kind === 'questionnaire' && answer.kind === 'questionnaire') {
    return form.name === answer.name && answer.answers.length <= questionnaireItems[form.name]
  }
  return form.kind === answer.kind
}

/** Whether an answer can be submitted: a scale has a value, a questionnaire all items, a checklist or thought record some content. */
export function isAnswerComplete(answer: TaskAnswer): boolean {
  switch (answer.kind) {
    case 'plain':
      return true
    case 'checklist':
      return answer.done.length > 0 || answer.note !== ''
    case 'check-in':
      return answer.value !== null
    case 'thought-record':
      return thoughtRecordFields.some((field) => answer[field] !== '')
    case 'questionnaire':
      return (
        answer.answers.length === questionnaireItems[answer.name] && answer.answers.every((value) => value !== null)
      )
  }
}
