import { Button } from '@mantine/core'
import { IconCalendarPlus } from '@tabler/icons-react'
import { Suspense, lazy, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Picked } from './use-client-search.ts'
import type { When } from './when.ts'

const PlanDialog = lazy(() => import('./PlanDialog.tsx').then((file) => ({ default: file.PlanDialog })))

/** Opens the dialog that schedules a session, with `client` already selected if given. */
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

/**
 * The schedule dialog for a time that was chosen in the calendar. If `at` has no minutes, the therapist's usual
 * duration applies.
 */
export function PlanAt({ at, onClose }: { at: When | null; onClose: () => void }) {
  return (
    <Suspense>
      <PlanDialog at={at} onClose={onClose} />
    </Suspense>
  )
}
