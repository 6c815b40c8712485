export type ToastVariant = 'destructive' | 'success' | 'warning' | 'info'
export type ToastContent = {
  variant: ToastVariant
  title: string
  description?: string
  /** An action for the toast, e.g. undo. Such a toast stays longer. */
  action?: { label: string; onClick: () => void }
}

type Show = (words: ToastContent) => void
let show: Show | null = null
const queued: ToastContent[] = []

/** Shows a toast with its description or, without one, its title (row 8.12). Toasts queue until `Toasts` is mounted. */
function showToast(words: ToastContent) {
  if (show) show(words)
  else queued.push(words)
}

/** Registers what renders toasts, and shows the queued ones. Returns a function that unregisters it. */
export function registerToaster(place: Show): () => void {
  show = place
  queued.splice(0).forEach(place)
  return () => {
    if (show === place) show = null
  }
}

/** Drops the queued toasts and the component that renders them. */
export function resetToasts() {
  show = null
  queued.length = 0
}

/** `toast({ variant, title, description })`, or `toast.success(title)` for a single text. */
export const toast = Object.assign(showToast, {
  success: (title: string) => showToast({ variant: 'success', title }),
  error: (title: string) => showToast({ variant: 'destructive', title }),
  warning: (title: string) => showToast({ variant: 'warning', title }),
  info: (title: string) => showToast({ variant: 'info', title }),
})
