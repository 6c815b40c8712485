import type { Task } from '@attune/contract/features/care/task/task'
import { Button } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useWaitingChange } from '../../../../platform/outgoing/outgoing-changes.ts'
import { PendingChangeBadge } from '../../../../ui/page/status/PendingChangeBadge.tsx'
import { ButtonLink } from '../../../../ui/base/ButtonLink.tsx'
import { MetaList } from '../../../../ui/page/row/MetaList.tsx'
import { ActionMenu } from '../../../../ui/page/menu/ActionMenu.tsx'
import {
  outgoingTaskKey,
  useCompleteTask,
  useStartTask,
  useUndoTaskCompletion,
  emptyPlainAnswer,
} from '../mutations.ts'
import { PriorityLabel, TaskRepeatLabel, TaskStatusBadge, useDueText } from '../status.tsx'
import classes from './TaskRow.module.css'
import { useTaskMenu } from '../actions/use-task-menu.tsx'

/** Renders one task in a client's list with its next action. With `menu`, also the priority and a menu of the other actions. */
export function MyTaskRow({ task, filled = false, menu = true }: { task: Task; filled?: boolean; menu?: boolean }) {
  const { t } = useTranslation('tasks')
  const dueText = useDueText()
  const { items, dialog } = useTaskMenu(task, { viewer: 'client' })
  const change = useWaitingChange(outgoingTaskKey(task.id))
  const waiting = change?.refused === null ? change : undefined
  // If the task was completed elsewhere, its page shows both answers.
  const unsaved = waiting ?? (change?.path[1] === 'complete' && task.may.complete ? change : undefined)
  const { title, onPress } = useFocusWhileWaiting(waiting !== undefined)
  return (
    <div className={classes.row}>
      <div className={classes.texts}>
        <Link
          ref={title}
          className={classes.link}
          to="/dashboard/$userType/tasks/$taskId"
          params={{ userType: 'client', taskId: task.id }}
        >
          {task.title}
        </Link>
        <MetaList>
          {!waiting && <TaskStatusBadge task={task} />}
          {unsaved && <PendingChangeBadge change={unsaved} />}
          {dueText(task)}
          {menu && <PriorityLabel priority={task.priority} />}
          <TaskRepeatLabel repeat={task.repeat} />
        </MetaList>
      </div>
      <div className={classes.acts}>
        {!waiting && <NextAction task={task} variant={filled ? 'filled' : 'light'} onPress={onPress} />}
        {menu && <ActionMenu label={t('act.menuOf', { title: task.title })} items={items} />}
      </div>
      {dialog}
    </div>
  )
}

/**
 * Moves the focus to the title of a task when its pressed button disappears because the change waits on this device. Does nothing if the person has
 * moved the focus in the meantime.
 */
function useFocusWhileWaiting(waits: boolean) {
  const title = useRef<HTMLAnchorElement>(null)
  const wasPressed = useRef(false)
  useLayoutEffect(() => {
    if (!waits || !wasPressed.current) return
    wasPressed.current = false
    if (document.activeElement === document.body) title.current?.focus({ preventScroll: true })
  }, [waits])
  return { title, onPress: () => void (wasPressed.current = true) }
}

/**
 * Renders the button for the next action of a task: start, continue, mark complete or undo. All actions except continue
 * use the same button element, so that it keeps the focus when the action changes.
 */
function NextAction({ task, variant, onPress }: { task: Task; variant: 'filled' | 'light'; onPress: () => void }) {
  const { t } = useTranslation(['tasks', 'common'])
  const next = useNextAction(task)
  if (!next) return null
  const label = t('common:labelled', { label: t(`act.${next.action}`), text: task.title })
  if (next.action === 'continue')
    return (
      <ButtonLink variant={variant} {...taskPage(task)} aria-label={label}>
        {t('act.continue')}
      </ButtonLink>
    )
  const buttonProps =
    next.action === 'undo'
      ? ({ variant: 'subtle', color: 'gray', leftSection: <IconArrowBackUp size={16} aria-hidden /> } as const)
      : { variant }
  const press = () => {
    onPress()
    next.run()
  }
  return (
    <Button {...buttonProps} loading={next.pending} aria-label={label} onClick={press}>
      {t(`act.${next.action}`)}
    </Button>
  )
}

const taskPage = (task: Task) =>
  ({ to: '/dashboard/$userType/tasks/$taskId', params: { userType: 'client', taskId: task.id } }) as const

/**
 * Returns the client's next action on a task and the function that runs it, or null if there is none. Starting a task
 * also opens its page.
 */
function useNextAction(task: Task) {
  const navigate = useNavigate()
  // Only a plain task without a draft can be completed in the list. All other tasks are answered on their page.
  const completesInList = task.kind === 'plain' && !task.hasDraft
  const start = useStartTask(task, () => void navigate(taskPage(task)))
  const complete = useCompleteTask(task)
  const undo = useUndoTaskCompletion(task)
  if (task.may.start) return { action: 'start', run: () => start.mutate({}), pending: start.isPending } as const
  if (task.may.complete) {
    if (!completesInList) return { action: 'continue' } as const
    return { action: 'complete', run: () => complete.mutate(emptyPlainAnswer), pending: complete.isPending } as const
  }
  return task.may.undo ? ({ action: 'undo', run: () => undo.mutate({}), pending: undo.isPending } as const) : null
}
