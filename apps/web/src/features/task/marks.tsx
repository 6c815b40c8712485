import type { Priority, Task } from '@attune/contract/features/task'
import type { TaskStatus } from '@attune/contract/features/task.states'
import {
  IconAlertTriangle,
  IconArrowDown,
  IconArrowUp,
  IconCircleCheckFilled,
  IconCircleDashed,
  IconCircleOff,
  IconFlag,
  IconPlayerPlay,
  IconRepeat,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useReader } from '../../platform/reader.ts'
import { Mark, type IconType, type Tone } from '../../ui/Mark.tsx'
import { dayText, momentText } from '../../ui/moment.ts'
import classes from './marks.module.css'

const statusStyles = {
  assigned: [IconCircleDashed, 'quiet'],
  'in-progress': [IconPlayerPlay, 'info'],
  completed: [IconCircleCheckFilled, 'quiet'],
  denied: [IconCircleOff, 'warning'],
} as const satisfies Record<TaskStatus, readonly [IconType, Tone]>

/** One of the four stored statuses, as icon and text. */
export function StatusMark({ status }: { status: TaskStatus }) {
  const { t } = useTranslation('tasks')
  const [icon, tone] = statusStyles[status]
  return (
    <Mark icon={icon} tone={tone}>
      {t(`status.${status}`)}
    </Mark>
  )
}

/** The status of a task; an overdue one says so instead [4.01]. */
export function TaskMark({ task }: { task: Pick<Task, 'status' | 'overdue'> }) {
  const { t } = useTranslation('tasks')
  if (!task.overdue) return <StatusMark status={task.status} />
  return (
    <Mark icon={IconAlertTriangle} tone="danger">
      {t('overdue')}
    </Mark>
  )
}

const priorityIcons = { low: IconArrowDown, high: IconArrowUp } as const

/** The priority of a task. Renders nothing for the default, medium. */
export function PriorityFact({ priority }: { priority: Priority }) {
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

/** The position of a task in its repetition: '3 of 7'. */
export function RepeatFact({ repeat }: Pick<Task, 'repeat'>) {
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
export function FlagMark() {
  const { t } = useTranslation('tasks')
  return (
    <Mark icon={IconFlag} tone="danger">
      {t('flag.short')}
    </Mark>
  )
}

/** A formatter for when a task is due, was due or was completed. */
export function useDueWords() {
  const { t } = useTranslation('tasks')
  const reader = useReader()
  return ({ status, dueDay, overdue, completedAt }: Pick<Task, 'status' | 'dueDay' | 'overdue' | 'completedAt'>) => {
    if (status === 'completed' && completedAt) return momentText(completedAt, reader)
    if (dueDay === null) return status === 'denied' ? '' : t('due.none')
    const day = dayText(dueDay, reader)
    return t(overdue ? 'due.was' : 'due.on', { day })
  }
}
