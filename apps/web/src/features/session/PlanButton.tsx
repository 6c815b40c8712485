import { Button } from '@mantine/core'
import { IconCalendarPlus } from '@tabler/icons-react'
import { Suspense, lazy, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Picked } from './use-client-search.ts'
import type { When } from './when.ts'

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

/** The dialog that plans a session at a time that was pointed at; without minutes it lasts as long as usual. */
export function PlanAt({ at, onClose }: { at: When | null; onClose: () => void }) {
  return (
    <Suspense>
      <PlanDialog at={at} onClose={onClose} />
    </Suspense>
  )
}
