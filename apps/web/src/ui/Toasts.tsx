import { useComputedColorScheme } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Toaster } from 'sonner'

/** Three toasts at most, 356 px wide, bottom right, gone after 4.5 s (row 9.15). */
export function Toasts() {
  const { t } = useTranslation()
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
