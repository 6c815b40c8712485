import type { GuardedSession } from '@attune/contract/features/people/guardian/guardian.sessions'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, createId } from '../../../../platform/api/api.ts'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import classes from './GuardedSessions.module.css'
import { useGuardianStep } from './use-guarded-sessions.ts'

const GuardianReasonDialog = lazyNamed(() => import('./GuardianReasonDialog.tsx'), 'GuardianReasonDialog')

/** The buttons with which a guardian accepts or declines the time of a session. */
export function AnswerButtons({ clientId, session }: { clientId: string; session: GuardedSession }) {
  const { t } = useTranslation('guardianSession')
  const [declines, setDeclines] = useState(false)
  const [command] = useState(createId)
  const accept = useGuardianStep({
    send: () => api.guardian.acceptSession({ actingFor: clientId, id: session.id, command }),
    done: () => t('done.accept'),
  })
  return (
    <div className={classes.actions}>
      {session.may.decline && (
        <Button variant="default" onClick={() => setDeclines(true)}>
          {t('act.decline')}
        </Button>
      )}
      {session.may.accept && (
        <Button loading={accept.isPending} onClick={() => accept.mutate()}>
          {t('act.accept')}
        </Button>
      )}
      {declines && (
        <GuardianReasonDialog
          step="decline"
          session={session}
          send={(reason, id) =>
            api.guardian.declineSession({ actingFor: clientId, id: session.id, command: id, reason })
          }
          onClose={() => setDeclines(false)}
        />
      )}
    </div>
  )
}
