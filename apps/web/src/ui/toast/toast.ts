export type ToastVariant = 'destructive' | 'success' | 'warning' | 'info'
export type ToastContent = {
  variant: ToastVariant
  title: string
  description?: string
  /** An action in the toast, for example undo. A toast with an action is shown longer. */
  action?: { label: string; onClick: () => void }
}

type Show = (content: ToastContent) => void
let show: Show | null = null
const queued: ToastContent[] = []

/**
 * Shows a toast (row 8.12). The toast shows the description or, without one, the title. Toasts are queued until
 * `Toasts` is mounted.
 */
function showToast(content: ToastContent) {
  if (show) show(content)
  else queued.push(content)
}

/**
 * Registers the function that renders toasts, and renders the queued toasts. Returns a function that unregisters it.
 */
export function registerToaster(place: Show): () => void {
  show = place
  queued.splice(0).forEach(place)
  return () => {
    if (show === place) show = null
  }
}

/** Removes the queued toasts and the registered function. */
export function resetToasts() {
  show = null
  queued.length = 0
}

/** Shows a toast: `toast({ variant, title, description })`, or `toast.success(title)` for a title only. */
export const toast = Object.assign(showToast, {
  success: (title: string) => showToast({ variant: 'success', title }),
  error: (title: string) => showToast({ variant: 'destructive', title }),
  warning: (title: string) => showToast({ variant: 'warning', title }),
  info: (title: string) => showToast({ variant: 'info', title }),
})
