import { VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../platform/api/api.ts'
import { taskPollSeconds, usePolling } from '../../../platform/realtime/use-polling.ts'
import classes from './OpenTaskCount.module.css'
import { useSubscribeToTasks } from './subscription.ts'

/**
 * Shows the number of open tasks in the sidebar or, with `inTabBar`, in the tab bar, and updates it live. While the socket is not connected, polls
 * the number every 60 seconds [7.11].
 */
export function OpenTaskCount({ inTabBar = false }: { inTabBar?: boolean }) {
  const { t } = useTranslation('shell')
  useSubscribeToTasks()
  const read = useQuery({
    ...orpc.task.counts.queryOptions({ input: {} }),
    refetchInterval: usePolling(taskPollSeconds),
  })
  const open = read.data?.open ?? 0
  if (open === 0) return null
  const label = t('openTasks', { count: open })
  const shown = open > 99 ? '99+' : open
  if (!inTabBar)
    return (
      <span className={classes.count} title={label}>
        {shown}
      </span>
    )
  return (
    <span className={classes.inTabBar} title={label}>
      <span aria-hidden>{shown}</span>
      <VisuallyHidden>{label}</VisuallyHidden>
    </span>
  )
}
