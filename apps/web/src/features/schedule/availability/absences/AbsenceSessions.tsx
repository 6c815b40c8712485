import type { Absence } from '@attune/contract/features/schedule/availability/availability'
import type { Session } from '@attune/contract/features/schedule/session/session'
import { Button, Group, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { orpc } from '../../../../platform/api/api.ts'
import { MetaList } from '../../../../ui/page/row/MetaList.tsx'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { CardRow, Section } from '../../../../ui/page/Section.tsx'
import { Query } from '../../../../ui/page/loading/Query.tsx'
import { FormatLabel, Moment, SessionStatusBadge, counterpartOf, useOpenSessionDialog } from '../../session/session.ts'
import classes from '../timetable/timetable.module.css'

const AbsenceSessionsDialog = lazyNamed(() => import('./AbsenceSessionsDialog.tsx'), 'AbsenceSessionsDialog')

/** Number of sessions that are shown before the therapist presses 'Show all'. */
const fewAtFirst = 5

type Props = { absence: Absence; onClose: () => void }

/**
 * Lists the sessions in the time of an absence. The therapist moves or cancels them one by one, or all at once with the
 * same reason.
 */
export function AbsenceSessions({ absence, onClose }: Props) {
  const { t } = useTranslation('timetable')
  const { startsAt, endsAt } = absence
  const read = useQuery(orpc.availability.sessionsDuringTimeOff.queryOptions({ input: { startsAt, endsAt } }))
  const [all, setAll] = useState(false)
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => {
    container.current?.focus({ preventScroll: true })
    container.current?.scrollIntoView?.({ block: 'start' })
  }, [absence.id])
  const items = read.data?.items ?? []
  const what = absence.title || t('away.untitled')
  return (
    <div ref={container} tabIndex={-1} className={classes.hits}>
      {read.isError && !read.data ? (
        <Query of={read} failed={t('affected.failed')} again={t('again')} />
      ) : read.data && items.length === 0 ? (
        <NoSessions what={what} onClose={onClose} />
      ) : (
        <SessionList hits={read.data} what={what} onAll={() => setAll(true)} onClose={onClose} />
      )}
      {all && <AbsenceSessionsDialog sessions={items} what={what} onClose={() => setAll(false)} />}
    </div>
  )
}

function NoSessions({ what, onClose }: { what: string; onClose: () => void }) {
  const { t } = useTranslation('timetable')
  return (
    <Callout
      kind="calm"
      action={
        <Button variant="default" size="compact-sm" onClick={onClose}>
          {t('affected.close')}
        </Button>
      }
    >
      {t('affected.none', { what })}
    </Callout>
  )
}

type ListProps = {
  hits: { items: Session[]; total: number } | undefined
  what: string
  onAll: () => void
  onClose: () => void
}

/** Lists the first sessions. Buttons show all sessions, and change all sessions at once. */
function SessionList({ hits, what, onAll, onClose }: ListProps) {
  const { t } = useTranslation('timetable')
  const [whole, setWhole] = useState(false)
  const { items, total } = hits ?? { items: [], total: 0 }
  const shown = whole ? items : items.slice(0, fewAtFirst)
  return (
    <Section
      rows
      tint="answer"
      title={t('affected.title', { count: total, what })}
      hint={t('affected.hint')}
      action={
        <Group gap="xs">
          {items.length > 1 && (
            <Button variant="default" size="compact-sm" onClick={onAll}>
              {t('affected.all')}
            </Button>
          )}
          <Button variant="subtle" size="compact-sm" onClick={onClose}>
            {t('affected.leave')}
          </Button>
        </Group>
      }
    >
      {!hits && <Skeleton height={56} m="sm" />}
      {shown.map((session) => (
        <HitRow key={session.id} session={session} />
      ))}
      {shown.length < items.length && (
        <CardRow>
          <Button variant="subtle" size="compact-sm" onClick={() => setWhole(true)}>
            {t('affected.showAll', { count: items.length })}
          </Button>
        </CardRow>
      )}
      {total > items.length && <p className={classes.nothing}>{t('affected.more', { count: total - items.length })}</p>}
    </Section>
  )
}

function HitRow({ session }: { session: Session }) {
  const { t } = useTranslation('session')
  const ask = useOpenSessionDialog()
  const { name } = counterpartOf(session, 'therapist')
  return (
    <CardRow wraps>
      <div className={classes.texts}>
        <Link
          className={classes.hit}
          to="/dashboard/$userType/sessions/session-details"
          params={{ userType: 'therapist' }}
          search={{ id: session.id }}
        >
          <Moment at={session.startsAt} /> {name}
        </Link>
        <MetaList>
          <SessionStatusBadge session={session} viewer="therapist" />
          <FormatLabel session={session} place />
        </MetaList>
      </div>
      <Group gap="xs">
        {session.may.move && (
          <Button variant="light" onClick={() => ask?.({ session, viewer: 'therapist', what: 'move' })}>
            {t('move')}
          </Button>
        )}
        {session.may.cancel && (
          <Button variant="default" onClick={() => ask?.({ session, viewer: 'therapist', what: 'cancel' })}>
            {t('cancel')}
          </Button>
        )}
        {session.may.deny && (
          <Button variant="default" onClick={() => ask?.({ session, viewer: 'therapist', what: 'deny' })}>
            {t('decline')}
          </Button>
        )}
      </Group>
    </CardRow>
  )
}
