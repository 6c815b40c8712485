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

/** One task in a client's list: what it is, where it stands, and the one thing to do next. `menu`: and what else may be done. */
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
        <NextStep task={task} variant={filled ? 'filled' : 'light'} />
        {menu && <MoreMenu label={t('act.menuOf', { title: task.title })} items={items} />}
      </div>
      {dialog}
    </div>
  )
}

/** Begins a task, goes on with it, says that it is done, or takes that back. */
function NextStep({ task, variant }: { task: Task; variant: 'filled' | 'light' }) {
  const { t } = useTranslation('tasks')
  const navigate = useNavigate()
  const params = { userType: 'client', taskId: task.id } as const
  // What asks for no answer stays in the list; the rest is filled in on its page, and so is what was begun with words.
  const stays = task.kind === 'plain' && !task.hasDraft
  const start = useStart(task, () => {
    if (!stays) void navigate({ to: '/dashboard/$userType/tasks/$taskId', params })
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
  if (task.may.complete && stays)
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
