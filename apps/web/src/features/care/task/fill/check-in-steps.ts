import type { TaskForm } from '@attune/contract/features/care/task/task.forms'
import { checkInScale } from '@attune/contract/features/care/task/task.rules'

/** The numbers of the scale of a check-in. */
export const checkInSteps = Array.from(
  { length: checkInScale.to - checkInScale.from + 1 },
  (_, at) => checkInScale.from + at,
)

/** Returns the label of a number with the meaning of the end of the scale, e.g. '10, very good'; undefined if the number says it all. */
export function checkInStepLabel({ low, high }: Extract<TaskForm, { kind: 'check-in' }>, step: number) {
  if (step === checkInScale.from && low) return `${step}, ${low}`
  return step === checkInScale.to && high ? `${step}, ${high}` : undefined
}
