import type { Session } from '@attune/contract/features/session'
import { shortName } from '@attune/contract/features/account.rules'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../platform/use-locale.ts'
import { MetaList } from '../../ui/page/MetaList.tsx'
import { PersonAvatar } from '../../ui/page/PersonAvatar.tsx'
import { timeText } from '../../ui/page/date-text.ts'
import { NoteStatusBadge } from '../note/note.ts'
import { FormatLabel, JoinButton, SessionStatusBadge, counterpartOf } from '../session/session.ts'
import classes from './TodayAgenda.module.css'
import { agendaItems, type AgendaItem } from './agenda-items.ts'
import { useDurationText } from './use-duration-text.ts'

/** Lists today's sessions by time, with a line at the current time. */
export function TodayAgenda({ sessions, now }: { sessions: Session[]; now: Date }) {
  const { t } = useTranslation('dashboard')
  const reader = useLocale()
  const length = useDurationText()
  return (
    <ol className={classes.list}>
      {agendaItems(sessions, now).map((item) => {
        if (item.kind === 'now') {
          return (
            <li key="now" className={classes.now}>
              {t('today.now', { time: timeText(now.toISOString(), reader) })}
            </li>
          )
        }
        if (item.kind === 'free') {
          return (
            <li key={`free ${item.from}`} className={classes.free}>
              <span>{timeText(item.from, reader)}</span>
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
  const reader = useLocale()
  const { session, when } = item
  const names = session.participants.map(shortName).join(', ')
  const person = counterpartOf(session, 'therapist')
  const minutes = Math.max(1, Math.ceil((Date.parse(session.startsAt) - now.getTime()) / 60_000))
  const soon = when === 'next' && minutes < 60
  return (
    <li className={classes.entry} data-when={when}>
      <div className={classes.time}>
        <time dateTime={session.startsAt}>{timeText(session.startsAt, reader)}</time>
        <span>{soon ? t('today.inMinutes', { count: minutes }) : timeText(session.endsAt, reader)}</span>
      </div>
      <PersonAvatar
        personId={person.personId}
        name={person.name}
        url={person.avatarUrl}
        several={person.several}
        size={34}
      />
      <div className={classes.words}>
        <Link
          className={classes.name}
          to="/dashboard/$userType/sessions/session-details"
          params={{ userType: 'therapist' }}
          search={{ id: session.id }}
        >
          {names}
        </Link>
        <MetaList>
          {t(`session:kind.${session.therapyType}`)}
          <FormatLabel session={session} place />
        </MetaList>
      </div>
      {(when === 'next' || when === 'running') && <JoinButton session={session} />}
      <NoteStatusBadge
        session={session}
        otherwise={<SessionStatusBadge status={session.status} viewer="therapist" />}
      />
    </li>
  )
}
