/** Focuses the first element in `within` that matches the selector, on the next animation frame, when pending changes are rendered. */
export function focusAfterRender(within: HTMLElement | null, selector: string) {
  requestAnimationFrame(() => within?.querySelector<HTMLElement>(selector)?.focus())
}

export const focusFirstInvalid = (form: HTMLElement | null) => focusAfterRender(form, '[aria-invalid="true"]')
