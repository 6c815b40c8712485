import { toast as show } from 'sonner'

export type ToastVariant = 'destructive' | 'success' | 'warning' | 'info'
export type ToastWords = { variant: ToastVariant; title: string; description?: string }

const byVariant = { destructive: show.error, success: show.success, warning: show.warning, info: show.info } as const

/** Shows a toast: its description where it has one, else its title (row 8.12). The same words again take the place of those that stand. */
function showToast({ variant, title, description }: ToastWords) {
  const words = description || title
  return byVariant[variant](words, { id: `${variant} ${words}` })
}

/** `toast({ variant, title, description })`, or `toast.success(text)` where a text is all there is. */
export const toast = Object.assign(showToast, {
  success: (title: string) => showToast({ variant: 'success', title }),
  error: (title: string) => showToast({ variant: 'destructive', title }),
  warning: (title: string) => showToast({ variant: 'warning', title }),
  info: (title: string) => showToast({ variant: 'info', title }),
})
