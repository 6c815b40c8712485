import type { Session } from '@attune/contract/features/session'
import { Button } from '@mantine/core'
import { Suspense, lazy, useState } from 'react'
import { useTranslation } from 'react-i18next'

const MoveDialog = lazy(() => import('./MoveDialog.tsx').then((file) => ({ default: file.MoveDialog })))
const CancelDialog = lazy(() => import('./reasonDialogs.tsx').then((file) => ({ default: file.CancelDialog })))

/** What the therapist may do with a session at any time: move it, call it off. */
export function SessionActions({ session }: { session: Session }) {
  const { t } = useTranslation('session')
  const [open, setOpen] = useState<'move' | 'cancel' | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      {session.may.move && (
        <Button variant="default" onClick={() => setOpen('move')}>
          {t('move')}
        </Button>
      )}
      {session.may.cancel && (
        <Button variant="default" onClick={() => setOpen('cancel')}>
          {t('cancel')}
        </Button>
      )}
      <Suspense>
        {open === 'move' && <MoveDialog session={session} onClose={close} />}
        {open === 'cancel' && <CancelDialog session={session} onClose={close} />}
      </Suspense>
    </>
  )
}
