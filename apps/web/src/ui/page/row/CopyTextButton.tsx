import { Button, CopyButton, type ButtonProps } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

/** A button that copies a text and confirms it. */
export function CopyTextButton({
  value,
  children,
  ...buttonProps
}: ButtonProps & { value: string; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <CopyButton value={value} timeout={2000}>
      {({ copied, copy }) => (
        <Button
          variant="default"
          {...buttonProps}
          leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
          onClick={copy}
        >
          <span role="status">{copied ? t('copied') : children}</span>
        </Button>
      )}
    </CopyButton>
  )
}
