import { Button, VisuallyHidden } from '@mantine/core'
import { IconCalendarOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, getRouteApi } from '@tanstack/react-router'
import { Suspense, lazy, useEffect, useEffectEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../../platform/api.ts'
import { codeOf } from '../../platform/faults.ts'
import { useMe } from '../../platform/login.ts'
import { Empty } from '../../ui/Empty.tsx'
import { Panel } from '../../ui/Section.tsx'
import { SheetWaiting } from '../../ui/SheetWaiting.tsx'
import { LoadFailed } from '../../ui/Waiting.tsx'
import { useNow } from '../../ui/use-now.ts'
import { useLiveSessions } from './acts.ts'
import { SessionDialogs } from './SessionDialogs.tsx'

// The view's code is fetched in parallel with the session that it will show.
const view = import('./SessionSheet.tsx')
const SessionSheet = lazy(() => view.then((file) => ({ default: file.SessionSheet })))

const route = getRouteApi('/dashboard/$userType/sessions/session-details')

/** The page of one session. An open dialog keeps its input even if the session is no longer visible to the viewer. */
export function SessionDetails() {
  const { id } = route.useSearch()
  useLiveSessions()
  return (
    <SessionDialogs key={id}>
      <LoadedSession id={id} />
    </SessionDialogs>
  )
}

function LoadedSession({ id }: { id: string }) {
  const { t } = useTranslation('session')
  const me = useMe()
  const read = useQuery(query.session.get.queryOptions({ input: { id } }))
  const now = useNow()
  const started = read.data ? Date.parse(read.data.session.startsAt) <= now.getTime() : null
  useRefetchAtStart(started, () => void read.refetch())
  if (!me || me.role === 'admin') return null
  const viewer = me.role
  if (read.isPending) return <SheetWaiting title={t('details.title')} />
  if (['NOT_FOUND', 'BAD_REQUEST'].includes(codeOf(read.error))) return <Missing viewer={viewer} />
  if (read.data)
    return (
      <Suspense fallback={<SheetWaiting title={t('details.title')} />}>
        <SessionSheet details={read.data} viewer={viewer} />
      </Suspense>
    )
  return (
    <Panel>
      <VisuallyHidden component="h1">{t('details.title')}</VisuallyHidden>
      <LoadFailed words={t('loadFailed')} again={t('again')} onAgain={() => void read.refetch()} />
    </Panel>
  )
}

/** Reads the session again when it begins while the page is open, because the allowed actions change at that moment. */
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
    <Panel>
      <Empty icon={IconCalendarOff} level="h1" title={t('details.notFound')} text={t('details.notFoundText')}>
        <Button
          variant="light"
          renderRoot={(props) => <Link to="/dashboard/$userType/sessions" params={{ userType: viewer }} {...props} />}
        >
          {t('details.all')}
        </Button>
      </Empty>
    </Panel>
  )
}
