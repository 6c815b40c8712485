import { Button } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { TextLink } from '../../../../ui/base/TextLink.tsx'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import { lazyInBoundary } from '../../../../platform/lazy-named.ts'
import { EmptyState } from '../../../../ui/page/loading/EmptyState.tsx'
import { RowSkeletons } from '../../../../ui/page/loading/ListStates.tsx'
import { Query } from '../../../../ui/page/loading/Query.tsx'
import { Section } from '../../../../ui/page/Section.tsx'
import { useActingFor } from '../frame/acting-for.ts'
import { AnswerButtons } from './AnswerButtons.tsx'
import classes from './GuardedSessions.module.css'
import { GuardedSessionRows } from './GuardedSessionRows.tsx'
import { useSubscribeToGuardedSessions } from './use-guarded-sessions.ts'

const GuardianTimeDialog = lazyInBoundary(() => import('./GuardianTimeDialog.tsx'), 'GuardianTimeDialog')

/** The sessions of a client on the home of a guardian: those that await an answer, then the next ones. */
export function GuardianSessionsSection({ clientId }: { clientId: string }) {
  const { t } = useTranslation('guardianSession')
  useSubscribeToGuardedSessions()
  const home = useQuery(orpc.guardian.home.queryOptions({ input: { actingFor: clientId } }))
  const awaiting = home.data?.awaiting ?? []
  return (
    <>
      {awaiting.length > 0 && (
        <Section title={t('awaiting')} count={awaiting.length} tint="answer" rows>
          <GuardedSessionRows
            clientId={clientId}
            sessions={awaiting}
            end={(session) =>
              session.may.accept || session.may.decline ? <AnswerButtons clientId={clientId} session={session} /> : null
            }
          />
        </Section>
      )}
      <Section title={t('next')} rows action={<RequestButton />}>
        <Query of={home} pending={<RowSkeletons rows={3} avatar={false} />} failed={t('failed')} again={t('again')}>
          {({ upcoming }) => (
            <>
              {upcoming.length > 0 ? (
                <GuardedSessionRows clientId={clientId} sessions={upcoming} />
              ) : (
                <EmptyState icon={IconCalendar} title={t('none')} text={t('noneText')} level="h3" />
              )}
              <div className={classes.foot}>
                <TextLink to="/for/$clientId/sessions" params={{ clientId }}>
                  {t('all')}
                </TextLink>
              </div>
            </>
          )}
        </Query>
      </Section>
    </>
  )
}

/** The button with which a guardian requests a session. Renders nothing without the right to request sessions. */
export function RequestButton() {
  const { t } = useTranslation('guardianSession')
  const [open, setOpen] = useState(false)
  if (!useActingFor().rights.includes('requests')) return null
  return (
    <>
      <Button variant="light" size="sm" onClick={() => setOpen(true)}>
        {t('act.request')}
      </Button>
      <Suspense>{open && <GuardianTimeDialog session={null} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
