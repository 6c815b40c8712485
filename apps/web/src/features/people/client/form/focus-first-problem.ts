/** Focuses the first invalid field on the next animation frame, after its error is rendered. */
export function focusFirstProblem(form: HTMLElement) {
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
}
