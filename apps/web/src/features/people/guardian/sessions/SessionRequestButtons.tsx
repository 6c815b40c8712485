import type { GuardedSession } from '@attune/contract/features/people/guardian/guardian.sessions'
import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, createId } from '../../../../platform/api/api.ts'
import { lazyInBoundary, lazyNamed } from '../../../../platform/lazy-named.ts'
import { useActingFor } from '../frame/acting-for.ts'
import classes from './GuardedSessions.module.css'
import { useGuardianStep } from './use-guarded-sessions.ts'

const GuardianTimeDialog = lazyInBoundary(() => import('./GuardianTimeDialog.tsx'), 'GuardianTimeDialog')
const GuardianReasonDialog = lazyNamed(() => import('./GuardianReasonDialog.tsx'), 'GuardianReasonDialog')

/** The buttons with which a guardian asks to move or cancel a session, or withdraws a request. */
export function SessionRequestButtons({ session }: { session: GuardedSession }) {
  const { t } = useTranslation('guardianSession')
  const { clientId } = useActingFor()
  const [dialog, setDialog] = useState<'move' | 'cancel' | null>(null)
  const [command] = useState(createId)
  const withdraw = useGuardianStep({
    send: () => api.guardian.withdrawSession({ actingFor: clientId, id: session.id, command }),
    done: () => t('done.withdraw'),
  })
  const { may } = session
  if (!may.move && !may.cancel && !may.withdraw) return null
  return (
    <div className={classes.actions}>
      {may.move && (
        <Button variant="default" onClick={() => setDialog('move')}>
          {t('act.move')}
        </Button>
      )}
      {may.cancel && (
        <Button variant="default" c="var(--attune-danger)" onClick={() => setDialog('cancel')}>
          {t('act.cancel')}
        </Button>
      )}
      {may.withdraw && (
        <Button variant="default" loading={withdraw.isPending} onClick={() => withdraw.mutate()}>
          {t('act.withdraw')}
        </Button>
      )}
      <Suspense>
        {dialog === 'move' && <GuardianTimeDialog session={session} onClose={() => setDialog(null)} />}
      </Suspense>
      {dialog === 'cancel' && (
        <GuardianReasonDialog
          step="cancel"
          session={session}
          send={(reason, id) => api.guardian.requestCancel({ actingFor: clientId, id, sessionId: session.id, reason })}
          onClose={() => setDialog(null)}
        />
      )}
    </div>
  )
}
