import { thoughtRecordFields } from '@attune/contract/features/care/task/task.rules'
import type { TaskAnswer, TaskForm } from '@attune/contract/features/care/task/task.forms'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'

const stepCount = ({ kind }: TaskForm) =>
  kind === 'thought-record' ? thoughtRecordFields.length : kind === 'check-in' ? 2 : 1

/** Returns the first step without an answer, or the last step. */
function firstOpenStep(form: TaskForm, value: TaskAnswer): number {
  const open =
    value.kind === 'thought-record'
      ? thoughtRecordFields.findIndex((field) => value[field].trim() === '')
      : value.kind === 'check-in' && value.value === null
        ? 0
        : -1
  return open < 0 ? stepCount(form) - 1 : open
}

/**
 * Stores the shown step of a form that asks one thing at a time. Begins at the first step without an answer. After a
 * turn, the first field of the step in `fields` takes the focus.
 */
export function useAnswerSteps(form: TaskForm, value: TaskAnswer) {
  const [step, setStep] = useState(() => firstOpenStep(form, value))
  const fields = useRef<HTMLDivElement>(null)
  const count = stepCount(form)
  const turn = (to: number) => {
    flushSync(() => setStep(Math.min(count - 1, Math.max(0, to))))
    fields.current?.querySelector<HTMLElement>('textarea, input:checked, input')?.focus()
  }
  return { step: Math.min(step, count - 1), count, fields, turn, isLast: step >= count - 1 }
}
