import type { Task } from '@attune/contract/features/task'
import { Button } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { MoreMenu } from '../../ui/MoreMenu.tsx'
import { useMarkComplete, useStart, useUndo } from './acts.ts'
import { PriorityFact, RepeatFact, TaskMark, useDueWords } from './marks.tsx'
import classes from './TaskRow.module.css'
import { useTaskMenu } from './use-task-menu.tsx'

/** One task in a client's list: title, status and the next action. `menu`: also the other actions. */
export function TaskRow({ task, filled = false, menu = true }: { task: Task; filled?: boolean; menu?: boolean }) {
  const { t } = useTranslation('tasks')
  const dueWords = useDueWords()
  const { items, dialog } = useTaskMenu(task, { viewer: 'client' })
  return (
    <div className={classes.row}>
      <div className={classes.words}>
        <Link
          className={classes.link}
          to="/dashboard/$userType/tasks/$taskId"
          params={{ userType: 'client', taskId: task.id }}
        >
          {task.title}
        </Link>
        <Facts>
          <TaskMark task={task} />
          {dueWords(task)}
          <PriorityFact priority={task.priority} />
          <RepeatFact repeat={task.repeat} />
        </Facts>
      </div>
      <div className={classes.acts}>
        <NextAction task={task} variant={filled ? 'filled' : 'light'} />
        {menu && <MoreMenu label={t('act.menuOf', { title: task.title })} items={items} />}
      </div>
      {dialog}
    </div>
  )
}

/** The next action of a task: start, continue, mark complete or undo. */
function NextAction({ task, variant }: { task: Task; variant: 'filled' | 'light' }) {
  const { t } = useTranslation('tasks')
  const navigate = useNavigate()
  const params = { userType: 'client', taskId: task.id } as const
  // A plain task without a draft is completed in the list. Every other task is answered on its page.
  const completesInList = task.kind === 'plain' && !task.hasDraft
  const start = useStart(task, () => {
    if (!completesInList) void navigate({ to: '/dashboard/$userType/tasks/$taskId', params })
  })
  const complete = useMarkComplete(task)
  const undo = useUndo(task)
  const name = (act: string) => `${act}: ${task.title}`
  if (task.may.start)
    return (
      <Button
        variant={variant}
        loading={start.isPending}
        aria-label={name(t('act.start'))}
        onClick={() => start.mutate({})}
      >
        {t('act.start')}
      </Button>
    )
  if (task.may.complete && completesInList)
    return (
      <Button
        variant={variant}
        loading={complete.isPending}
        aria-label={name(t('act.complete'))}
        onClick={() => complete.mutate({})}
      >
        {t('act.complete')}
      </Button>
    )
  if (task.may.complete)
    return (
      <ButtonLink
        variant={variant}
        to="/dashboard/$userType/tasks/$taskId"
        params={params}
        aria-label={name(t('act.continue'))}
      >
        {t('act.continue')}
      </ButtonLink>
    )
  if (task.may.undo)
    return (
      <Button
        variant="subtle"
        color="gray"
        leftSection={<IconArrowBackUp size={16} aria-hidden />}
        loading={undo.isPending}
        aria-label={name(t('act.undo'))}
        onClick={() => undo.mutate({})}
      >
        {t('act.undo')}
      </Button>
    )
  return null
}
