import { shortName } from '@attune/contract/features/people/account/account.rules'
import type { Task } from '@attune/contract/features/care/task/task'
import { Button } from '@mantine/core'
import { IconClockExclamation, IconDots } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { StatusBadge } from '../../../../ui/page/status/StatusBadge.tsx'
import { ActionMenuItems } from '../../../../ui/page/menu/ActionMenu.tsx'
import { localDay, dayText } from '../../../../ui/page/date-text.ts'
import { PopoverPanel } from '../../../../ui/page/menu/PopoverPanel.tsx'
import { PersonAvatar } from '../../../../ui/page/row/PersonAvatar.tsx'
import { FlaggedAnswerBadge, PriorityLabel, TaskRepeatLabel } from '../status.tsx'
import classes from './TaskBoardCard.module.css'
import { useTaskMenu } from '../actions/use-task-menu.tsx'

/**
 * Renders a task on the board. A click anywhere on the card opens the task. The menu contains the other actions, such
 * as moving the task to another column.
 */
export function TaskBoardCard({ task }: { task: Task }) {
  const { t } = useTranslation('tasks')
  const [open, setOpen] = useState(false)
  const menu = useTaskMenu(task)
  return (
    <li className={classes.card} data-open={open || undefined}>
      <div className={classes.head}>
        <Link
          className={classes.title}
          to="/dashboard/$userType/tasks/$taskId"
          params={{ userType: 'therapist', taskId: task.id }}
        >
          {task.title}
        </Link>
        <MenuButton task={task} open={open} onClick={() => setOpen(!open)} />
      </div>
      <CardFacts task={task} />
      {task.status === 'denied' && task.declineReason && <q className={classes.reason}>{task.declineReason}</q>}
      {task.may.reassign && (
        <Button
          className={classes.act}
          variant="light"
          size="compact-sm"
          aria-label={t('act.reassignOf', { title: task.title })}
          onClick={() => menu.ask('reassign')}
        >
          {t('act.reassign')}
        </Button>
      )}
      {open && (
        <PopoverPanel kind="menu" label={t('act.menuOf', { title: task.title })} onClose={() => setOpen(false)}>
          <ActionMenuItems items={menu.items} onDone={() => setOpen(false)} />
        </PopoverPanel>
      )}
      {menu.dialog}
    </li>
  )
}

/**
 * Shows the client and the time of a task. Also shows a flagged answer, a priority other than medium, and the
 * repetition, if the task has them.
 */
function CardFacts({ task }: { task: Task }) {
  const name = `${task.client.firstName} ${task.client.lastName}`
  return (
    <>
      <div className={classes.line}>
        <span className={classes.person}>
          <PersonAvatar personId={task.client.personId} name={name} url={task.client.avatarUrl} size={24} />
          {shortName(task.client)}
        </span>
        <CardTime task={task} />
      </div>
      {(task.repeat || task.priority !== 'medium' || task.flag === 'raised') && (
        <div className={classes.facts}>
          {task.flag === 'raised' && <FlaggedAnswerBadge />}
          <PriorityLabel priority={task.priority} />
          <TaskRepeatLabel repeat={task.repeat} />
        </div>
      )}
    </>
  )
}

/** The button that opens the menu. It is a plain HTML element, because a board can have hundreds of cards. */
function MenuButton({ task, open, onClick }: { task: Task; open: boolean; onClick: () => void }) {
  const { t } = useTranslation('tasks')
  return (
    <button
      type="button"
      className={classes.dots}
      aria-label={t('act.menuOf', { title: task.title })}
      aria-haspopup="menu"
      aria-expanded={open}
      onClick={onClick}
    >
      <IconDots size={18} stroke={1.75} aria-hidden />
    </button>
  )
}

/**
 * Shows 'overdue' for an overdue task, the completion day of a completed task, or the due day of any other open task.
 * Renders nothing for a declined task, or if the task has no day to show.
 */
function CardTime({ task }: { task: Task }) {
  const { t } = useTranslation('tasks')
  const locale = useLocale()
  if (task.overdue)
    return (
      <StatusBadge icon={IconClockExclamation} tone="warning">
        {t('overdue')}
        {task.dueDay && (
          <span className={classes.long}>, {t('due.wasWithin', { day: dayText(task.dueDay, locale) })}</span>
        )}
      </StatusBadge>
    )
  if (task.status === 'denied') return null
  const day = task.status === 'completed' && task.completedAt ? localDay(task.completedAt, locale) : task.dueDay
  if (!day) return null
  const text = dayText(day, locale)
  return <span className={classes.when}>{task.status === 'completed' ? t('due.done', { day: text }) : text}</span>
}
