import { focusAfterRender } from '../base/focus-field.ts'

/** Focuses the element of a form with this `data-field`, such as `line.0.text`. */
export const focusField = (form: HTMLElement | null, name: string) => focusAfterRender(form, `[data-field="${name}"]`)

/**
 * Focuses the first missing field that the form contains; otherwise the first invalid field, or the first link in the form's messages.
 * @param names the `data-field` of each missing field; null for a field that is entered elsewhere
 */
export function focusFirstMissing(form: HTMLElement | null, names: readonly (string | null)[]) {
  const name = names.find((one) => one !== null)
  if (name) focusField(form, name)
  else focusAfterRender(form, '[aria-invalid="true"], [role="alert"] a')
}
