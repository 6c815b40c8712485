export type ToastVariant = 'destructive' | 'success' | 'warning' | 'info'
export type ToastWords = {
  variant: ToastVariant
  title: string
  description?: string
  /** Something that can still be done about it, e.g. taking it back. Such a toast stays longer. */
  action?: { label: string; onClick: () => void }
}

type Show = (words: ToastWords) => void
let show: Show | null = null
const waiting: ToastWords[] = []

/** Shows a toast: its description where it has one, else its title (row 8.12). What comes before their place is drawn waits for it. */
function showToast(words: ToastWords) {
  if (show) show(words)
  else waiting.push(words)
}

/** Their place is drawn: it shows those that waited, and all that come. The answer ends it. */
export function showToastsBy(place: Show): () => void {
  show = place
  waiting.splice(0).forEach(place)
  return () => {
    if (show === place) show = null
  }
}

/** `toast({ variant, title, description })`, or `toast.success(text)` where a text is all there is. */
export const toast = Object.assign(showToast, {
  success: (title: string) => showToast({ variant: 'success', title }),
  error: (title: string) => showToast({ variant: 'destructive', title }),
  warning: (title: string) => showToast({ variant: 'warning', title }),
  info: (title: string) => showToast({ variant: 'info', title }),
})
