import 'sonner/dist/styles.css'
import './toasts.css'
import { useComputedColorScheme } from '@mantine/core'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Toaster, toast } from 'sonner'
import { showToastsBy, type ToastWords } from './toast.ts'

const byVariant = {
  destructive: toast.error,
  success: toast.success,
  warning: toast.warning,
  info: toast.info,
} as const

/** Long enough to read the words and to press the button. */
const actionMilliseconds = 10_000

/** The same words again take the place of those that stand. */
function say({ variant, title, description, action }: ToastWords) {
  const words = description || title
  byVariant[variant](words, { id: `${variant} ${words}`, ...(action && { action, duration: actionMilliseconds }) })
}

/** The place of the toasts: three at most, 356 px wide, bottom right, gone after 4.5 s (row 9.15). Loaded after the page. */
export default function Toasts() {
  const { t } = useTranslation()
  useEffect(() => showToastsBy(say), [])
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
