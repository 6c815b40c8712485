import { Button, type ButtonProps } from '@mantine/core'
import { IconCalendarPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import { LazyRequestSessionDialog } from './LazyRequestSessionDialog.ts'

/**
 * Renders a button that opens the dialog in which a client requests a session. Renders nothing if the client is not
 * connected with a therapist.
 */
export function RequestSessionButton(buttonProps: ButtonProps) {
  const { t } = useTranslation('sessionList')
  const [open, setOpen] = useState(false)
  const therapists = useQuery(orpc.connection.therapists.queryOptions({ input: {} }))
  if (!therapists.data?.items.some(({ status, isUnreachable }) => status === 'connected' && !isUnreachable)) return null
  return (
    <>
      <Button leftSection={<IconCalendarPlus size={18} aria-hidden />} {...buttonProps} onClick={() => setOpen(true)}>
        {t('request')}
      </Button>
      {open && <LazyRequestSessionDialog onClose={() => setOpen(false)} />}
    </>
  )
}
