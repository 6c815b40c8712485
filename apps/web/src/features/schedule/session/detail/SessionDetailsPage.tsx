import type { SessionId } from '@attune/contract/common/ids'
import { Button, VisuallyHidden } from '@mantine/core'
import { IconCalendarOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, getRouteApi } from '@tanstack/react-router'
import { Suspense, useEffect, useEffectEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyInBoundary } from '../../../../platform/lazy-named.ts'
import { orpc } from '../../../../platform/api/api.ts'
import { errorCode } from '../../../../platform/api/errors.ts'
import { useMe } from '../../../../platform/login/login.ts'
import { EmptyState } from '../../../../ui/page/loading/EmptyState.tsx'
import { Card } from '../../../../ui/page/Section.tsx'
import { DetailSkeleton } from '../../../../ui/page/loading/DetailSkeleton.tsx'
import { Query } from '../../../../ui/page/loading/Query.tsx'
import { useNow } from '../../../../ui/page/use-now.ts'
import { useSubscribeToSessions } from '../summary/mutations.ts'
import type { SessionDetailsProps } from './SessionDetailsView.tsx'
import { SessionDialogProvider, useOpenSessionDialog } from '../dialogs/SessionDialogProvider.tsx'
import { useMarkSubjectRead } from '../../../messages/notification/notification.ts'

// Starts to load the code of the view immediately, in parallel with the session.
const view = import('./SessionDetailsView.tsx')
const SessionDetailsView = lazyInBoundary(() => view, 'SessionDetailsView')

const route = getRouteApi('/dashboard/$userType/sessions/session-details')

/** Renders the page of one session. An open dialog keeps its input even if the viewer can no longer see the session. */
export function SessionDetailsPage({ SessionTasks }: Pick<SessionDetailsProps, 'SessionTasks'>) {
  const { id } = route.useSearch()
  useSubscribeToSessions()
  useMarkSubjectRead('session', id)
  return (
    <SessionDialogProvider key={id}>
      <OpenMoveDialog id={id} />
      <LoadedSession id={id} SessionTasks={SessionTasks} />
    </SessionDialogProvider>
  )
}

/** Opens the dialog to move the session if the URL requests it and the therapist is allowed to. Removes this parameter from the URL. */
function OpenMoveDialog({ id }: { id: SessionId }) {
  const { move = false } = route.useSearch()
  const navigate = route.useNavigate()
  const ask = useOpenSessionDialog()
  const me = useMe()
  const { data } = useQuery({ ...orpc.session.get.queryOptions({ input: { id } }), enabled: move })
  const session = move && me?.role === 'therapist' ? data?.session : undefined
  const open = useEffectEvent((of: NonNullable<typeof session>) => {
    void navigate({ search: { id }, hash: true, replace: true })
    if (of.may.move) ask?.({ session: of, viewer: 'therapist', what: 'move' })
  })
  useEffect(() => {
    if (session) open(session)
  }, [session])
  return null
}

function LoadedSession({ id, SessionTasks }: { id: SessionId } & Pick<SessionDetailsProps, 'SessionTasks'>) {
  const { t } = useTranslation('session')
  const me = useMe()
  const read = useQuery(orpc.session.get.queryOptions({ input: { id } }))
  const now = useNow()
  const started = read.data ? Date.parse(read.data.session.startsAt) <= now.getTime() : null
  useRefetchAtStart(started, () => void read.refetch())
  if (!me || me.role === 'admin') return null
  const viewer = me.role
  if (read.isPending) return <DetailSkeleton title={t('details.title')} />
  if (['NOT_FOUND', 'BAD_REQUEST'].includes(errorCode(read.error))) return <Missing viewer={viewer} />
  if (read.data)
    return (
      <Suspense fallback={<DetailSkeleton title={t('details.title')} />}>
        <SessionDetailsView details={read.data} viewer={viewer} SessionTasks={SessionTasks} />
      </Suspense>
    )
  return (
    <Card>
      <VisuallyHidden component="h1">{t('details.title')}</VisuallyHidden>
      <Query of={read} failed={t('loadFailed')} again={t('again')} />
    </Card>
  )
}

/** Reloads the session when it begins while the page is open, because the allowed actions change at that moment. */
function useRefetchAtStart(started: boolean | null, onStart: () => void) {
  const refetch = useEffectEvent(onStart)
  const before = useRef(started)
  useEffect(() => {
    if (started && before.current === false) refetch()
    before.current = started
  }, [started])
}

function Missing({ viewer }: { viewer: 'therapist' | 'client' }) {
  const { t } = useTranslation('session')
  return (
    <Card>
      <EmptyState icon={IconCalendarOff} level="h1" title={t('details.notFound')} text={t('details.notFoundText')}>
        <Button
          variant="light"
          renderRoot={(props) => <Link to="/dashboard/$userType/sessions" params={{ userType: viewer }} {...props} />}
        >
          {t('details.all')}
        </Button>
      </EmptyState>
    </Card>
  )
}
