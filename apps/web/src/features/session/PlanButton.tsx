import { Button } from '@mantine/core'
import { IconCalendarPlus } from '@tabler/icons-react'
import { Suspense, lazy, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Picked } from './use-client-search.ts'

const PlanDialog = lazy(() => import('./PlanDialog.tsx').then((file) => ({ default: file.PlanDialog })))

/** Opens the dialog that plans a session, with this client where one is named. */
export function PlanButton({
  client,
  variant = 'filled',
}: {
  client?: Picked
  variant?: 'filled' | 'default' | 'light'
}) {
  const { t } = useTranslation('session')
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant={variant} leftSection={<IconCalendarPlus size={18} aria-hidden />} onClick={() => setOpen(true)}>
        {t('new')}
      </Button>
      {open && (
        <Suspense>
          <PlanDialog client={client ?? null} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
