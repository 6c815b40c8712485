import type { RecordOverview, SessionNoteState } from '@attune/contract/features/people/client/client.overview'
import { IconFileCheck, IconFilePencil } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { StatusBadge } from '../../../../ui/page/status/StatusBadge.tsx'
import { SessionCard } from '../../../schedule/session/session.ts'
import { useNow } from '../../../../ui/page/use-now.ts'
import classes from './ClientOverview.module.css'

/** The next and the last session of a client; a session that is running comes first. `overview` is undefined while it loads. */
export function OverviewSessions({ overview }: { overview: RecordOverview | undefined }) {
  const { t } = useTranslation(['client', 'clientOverview'])
  const now = useNow()
  const last = overview?.lastSession
  const isRunning = last !== null && last !== undefined && Date.parse(last.session.endsAt) > now.getTime()
  const note = last?.note ?? 'none'
  const cards = [
    <SessionCard key="next" title={t('profile.next')} session={overview?.nextSession} none={t('profile.noneBooked')} />,
    <SessionCard
      key="last"
      title={t(isRunning ? 'profile.current' : 'profile.last')}
      session={last === undefined ? undefined : (last?.session ?? null)}
      none={t('profile.noneYet')}
      {...(last?.session.status === 'completed' && {
        state: <NoteStateBadge state={note} />,
        link: t(`clientOverview:note.${note}Link`),
      })}
    />,
  ]
  return <div className={classes.pair}>{isRunning ? cards.reverse() : cards}</div>
}

function NoteStateBadge({ state }: { state: SessionNoteState }) {
  const { t } = useTranslation('clientOverview')
  const isSigned = state === 'signed'
  return (
    <StatusBadge icon={isSigned ? IconFileCheck : IconFilePencil} tone={isSigned ? 'quiet' : 'warning'}>
      {t(`note.${state}`)}
    </StatusBadge>
  )
}
