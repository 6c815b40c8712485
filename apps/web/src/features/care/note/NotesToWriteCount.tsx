import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../platform/api/api.ts'
import classes from '../../../ui/page/status/CountBadge.module.css'

/** The interval of refetches. No event announces that a session has ended and was added to the queue. */
const refetchMilliseconds = 5 * 60_000

/** Shows the number of notes that the therapist has to write or to sign, in the sidebar. */
export function NotesToWriteCount() {
  const { t } = useTranslation('shell')
  const read = useQuery({
    ...orpc.note.counts.queryOptions({ input: {} }),
    refetchInterval: refetchMilliseconds,
  })
  const count = read.data?.toWrite ?? 0
  if (count === 0) return null
  return (
    <span className={classes.count} title={t('notesToWrite', { count })}>
      {count > 99 ? '99+' : count}
    </span>
  )
}
