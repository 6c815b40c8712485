import type { FormFieldId } from '@attune/contract/common/ids'

/** Returns the id of the element that contains the input of a field. */
export const answerAnchor = (fieldId: FormFieldId) => `answer-${fieldId}`

/** Moves the focus to the input of a field. */
export function focusAnswer(fieldId: FormFieldId): void {
  document.getElementById(answerAnchor(fieldId))?.querySelector<HTMLElement>('input, textarea')?.focus()
}
