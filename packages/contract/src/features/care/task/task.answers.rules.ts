import { isFilled } from '../../../common/text/text.ts'
import { answersFitMeasure, unansweredItems } from '../measure/measure.rules.ts'
import type { TaskAnswer, TaskForm } from './task.forms.ts'
import { questionnaireItems, thoughtRecordFields } from './task.rules.ts'

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
 * Whether an answer to a form can be submitted. A check-in needs a value, a questionnaire an answer to each item, a measure an answer to each
 * required item that is asked, and a thought record at least one field. A checklist needs a checked item or a note. A plain answer may be empty.
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
