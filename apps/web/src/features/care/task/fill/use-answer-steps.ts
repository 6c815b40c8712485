import { questionnaireItems, thoughtRecordFields } from '@attune/contract/features/care/task/task.rules'
import type { TaskAnswer, TaskForm } from '@attune/contract/features/care/task/task.forms'
import { unansweredItems } from '@attune/contract/features/care/measure/measure.rules'
import { answerTo } from '@attune/contract/features/care/measure/measure.scores'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { questionScreens } from './measure/measure-questions.ts'

const screensOf = (form: TaskForm, value: TaskAnswer) =>
  form.kind === 'measure' && value.kind === 'measure' && form.copy
    ? questionScreens(form.copy.content, value.answers)
    : []

function stepCount(form: TaskForm, value: TaskAnswer, isOneByOne: boolean): number {
  if (form.kind === 'thought-record') return thoughtRecordFields.length
  if (form.kind === 'check-in') return 2
  if (!isOneByOne) return 1
  return form.kind === 'questionnaire' ? questionnaireItems[form.name] : Math.max(1, screensOf(form, value).length)
}

/** Returns the first step without an answer; -1 if there is none. */
function firstOpenStep(form: TaskForm, value: TaskAnswer): number {
  switch (value.kind) {
    case 'thought-record':
      return thoughtRecordFields.findIndex((field) => value[field].trim() === '')
    case 'check-in':
      return value.value === null ? 0 : -1
    case 'questionnaire':
      return value.answers.indexOf(null)
    case 'measure':
      return screensOf(form, value).findIndex(({ id }) => answerTo(value.answers, id) === null)
    default:
      return -1
  }
}

/** Returns the index of the step whose answer prevents the submission; 0 for all forms except questionnaires and measures. */
function firstMissingStep(form: TaskForm, value: TaskAnswer): number {
  if (value.kind === 'questionnaire') return firstOpenStep(form, value)
  if (form.kind !== 'measure' || value.kind !== 'measure' || !form.copy) return 0
  const [missing] = unansweredItems(form.copy.content, value.answers)
  return screensOf(form, value).findIndex(({ id }) => id === missing)
}

/**
 * Stores the shown step of a form that asks one thing at a time. Begins at the first step without an answer. `turn` changes the step and moves the
 * focus into `fields`: to the group of options itself, so that a screen reader reads its question, otherwise to the first field.
 */
export function useAnswerSteps(form: TaskForm, value: TaskAnswer, isOneByOne: boolean) {
  const count = stepCount(form, value, isOneByOne)
  const [step, setStep] = useState(() => {
    const open = firstOpenStep(form, value)
    return open < 0 ? count - 1 : open
  })
  const fields = useRef<HTMLDivElement>(null)
  const shown = Math.min(step, count - 1)
  const turn = (to: number) => {
    flushSync(() => setStep(Math.min(count - 1, Math.max(0, to))))
    const question = isOneByOne ? fields.current?.querySelector<HTMLElement>(':not([hidden]) > fieldset') : null
    if (question) question.tabIndex = -1
    const field = question ?? fields.current?.querySelector<HTMLElement>('textarea, input:checked, input')
    field?.focus()
  }
  const turnToMissing = () => turn(firstMissingStep(form, value))
  return { step: shown, count, fields, turn, turnToMissing, isLast: shown >= count - 1 }
}
