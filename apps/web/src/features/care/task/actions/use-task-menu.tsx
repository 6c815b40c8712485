import type { Task } from '@attune/contract/features/care/task/task'
import { IconArrowBackUp, IconCircleOff, IconFileText, IconPencil, IconTrash, IconUser } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { nativePort } from '../../../../platform/native/port.ts'
import type { ActionMenuItem } from '../../../../ui/page/menu/ActionMenu.tsx'
import type { TaskDialogName } from './TaskDialog.tsx'

const TaskDialog = lazyNamed(() => import('./TaskDialog.tsx'), 'TaskDialog')

/**
 * Returns the allowed actions of a task as menu items, and the dialog that the chosen item opens.
 * @param here whether the menu is on the page of the task; the menu then has no item that opens this page
 */
export function useTaskMenu(task: Task, { here = false, viewer = 'therapist' as 'therapist' | 'client' } = {}) {
  const { t } = useTranslation('tasks')
  const navigate = useNavigate()
  const [asked, setAsked] = useState<TaskDialogName | null>(null)
  const ask = (what: TaskDialogName) => {
    // These two actions move the task to another column of the board. The phone confirms this by vibrating.
    if (what === 'reassign' || what === 'reopen') nativePort()?.haptic('pick-up')
    setAsked(what)
  }
  const item = (allowed: boolean, made: ActionMenuItem) => (allowed ? [made] : [])
  const open = () =>
    void navigate({ to: '/dashboard/$userType/tasks/$taskId', params: { userType: viewer, taskId: task.id } })
  const openList = () => void navigate({ to: '/dashboard/$userType/tasks', params: { userType: viewer } })
  const profile = () =>
    void navigate({
      to: '/dashboard/therapist/clients/$clientId/client-profile',
      params: { clientId: task.client.id },
      search: { tab: 'tasks' },
    })
  const { may } = task
  const listItems = (): ActionMenuItem[] => [
    ...item(!here, { label: t('act.open'), icon: IconFileText, onClick: open }),
    ...item(may.edit, { label: t('act.edit'), icon: IconPencil, onClick: () => ask('edit') }),
    ...item(may.reassign, { label: t('act.toAssigned'), icon: IconArrowBackUp, onClick: () => ask('reassign') }),
    ...item(may.reopen, { label: t('act.toInProgress'), icon: IconArrowBackUp, onClick: () => ask('reopen') }),
    ...item(viewer === 'therapist', {
      label: t('act.profile', { name: task.client.firstName }),
      icon: IconUser,
      onClick: profile,
    }),
    ...item(may.decline, { label: t('act.decline'), icon: IconCircleOff, onClick: () => ask('decline') }),
    ...item(may.withdraw, { label: t('act.withdraw'), icon: IconTrash, onClick: () => ask('withdraw'), danger: true }),
  ]
  const dialog = asked && (
    <TaskDialog task={task} asked={asked} onClose={() => setAsked(null)} onGone={() => here && openList()} />
  )
  return {
    /** The items of the menu. Made when they are read, because a board has many closed menus. */
    get items() {
      return listItems()
    },
    dialog,
    ask,
  }
}
