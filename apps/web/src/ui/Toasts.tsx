import 'sonner/dist/styles.css'
import './toasts.css'
import { useComputedColorScheme } from '@mantine/core'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Toaster, toast } from 'sonner'
import { registerToaster, type ToastContent } from './toast.ts'

const byVariant = {
  destructive: toast.error,
  success: toast.success,
  warning: toast.warning,
  info: toast.info,
} as const

/** Long enough to read the text and to press the button. */
const actionMilliseconds = 10_000

/** Shows a toast. The same text again replaces the toast that is shown. */
function showToast({ variant, title, description, action }: ToastContent) {
  const words = description || title
  byVariant[variant](words, { id: `${variant} ${words}`, ...(action && { action, duration: actionMilliseconds }) })
}

/** Renders the toasts: at most three, 356 px wide, at the bottom right, for 4.5 s (row 9.15). Loaded after the page. */
export default function Toasts() {
  const { t } = useTranslation()
  useEffect(() => registerToaster(showToast), [])
  return (
    <Toaster
      position="bottom-right"
      visibleToasts={3}
      duration={4500}
      gap={8}
      theme={useComputedColorScheme('light')}
      containerAriaLabel={t('notices')}
      closeButton={false}
    />
  )
}
