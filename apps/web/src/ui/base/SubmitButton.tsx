import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useOnline } from '../../platform/offline/use-online.ts'
import classes from './form.module.css'

type Props = {
  /** Whether the form is being sent. */
  running: boolean
  children: ReactNode
  fullWidth?: boolean
  size?: 'sm' | 'md'
  leftSection?: ReactNode
  disabled?: boolean
}

/**
 * A button that submits a form. While the form is being sent, another click has no effect. If the connection is lost
 * meanwhile, a text below the button says that the form will be sent later.
 */
export function SubmitButton({ running, children, fullWidth, size = 'md', leftSection, disabled }: Props) {
  const { t } = useTranslation()
  const online = useOnline()
  return (
    <div>
      <Button
        type="submit"
        loading={running}
        disabled={disabled}
        fullWidth={fullWidth}
        size={size}
        leftSection={leftSection}
      >
        {children}
      </Button>
      {running && !online && (
        <p className={classes.waiting} role="status">
          {t('offline.waiting')}
        </p>
      )}
    </div>
  )
}
