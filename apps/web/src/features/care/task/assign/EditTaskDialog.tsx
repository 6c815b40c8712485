import '../../../../ui/styles-overlay.ts'
import type { Task } from '@attune/contract/features/care/task/task'
import type { TaskEdit } from '@attune/contract/features/care/task/task.fields'
import { Skeleton } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, orpc } from '../../../../platform/api/api.ts'
import { errorCode } from '../../../../platform/api/errors.ts'
import { useDraft, useForm } from '../../../../platform/draft/use-draft.ts'
import { Dialog } from '../../../../ui/dialog/Dialog.tsx'
import { DraftCallout } from '../../../../ui/page/status/DraftCallout.tsx'
import { FormDialog } from '../../../../ui/dialog/FormDialog.tsx'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { toast } from '../../../../ui/toast/toast.ts'
import { Query } from '../../../../ui/page/loading/Query.tsx'
import type { TaskDetailsData } from '../mutations.ts'
import { useInvalidateTasks } from '../subscription.ts'
import { useTaskRefusalText } from '../refusals.ts'
import { TaskFilesField } from './TaskFilesField.tsx'
import {
  taskContentInput,
  taskContentProblems,
  taskContentOf,
  type TaskProblems,
  type TaskContent,
} from './task-assignment.ts'
import { TaskContentFields } from './TaskContentFields.tsx'

type Props = { task: Task; onClose: () => void }

/** Lets the therapist edit a task that is not completed. */
export function EditTaskDialog({ task, onClose }: Props) {
  const { t } = useTranslation(['taskAssign', 'tasks'])
  const read = useQuery({ ...orpc.task.get.queryOptions({ input: { id: task.id } }), refetchOnMount: 'always' })
  // The task at the moment when the dialog loaded it. Later updates of the task must not overwrite the input.
  const [opened, setOpened] = useState<TaskDetailsData | null>(null)
  if (!opened && read.data && !read.isFetching) setOpened(read.data)
  if (opened) return <EditForm start={opened} onClose={onClose} />
  return (
    <Dialog title={t('edit.title')} onClose={onClose} size={560}>
      {read.isError ? (
        <Query of={read} alsoStale failed={t('tasks:loadFailed')} again={t('tasks:again')} />
      ) : (
        <Skeleton height={220} />
      )}
    </Dialog>
  )
}

type EditDraft = TaskContent & { dueDay: string; files: string[] }

function EditForm({ start, onClose }: { start: TaskDetailsData; onClose: () => void }) {
  const { t } = useTranslation('taskAssign')
  const refusalText = useTaskRefusalText()
  const { draft, problems, edit, newer, change, submit, uploading } = useEditTask(start, onClose)
  const { value } = draft
  return (
    <FormDialog
      wide
      onClose={onClose}
      title={t('edit.title')}
      submit={t(newer ? 'edit.anyway' : 'edit.submit')}
      back={t('back')}
      busy={edit.isPending}
      dirty={draft.dirty}
      problem={Boolean(edit.error) && (newer ? t('edit.changed', { title: newer.title }) : refusalText(edit.error))}
      notice={uploading.prevented && <Callout urgent>{t('problem.uploading')}</Callout>}
      onSubmit={submit}
    >
      <DraftCallout draft={draft} />
      <TaskContentFields
        value={value}
        onChange={change}
        problems={problems}
        client={{ id: start.task.client.id, name: start.task.client.firstName }}
        files={
          <TaskFilesField
            name={`task:${start.task.id}`}
            value={value.files}
            known={start.files}
            onChange={(files) => change({ files })}
            onBusy={uploading.set}
          />
        }
      />
    </FormDialog>
  )
}

/**
 * Returns the state of the form that edits a task. If the server refuses the edit because another device has changed
 * the task, `newer` is the current task. Otherwise `newer` is null.
 */
function useEditTask({ task, description, form, files }: TaskDetailsData, onClose: () => void) {
  const { t } = useTranslation('taskAssign')
  const changed = useInvalidateTasks()
  const { id, title, priority } = task
  const [version, setVersion] = useState(task.version)
  const draft = useDraft<EditDraft>(`task-edit-${id}`, () => ({
    ...taskContentOf({ title, description, priority, form }),
    dueDay: task.dueDay ?? '',
    files: files.map((file) => file.id),
  }))
  const { value } = draft
  const [uploading, setUploading] = useState(false)
  const [hasSubmittedUploading, setHasSubmittedUploading] = useState(false)
  const edit = useMutation({
    mutationFn: () => {
      const content = taskContentInput(value)
      const edited: Required<TaskEdit> = { id, version, ...content, dueDay: value.dueDay || null, files: value.files }
      return api.task.edit(edited)
    },
    onSuccess: () => {
      toast.success(t('edit.done'))
      draft.forget()
      onClose()
    },
    onSettled: changed,
  })
  const { problems, change, check } = useForm<EditDraft, TaskProblems>(draft)
  const submit = () => {
    setHasSubmittedUploading(uploading)
    if (check(taskContentProblems(value)) && !uploading) edit.mutate()
  }
  const newer = errorCode(edit.error) === 'CHANGED' ? (edit.error as unknown as { data: Task }).data : null
  if (newer && newer.version !== version) setVersion(newer.version)
  // `prevented` is true if the user has submitted the form during an upload that is still running.
  const prevented = hasSubmittedUploading && uploading
  return { draft, problems, edit, newer, change, submit, uploading: { set: setUploading, prevented } }
}
