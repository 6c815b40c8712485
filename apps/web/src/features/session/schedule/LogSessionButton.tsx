import { Button } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { Suspense, lazy, useState } from 'react'
import { useTranslation } from 'react-i18next'

const EnterDialog = lazy(() => import('./LogSessionDialog.tsx').then((file) => ({ default: file.LogSessionDialog })))

/** Opens the dialog that logs a past session that was not scheduled. */
export function LogSessionButton() {
  const { t } = useTranslation('sessionList')
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" leftSection={<IconHistory size={18} aria-hidden />} onClick={() => setOpen(true)}>
        {t('enter')}
      </Button>
      {open && (
        <Suspense>
          <EnterDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
