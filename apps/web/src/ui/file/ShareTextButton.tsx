import { Button, type ButtonProps } from '@mantine/core'
import { IconShare2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { canShare, share } from '../../platform/share.ts'

type Props = ButtonProps & { text?: string; url?: string; label?: string }

/** A button that opens the share sheet of the device. Renders nothing if the browser has no share sheet. */
export function ShareTextButton({ text, url, label, ...buttonProps }: Props) {
  const { t } = useTranslation()
  if (!canShare()) return null
  return (
    <Button
      variant="default"
      leftSection={<IconShare2 size={16} aria-hidden />}
      {...buttonProps}
      onClick={() => void share({ ...(text && { text }), ...(url && { url }) })}
    >
      {label ?? t('share')}
    </Button>
  )
}
