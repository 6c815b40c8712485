import { isFilled } from '../../../common/text/text.ts'
import { answersFitMeasure, unansweredItems } from '../measure/measure.rules.ts'
import type { QuestionnaireName, TaskAnswer, TaskForm } from './task.forms.ts'

export const priorities = ['low', 'medium', 'high'] as const

export const maxTaskDescriptionLength = 10_000
/** The minimum and the maximum number of repeats of a task. Each repeat is its own row. */
export const minTaskRepeats = 2
export const maxTaskRepeats = 90
export const taskRepeats = ['daily', 'weekdays', 'weekly', 'two-weekly', 'four-weekly', 'monthly'] as const
export type TaskRepeat = (typeof taskRepeats)[number]

/** Whether a reason to decline has at least three characters, without the spaces around it (row 5.05). */
export const isLongEnoughToDecline = (reason: string) => reason.trim().length >= 3

export const maxChecklistItems = 30

/** The kinds of tasks. The kind determines the form that the therapist creates and the client fills in. */
export const taskKinds = ['plain', 'checklist', 'check-in', 'thought-record', 'questionnaire', 'measure'] as const

export const questionnaires = ['phq-9', 'gad-7'] as const

export const checkInScale = { from: 0, to: 10 } as const
export const thoughtRecordFields = ['situation', 'thought', 'feeling', 'evidence', 'alternative'] as const

/** The number of weeks whose first and last score of a measure are compared. */
export const measureWeeks = 52
/** The highest number of measures that the overview of all clients returns. */
export const mostMeasures = 2000

/** The number of items of a questionnaire, each answered from 0 to 3. */
export const questionnaireItems: Record<QuestionnaireName, number> = { 'phq-9': 9, 'gad-7': 7 }

/** Whether an answer, complete or not, fits a form: both have the same kind, and the answer refers only to items of the form. */
export function answerFitsForm(form: TaskForm, answer: TaskAnswer): boolean {
  if (form.kind === 'checklist' && answer.kind === 'checklist') {
    return answer.done.every((id) => form.items.some((item) => item.id === id))
  }
  if (form.kind === 'questionnaire' && answer.kind === 'questionnaire') {
    return form.name === answer.name && answer.answers.length <= questionnaireItems[form.name]
  }
  if (form.kind === 'measure' && answer.kind === 'measure') {
    const { copy, measureId } = form
    return copy !== undefined && measureId === answer.measureId && answersFitMeasure(copy.content, answer.answers)
  }
  return form.kind === answer.kind
}

/**
 * Whether an answer to a form can be submitted. A check-in needs a value, a questionnaire an answer to each item, a measure an answer to each required
 * item that is asked, and a thought record at least one field. A checklist needs a checked item or a note. A plain answer may be empty.
 */
export function isAnswerComplete(form: TaskForm, answer: TaskAnswer): boolean {
  switch (answer.kind) {
    case 'plain':
      return true
    case 'checklist':
      return answer.done.length > 0 || isFilled(answer.note)
    case 'check-in':
      return answer.value !== null
    case 'thought-record':
      return thoughtRecordFields.some((field) => isFilled(answer[field]))
    case 'questionnaire':
      return (
        answer.answers.length === questionnaireItems[answer.name] && answer.answers.every((value) => value !== null)
      )
    case 'measure': {
      const content = form.kind === 'measure' ? form.copy?.content : undefined
      return content !== undefined && unansweredItems(content, answer.answers).length === 0
    }
  }
}

/** The number of past weeks that a client's own progress covers: for due tasks, and for answers. */
export const ownProgressWeeks = { tasks: 4, answers: 12 } as const
