import type { Role } from '@attune/contract/features/people/account/account'
import { VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../platform/api/api.ts'
import { taskPollSeconds, usePolling } from '../../../platform/realtime/use-polling.ts'
import classes from './OpenTaskCount.module.css'
import { useSubscribeToTasks } from './subscription.ts'

/**
 * Shows the number of tasks that the viewer must deal with, in the sidebar or, with `inTabBar`, in the tab bar, and updates it live: a client's open
 * tasks; a therapist's overdue tasks and answers to review, because the other open tasks wait for the clients. While the socket is not connected,
 * polls the number every 60 seconds [7.11].
 */
export function OpenTaskCount({ viewer, inTabBar = false }: { viewer: Role; inTabBar?: boolean }) {
  const { t } = useTranslation('shell')
  useSubscribeToTasks()
  const read = useQuery({
    ...orpc.task.counts.queryOptions({ input: {} }),
    refetchInterval: usePolling(taskPollSeconds),
  })
  const { open = 0, overdue = 0, flagged = 0 } = read.data ?? {}
  const count = viewer === 'therapist' ? overdue + flagged : open
  if (count === 0) return null
  const label = t(viewer === 'therapist' ? 'tasksToReview' : 'openTasks', { count })
  const shown = count > 99 ? '99+' : count
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
