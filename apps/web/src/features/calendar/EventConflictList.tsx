import type { Conflict } from '@attune/contract/features/session'
import { useTranslation } from 'react-i18next'
import { useConflictText } from '../session/session.ts'
import classes from './EventConflictList.module.css'

/** Conflicts that are visible without scrolling. */
const seen = 6

/** All conflicts of a time or of its repeats. Saving anyway accepts each of them, so all are listed. */
export function EventConflictList({ conflicts }: { conflicts: Conflict[] }) {
  const { t } = useTranslation('calendar')
  const words = useConflictText()
  const list = { role: 'list', 'aria-label': t('move.taken'), ...(conflicts.length > seen && { tabIndex: 0 }) }
  return (
    <ul className={classes.list} {...list}>
      {conflicts.map((conflict) => (
        <li key={`${conflict.kind} ${conflict.startsAt} ${conflict.sessionId}`}>{words(conflict)}</li>
      ))}
    </ul>
  )
}
