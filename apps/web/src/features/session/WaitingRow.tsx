import { shortName } from '@attune/contract/features/account'
import type { Viewer } from '@attune/contract/features/session.states'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { OpenButtons } from './OpenButtons.tsx'
import { Availability, LateMark, OpenTimes, Rivals, asksForTime } from './OpenWords.tsx'
import { FormatFact } from './marks.tsx'
import { openOf, type Waiting } from './waiting.ts'
import classes from './WaitingRow.module.css'

type Props = {
  waiting: Waiting
  viewer: Viewer
  /** How many sessions of its series the viewer can accept at once from this row. */
  together?: number
}

/**
 * One item that awaits an answer: who asks what, the old and the new time, the answer buttons, and whether the time is
 * free. Used on dashboards, on the sessions page and in a client's profile.
 */
export function WaitingRow({ waiting, viewer, together = 0 }: Props) {
  const { t } = useTranslation('negotiation')
  const open = openOf(waiting, viewer)
  if (!open) return null
  const { session, change } = waiting
  const asker = session.participants.filter((person) => !change || person.clientId === change.clientId)
  const name = viewer === 'client' ? session.therapist.name : asker.map(shortName).join(', ')
  return (
    <div className={classes.row}>
      <Link
        className={classes.who}
        to="/dashboard/$userType/sessions/session-details"
        params={{ userType: viewer }}
        search={{ id: session.id }}
      >
        <strong>{name}</strong> {t(`verb.${viewer}.${open.kind}`, { count: asker.length })}
      </Link>
      <OpenTimes open={open} span={false} />
      <div className={classes.foot}>
        <div className={classes.buttons}>
          <OpenButtons session={session} open={open} viewer={viewer} filled={false} together={together} />
        </div>
        <div className={classes.marks}>
          {asksForTime(open, viewer) && <Availability conflicts={waiting.conflicts} brief />}
          {asksForTime(open, viewer) && waiting.rivals.length > 0 && <Rivals rivals={waiting.rivals} brief />}
          <LateMark open={open} />
          {open.kind === 'request' && (
            <span className={classes.format}>
              <FormatFact session={session} />
            </span>
          )}
        </div>
      </div>
    </div>
  )
}
