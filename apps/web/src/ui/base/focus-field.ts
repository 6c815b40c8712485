/** Focuses the first element that matches, on the next animation frame, after what has changed is rendered. */
export function focusAfterRender(within: HTMLElement | null, selector: string) {
  requestAnimationFrame(() => within?.querySelector<HTMLElement>(selector)?.focus())
}

export const focusFirstInvalid = (form: HTMLElement | null) => focusAfterRender(form, '[aria-invalid="true"]')
