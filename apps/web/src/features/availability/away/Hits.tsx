import type { Absence } from '@attune/contract/features/availability'
import type { Session } from '@attune/contract/features/session'
import { Button, Group, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense, lazy, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../../../platform/api.ts'
import { Facts } from '../../../ui/Facts.tsx'
import { Note } from '../../../ui/Note.tsx'
import { Row, Section } from '../../../ui/Section.tsx'
import { LoadFailed } from '../../../ui/Waiting.tsx'
import { FormatFact, Moment, SessionMark, otherSide, useAsk } from '../../session/session.ts'
import classes from '../timetable.module.css'

const AllDialog = lazy(() => import('./AllDialog.tsx').then((file) => ({ default: file.AllDialog })))

/** Sessions shown before 'Show all'. */
const fewAtFirst = 5

type Props = { absence: Absence; onClose: () => void }

/** The sessions in the time of an absence. Each can be moved or cancelled, or all of them with one reason. */
export function Hits({ absence, onClose }: Props) {
  const { t } = useTranslation('timetable')
  const { startsAt, endsAt } = absence
  const read = useQuery(query.availability.absenceHits.queryOptions({ input: { startsAt, endsAt } }))
  const [all, setAll] = useState(false)
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => {
    container.current?.focus({ preventScroll: true })
    container.current?.scrollIntoView?.({ block: 'start' })
  }, [absence.id])
  const items = read.data?.items ?? []
  const [whole, setWhole] = useState(false)
  const shown = whole ? items : items.slice(0, fewAtFirst)
  const more = (read.data?.total ?? 0) - items.length
  const what = absence.title || t('away.untitled')
  return (
    <div ref={container} tabIndex={-1} className={classes.hits}>
      {read.isError && !read.data ? (
        <LoadFailed words={t('away.failed')} again={t('again')} onAgain={() => void read.refetch()} />
      ) : read.data && items.length === 0 ? (
        <Note
          kind="calm"
          action={
            <Button variant="default" size="compact-sm" onClick={onClose}>
              {t('hits.close')}
            </Button>
          }
        >
          {t('hits.none', { what })}
        </Note>
      ) : (
        <Section
          rows
          tint="answer"
          title={t('hits.title', { count: read.data?.total ?? 0, what })}
          hint={t('hits.hint')}
          action={
            <Group gap="xs">
              {items.length > 1 && (
                <Button variant="default" size="compact-sm" onClick={() => setAll(true)}>
                  {t('hits.all')}
                </Button>
              )}
              <Button variant="subtle" size="compact-sm" onClick={onClose}>
                {t('hits.leave')}
              </Button>
            </Group>
          }
        >
          {!read.data && <Skeleton height={56} m="sm" />}
          {shown.map((session) => (
            <HitRow key={session.id} session={session} />
          ))}
          {shown.length < items.length && (
            <Row>
              <Button variant="subtle" size="compact-sm" onClick={() => setWhole(true)}>
                {t('hits.showAll', { count: items.length })}
              </Button>
            </Row>
          )}
          {more > 0 && <p className={classes.nothing}>{t('hits.more', { count: more })}</p>}
        </Section>
      )}
      {all && (
        <Suspense>
          <AllDialog sessions={items} what={what} onClose={() => setAll(false)} />
        </Suspense>
      )}
    </div>
  )
}

function HitRow({ session }: { session: Session }) {
  const { t } = useTranslation('session')
  const ask = useAsk()
  const { name } = otherSide(session, 'therapist')
  return (
    <Row wraps>
      <div className={classes.words}>
        <Link
          className={classes.hit}
          to="/dashboard/$userType/sessions/session-details"
          params={{ userType: 'therapist' }}
          search={{ id: session.id }}
        >
          <Moment at={session.startsAt} /> {name}
        </Link>
        <Facts>
          <SessionMark status={session.status} viewer="therapist" />
          <FormatFact session={session} place />
        </Facts>
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
    </Row>
  )
}
