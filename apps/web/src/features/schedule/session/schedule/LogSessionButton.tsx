import { Button } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../../platform/lazy-named.ts'

const LogSessionDialog = lazyNamed(() => import('./LogSessionDialog.tsx'), 'LogSessionDialog')

/** Renders a button that opens the dialog in which the therapist logs a past session that was not scheduled. */
export function LogSessionButton() {
  const { t } = useTranslation('sessionList')
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" leftSection={<IconHistory size={18} aria-hidden />} onClick={() => setOpen(true)}>
        {t('enter')}
      </Button>
      {open && <LogSessionDialog onClose={() => setOpen(false)} />}
    </>
  )
}
