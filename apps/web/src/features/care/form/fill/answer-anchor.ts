/** Returns the id of the element that contains the input of a field. */
export const answerAnchor = (fieldId: string) => `answer-${fieldId}`

/** Moves the focus to the input of a field. */
export function focusAnswer(fieldId: string): void {
  document.getElementById(answerAnchor(fieldId))?.querySelector<HTMLElement>('input, textarea')?.focus()
}
