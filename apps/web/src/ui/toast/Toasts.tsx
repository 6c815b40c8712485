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

/** The time for which a toast with an action is shown. It is long enough to read the text and to press the button. */
const actionMilliseconds = 10_000

/** Shows a toast. If a toast with the same text is shown, the new toast replaces it. */
function showToast({ variant, title, description, action }: ToastContent) {
  const text = description || title
  byVariant[variant](text, { id: `${variant} ${text}`, ...(action && { action, duration: actionMilliseconds }) })
}

/**
 * Renders the toasts (row 9.15): at most three, 356 px wide, at the bottom right. A toast is shown for 4.5 s, with an
 * action for 10 s. This component is loaded after the page.
 */
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
