import type { Task } from '@attune/contract/features/care/task/task'
import { Button } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ActionMenu } from '../../../../ui/page/menu/ActionMenu.tsx'
import { useUndoTaskCompletion } from '../mutations.ts'
import { useTaskMenu } from './use-task-menu.tsx'

/** Renders the actions beside a task's title. The form for the answer is a separate component, `TaskAnswerForm`. */
export function TaskActions({ task, viewer }: { task: Task; viewer: 'therapist' | 'client' }) {
  const { t } = useTranslation('tasks')
  const { items, dialog, ask } = useTaskMenu(task, { here: true, viewer })
  const undo = useUndoTaskCompletion(task)
  const { may } = task
  return (
    <>
      {may.undo && (
        <Button
          variant="default"
          leftSection={<IconArrowBackUp size={16} aria-hidden />}
          loading={undo.isPending}
          onClick={() => undo.mutate({})}
        >
          {t('act.undo')}
        </Button>
      )}
      {may.edit && (
        <Button variant="default" aria-haspopup="dialog" onClick={() => ask('edit')}>
          {t('act.edit')}
        </Button>
      )}
      {may.reassign && (
        <Button aria-haspopup="dialog" onClick={() => ask('reassign')}>
          {t('act.reassign')}
        </Button>
      )}
      {may.reopen && (
        <Button variant="default" aria-haspopup="dialog" onClick={() => ask('reopen')}>
          {t('act.reopen')}
        </Button>
      )}
      <ActionMenu label={t('act.more')} items={items} />
      {dialog}
    </>
  )
}
