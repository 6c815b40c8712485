/** Brings the first field with a problem into view and puts the focus there, once the words stand below it. */
export function focusFirstProblem(form: HTMLElement) {
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
}
