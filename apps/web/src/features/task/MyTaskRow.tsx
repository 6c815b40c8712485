import type { Task } from '@attune/contract/features/task'
import { Button } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { MetaList } from '../../ui/MetaList.tsx'
import { ActionMenu } from '../../ui/ActionMenu.tsx'
import { useCompleteTask, useStartTask, useUndoTaskCompletion } from './mutations.ts'
import { PriorityLabel, TaskRepeatLabel, TaskStatusBadge, useDueText } from './status.tsx'
import classes from './TaskRow.module.css'
import { useTaskMenu } from './use-task-menu.tsx'

/** One task in a client's list: title, status and the next action. `menu`: also the other actions. */
export function MyTaskRow({ task, filled = false, menu = true }: { task: Task; filled?: boolean; menu?: boolean }) {
  const { t } = useTranslation('tasks')
  const dueWords = useDueText()
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
        <MetaList>
          <TaskStatusBadge task={task} />
          {dueWords(task)}
          <PriorityLabel priority={task.priority} />
          <TaskRepeatLabel repeat={task.repeat} />
        </MetaList>
      </div>
      <div className={classes.acts}>
        <NextAction task={task} variant={filled ? 'filled' : 'light'} />
        {menu && <ActionMenu label={t('act.menuOf', { title: task.title })} items={items} />}
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
  const start = useStartTask(task, () => {
    if (!completesInList) void navigate({ to: '/dashboard/$userType/tasks/$taskId', params })
  })
  const complete = useCompleteTask(task)
  const undo = useUndoTaskCompletion(task)
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
