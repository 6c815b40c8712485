import type { Task, TaskStatus } from '@attune/contract/features/care/task/task'
import type { Priority } from '@attune/contract/features/care/task/task.fields'
import {
  IconArrowDown,
  IconArrowUp,
  IconCircleCheckFilled,
  IconCircleDashed,
  IconCircleOff,
  IconClockExclamation,
  IconFlag,
  IconPlayerPlay,
  IconRepeat,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { StatusBadge, type IconType, type StatusTone } from '../../../ui/page/status/StatusBadge.tsx'
import { dayText, localDay, momentText } from '../../../ui/page/date-text.ts'
import classes from './status.module.css'

const statusStyles = {
  assigned: [IconCircleDashed, 'quiet'],
  'in-progress': [IconPlayerPlay, 'info'],
  completed: [IconCircleCheckFilled, 'quiet'],
  denied: [IconCircleOff, 'warning'],
} as const satisfies Record<TaskStatus, readonly [IconType, StatusTone]>

/** Shows one of the four stored statuses as icon and text. */
export function StoredTaskStatusBadge({ status }: { status: TaskStatus }) {
  const { t } = useTranslation('tasks')
  const [icon, tone] = statusStyles[status]
  return (
    <StatusBadge icon={icon} tone={tone}>
      {t(`status.${status}`)}
    </StatusBadge>
  )
}

/**
 * Shows the label of a task: overdue after its due day, pending while assigned or in progress, otherwise completed or
 * declined [4.01].
 */
export function TaskStatusBadge({ task }: { task: Pick<Task, 'status' | 'overdue'> }) {
  const { t } = useTranslation('tasks')
  if (task.overdue)
    return (
      <StatusBadge icon={IconClockExclamation} tone="warning">
        {t('overdue')}
      </StatusBadge>
    )
  if (task.status === 'completed' || task.status === 'denied') return <StoredTaskStatusBadge status={task.status} />
  const [icon, tone] = statusStyles[task.status]
  return (
    <StatusBadge icon={icon} tone={tone}>
      {t('pending')}
    </StatusBadge>
  )
}

const priorityIcons = { low: IconArrowDown, high: IconArrowUp } as const

/** Shows the priority of a task. Renders nothing for medium, the default priority. */
export function PriorityLabel({ priority }: { priority: Priority }) {
  const { t } = useTranslation('tasks')
  if (priority === 'medium') return null
  const Icon = priorityIcons[priority]
  return (
    <span className={classes.fact}>
      <Icon size={15} stroke={1.75} aria-hidden />
      {t(`priority.${priority}`)}
    </span>
  )
}

/** Shows the position of a task among its repetitions, e.g. '3 of 7'. */
export function TaskRepeatLabel({ repeat }: Pick<Task, 'repeat'>) {
  const { t } = useTranslation('tasks')
  if (!repeat) return null
  return (
    <span className={classes.fact}>
      <IconRepeat size={15} stroke={1.75} aria-hidden />
      {t('ofRepeat', { number: repeat.number, of: repeat.of })}
    </span>
  )
}

/** Marks an answer that the therapist has to review. */
export function FlaggedAnswerBadge() {
  const { t } = useTranslation('tasks')
  return (
    <StatusBadge icon={IconFlag} tone="danger">
      {t('flag.short')}
    </StatusBadge>
  )
}

/**
 * Returns a formatter for the due day of a task. For a completed task, returns the completion time. If a task is due today, the text says so instead
 * of naming the day. Without a due day, returns 'No due date', or an empty text for a declined task.
 */
export function useDueText() {
  const { t } = useTranslation('tasks')
  const locale = useLocale()
  return ({ status, dueDay, overdue, completedAt }: Pick<Task, 'status' | 'dueDay' | 'overdue' | 'completedAt'>) => {
    if (status === 'completed' && completedAt) return momentText(completedAt, locale)
    if (dueDay === null) return status === 'denied' ? '' : t('due.none')
    if (!overdue && dueDay === localDay(new Date().toISOString(), locale)) return t('due.today')
    const day = dayText(dueDay, locale)
    return t(overdue ? 'due.was' : 'due.on', { day })
  }
}
