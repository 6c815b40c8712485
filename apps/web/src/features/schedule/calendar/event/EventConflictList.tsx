import type { Conflict } from '@attune/contract/features/schedule/session/session'
import { useTranslation } from 'react-i18next'
import { useConflictText } from '../../session/session.ts'
import classes from './EventConflictList.module.css'

/**
 * Number of conflicts that fit without scrolling. A longer list is focusable, so that the person can scroll it with the
 * keyboard.
 */
const seen = 6

/** Lists all conflicts of an item or of its series. Saving despite conflicts accepts every listed conflict. */
export function EventConflictList({ conflicts }: { conflicts: Conflict[] }) {
  const { t } = useTranslation('calendar')
  const conflictText = useConflictText()
  const list = { role: 'list', 'aria-label': t('move.taken'), ...(conflicts.length > seen && { tabIndex: 0 }) }
  return (
    <ul className={classes.list} {...list}>
      {conflicts.map((conflict) => (
        <li key={`${conflict.kind} ${conflict.startsAt} ${conflict.sessionId}`}>{conflictText(conflict)}</li>
      ))}
    </ul>
  )
}
