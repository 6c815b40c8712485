import { shortName } from '@attune/contract/features/people/account/account.rules'
import type { ViewerRole } from '@attune/contract/features/schedule/session/session.states'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { OpenQuestionButtons } from './OpenQuestionButtons.tsx'
import {
  SlotAvailabilityBadge,
  LateRequestBadge,
  OpenQuestionTimes,
  CompetingRequestsBadge,
  showsAvailability,
} from './OpenQuestionText.tsx'
import { FormatLabel } from '../summary/status.tsx'
import type { OpenQuestion } from './open-question.ts'
import { openQuestionOfItem, type AwaitingAnswerItem } from './awaiting-answer-item.ts'
import classes from './AwaitingAnswerRow.module.css'

type Props = {
  waiting: AwaitingAnswerItem
  viewer: ViewerRole
  /** The number of sessions of the same series that the viewer can accept at once with this row. */
  together?: number
  /** Whether the row is compact: marks beside the times, and small buttons. For lists that also contain items of other kinds. */
  compact?: boolean
}

/** Shows one item that awaits an answer: the request, the old and the new time, the answer buttons, and whether the therapist is free. */
export function AwaitingAnswerRow({ waiting, viewer, together = 0, compact = false }: Props) {
  const { t } = useTranslation('negotiation')
  const open = openQuestionOfItem(waiting, viewer)
  if (!open) return null
  const { session, change } = waiting
  const asker = session.participants.filter((person) => !change || person.clientId === change.clientId)
  const name = viewer === 'client' ? session.therapist.name : asker.map(shortName).join(', ')
  const marks = <RowMarks waiting={waiting} open={open} viewer={viewer} />
  return (
    <div className={classes.row} data-compact={compact || undefined}>
      <Link
        className={classes.who}
        to="/dashboard/$userType/sessions/session-details"
        params={{ userType: viewer }}
        search={{ id: session.id }}
      >
        <strong>{name}</strong> {t(`verb.${viewer}.${open.kind}`, { count: asker.length })}
      </Link>
      <div className={classes.times}>
        <OpenQuestionTimes open={open} span={false} />
        {compact && marks}
      </div>
      <div className={classes.foot}>
        <div className={classes.buttons}>
          <OpenQuestionButtons
            session={session}
            open={open}
            viewer={viewer}
            filled={false}
            taken={showsAvailability(open, viewer) && waiting.conflicts.length > 0}
            together={together}
          />
        </div>
        {!compact && marks}
      </div>
    </div>
  )
}

type MarksProps = Pick<Props, 'waiting' | 'viewer'> & { open: OpenQuestion }

/** Shows whether the requested time is free, late or wanted by others, and the format of a requested session. */
function RowMarks({ waiting, open, viewer }: MarksProps) {
  return (
    <div className={classes.marks}>
      {showsAvailability(open, viewer) && (
        <SlotAvailabilityBadge conflicts={waiting.conflicts} withinAvailability={waiting.withinAvailability} brief />
      )}
      {showsAvailability(open, viewer) && waiting.rivals.length > 0 && (
        <CompetingRequestsBadge rivals={waiting.rivals} brief />
      )}
      <LateRequestBadge open={open} />
      {open.kind === 'request' && (
        <span className={classes.format}>
          <FormatLabel session={waiting.session} />
        </span>
      )}
    </div>
  )
}
