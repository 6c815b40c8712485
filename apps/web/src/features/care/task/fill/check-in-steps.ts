import type { TaskForm } from '@attune/contract/features/care/task/task.forms'
import { checkInScale } from '@attune/contract/features/care/task/task.rules'

/** The numbers of the scale of a check-in. */
export const checkInSteps = Array.from(
  { length: checkInScale.to - checkInScale.from + 1 },
  (_, at) => checkInScale.from + at,
)

/**
 * Returns the label of a number at an end of the scale with the meaning of that end, e.g. '10, very good'; undefined for any other number, and if the
 * end has no meaning.
 */
export function checkInStepLabel({ low, high }: Extract<TaskForm, { kind: 'check-in' }>, step: number) {
  if (step === checkInScale.from && low) return `${step}, ${low}`
  return step === checkInScale.to && high ? `${step}, ${high}` : undefined
}
