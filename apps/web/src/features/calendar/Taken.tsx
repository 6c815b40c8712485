import type { Conflict } from '@attune/contract/features/session'
import { useTranslation } from 'react-i18next'
import { useConflictWords } from '../session/session.ts'
import classes from './Taken.module.css'

/** So many are seen without scrolling. */
const seen = 6

/** All that is in the way of a block or of those that repeat it: a yes is one to each of them. */
export function Taken({ conflicts }: { conflicts: Conflict[] }) {
  const { t } = useTranslation('calendar')
  const words = useConflictWords()
  const list = { role: 'list', 'aria-label': t('move.taken'), ...(conflicts.length > seen && { tabIndex: 0 }) }
  return (
    <ul className={classes.list} {...list}>
      {conflicts.map((conflict) => (
        <li key={`${conflict.kind} ${conflict.startsAt} ${conflict.sessionId}`}>{words(conflict)}</li>
      ))}
    </ul>
  )
}
