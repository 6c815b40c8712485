import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { query } from '../../platform/api.ts'
import { taskSeconds, usePolling } from '../../platform/polling.ts'
import classes from './OpenCount.module.css'
import { useLiveTasks } from './live.ts'

/**
 * The number of open tasks in the sidebar. Live updates refresh it, polling every 60 s while the socket is down [7.11].
 */
export function OpenCount() {
  const { t } = useTranslation('shell')
  useLiveTasks()
  const read = useQuery({ ...query.task.counts.queryOptions({ input: {} }), refetchInterval: usePolling(taskSeconds) })
  const open = read.data?.open ?? 0
  if (open === 0) return null
  return (
    <span className={classes.count} title={t('openTasks', { count: open })}>
      {open > 99 ? '99+' : open}
    </span>
  )
}
