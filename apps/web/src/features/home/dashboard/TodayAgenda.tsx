import type { SessionId } from '@attune/contract/common/ids'
import { shortName } from '@attune/contract/features/people/account/account.rules'
import type { DaySession } from '@attune/contract/features/home/dashboard/dashboard'
import { ActionIcon, Button } from '@mantine/core'
import { IconArrowsExchange, IconFileCheck, IconFilePencil } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { MetaList } from '../../../ui/page/row/MetaList.tsx'
import { PersonAvatar } from '../../../ui/page/row/PersonAvatar.tsx'
import { StatusBadge } from '../../../ui/page/status/StatusBadge.tsx'
import { timeText } from '../../../ui/page/date-text.ts'
import { FormatLabel, JoinButton, mayJoin, SessionStatusBadge } from '../../schedule/session/session.ts'
import classes from './TodayAgenda.module.css'
import { agendaItems, type AgendaItem } from './agenda-items.ts'
import { useDurationText } from './use-duration-text.ts'

/** The statuses of upcoming sessions for which the agenda shows a link that moves the session. */
const movable = new Set<DaySession['status']>(['scheduled', 'confirmed', 'rescheduled'])

/** Lists today's sessions by time, with a line at the current time. */
export function TodayAgenda({ sessions, now }: { sessions: DaySession[]; now: Date }) {
  const { t } = useTranslation('dashboard')
  const locale = useLocale()
  const length = useDurationText()
  return (
    <ol className={classes.list}>
      {agendaItems(sessions, now).map((item) => {
        if (item.kind === 'now') {
          return (
            <li key="now" className={classes.now}>
              {t('today.now', { time: timeText(now.toISOString(), locale) })}
            </li>
          )
        }
        if (item.kind === 'free') {
          return (
            <li key={`free ${item.from}`} className={classes.free}>
              <span>{timeText(item.from, locale)}</span>
              {t('today.free', { length: length(item.minutes) })}
            </li>
          )
        }
        return <AgendaEntry key={item.session.id} item={item} now={now} />
      })}
    </ol>
  )
}

function AgendaEntry({ item, now }: { item: Extract<AgendaItem, { kind: 'session' }>; now: Date }) {
  const { t } = useTranslation(['dashboard', 'session'])
  const { session, when } = item
  const [one, ...others] = session.participants
  const isCurrent = when === 'next' || when === 'running'
  return (
    <li className={classes.entry} data-when={when}>
      <EntryTime item={item} now={now} />
      <PersonAvatar
        personId={one?.personId ?? session.id}
        name={session.participants.map((person) => `${person.firstName} ${person.lastName}`.trim()).join(', ')}
        url={others.length > 0 ? null : (one?.avatarUrl ?? null)}
        several={others.length > 0}
        size={34}
      />
      <div className={classes.texts}>
        <Link
          className={classes.name}
          to="/dashboard/$userType/sessions/session-details"
          params={{ userType: 'therapist' }}
          search={{ id: session.id }}
        >
          {session.participants.map(shortName).join(', ')}
        </Link>
        <MetaList>
          {t(`session:kind.${session.therapyType}`)}
          <FormatLabel session={session} place />
        </MetaList>
      </div>
      {session.note ? (
        <NoteLink id={session.id} note={session.note} />
      ) : (
        !(when === 'running' && session.status === 'confirmed') && (
          <span className={classes.status}>
            <SessionStatusBadge session={session} viewer="therapist" />
          </span>
        )
      )}
      {(when === 'next' || when === 'later') && movable.has(session.status) && <MoveLink session={session} />}
      {(isCurrent || mayJoin(session, now)) && (
        <div className={classes.actions}>
          {isCurrent && <OpenNotes id={session.id} />}
          <JoinButton session={session} />
        </div>
      )}
    </li>
  )
}

function EntryTime({ item: { session, when }, now }: { item: Extract<AgendaItem, { kind: 'session' }>; now: Date }) {
  const { t } = useTranslation('dashboard')
  const locale = useLocale()
  const minutes = Math.max(1, Math.ceil((Date.parse(session.startsAt) - now.getTime()) / 60_000))
  const soon = when === 'next' && minutes < 60
  return (
    <div className={classes.time}>
      <time dateTime={session.startsAt}>{timeText(session.startsAt, locale)}</time>
      <span>{soon ? t('today.inMinutes', { count: minutes }) : timeText(session.endsAt, locale)}</span>
    </div>
  )
}

/** A link to the dialog that moves a session. On a phone, only the session page has this link. */
function MoveLink({ session }: { session: DaySession }) {
  const { t } = useTranslation('dashboard')
  const label = t('today.move', { name: session.participants.map(shortName).join(', ') })
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={32}
      className={classes.move}
      aria-label={label}
      title={label}
      renderRoot={(props) => (
        <Link
          to="/dashboard/$userType/sessions/session-details"
          params={{ userType: 'therapist' }}
          search={{ id: session.id, move: true }}
          {...props}
        />
      )}
    >
      <IconArrowsExchange size={18} stroke={1.75} aria-hidden />
    </ActionIcon>
  )
}

/** A link to the note of a session that is over, with the state of the note. */
function NoteLink({ id, note }: { id: SessionId; note: NonNullable<DaySession['note']> }) {
  const { t } = useTranslation('note')
  const textKeys = { missing: 'mark.toWrite', begun: 'mark.begun', signed: 'mark.done' } as const
  return (
    <Link
      className={classes.note}
      to="/dashboard/$userType/sessions/session-details"
      params={{ userType: 'therapist' }}
      search={{ id }}
      hash="note"
    >
      <StatusBadge
        icon={note === 'signed' ? IconFileCheck : IconFilePencil}
        tone={note === 'signed' ? 'quiet' : 'warning'}
      >
        {t(textKeys[note])}
      </StatusBadge>
    </Link>
  )
}

function OpenNotes({ id }: { id: SessionId }) {
  const { t } = useTranslation('dashboard')
  return (
    <Button
      variant="default"
      renderRoot={(props) => (
        <Link
          to="/dashboard/$userType/sessions/session-details"
          params={{ userType: 'therapist' }}
          search={{ id }}
          hash="note"
          {...props}
        />
      )}
    >
      {t('today.openNotes')}
    </Button>
  )
}
