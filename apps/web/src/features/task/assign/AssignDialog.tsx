import '../../../ui/styles-overlay.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../platform/api.ts'
import { currentLanguage } from '../../../platform/language.ts'
import { useReader } from '../../../platform/reader.ts'
import { useDraft } from '../../../platform/use-draft.ts'
import { DraftNote } from '../../../ui/DraftNote.tsx'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { Note } from '../../../ui/Note.tsx'
import { toast } from '../../../ui/toast.ts'
import { PickClients, type Picked } from '../../session/session.ts'
import { useTasksChanged } from '../live.ts'
import { useRefusalWords } from '../refusals.ts'
import { DeliveryFields } from './DeliveryFields.tsx'
import { FilesField } from './FilesField.tsx'
import { inputOf, newPlan, problemsOf, type Plan, type Problems } from './plan.ts'
import { TemplateBar } from './TemplateBar.tsx'
import { WhatFields } from './WhatFields.tsx'

const maximumClients = 30

type Props = { clients: readonly Picked[]; sessionId: string | null; onClose: () => void }

/**
 * Assigns a task to one or several clients [1.06, 6.06]. Its id is generated when the dialog opens, so a repeated
 * request assigns it once.
 */
export function AssignDialog({ clients, sessionId, onClose }: Props) {
  const { t } = useTranslation('taskAssign')
  const { zone } = useReader()
  const words = useRefusalWords()
  const changed = useTasksChanged()
  const about = sessionId ?? clients.map(({ id }) => id).join('-')
  const draft = useDraft<Plan>(`task-assign-${about}`, () => newPlan(clients))
  const plan = draft.value
  const [problems, setProblems] = useState<Problems>({})
  const [uploading, setUploading] = useState(false)
  const [hasSubmittedUploading, setHasSubmittedUploading] = useState(false)
  const assign = useMutation({
    mutationFn: () => api.task.assign(inputOf(plan, zone, sessionId)),
    onSuccess: () => {
      const name = new Intl.ListFormat(currentLanguage()).format(plan.clients.map((client) => client.name))
      toast.success(t(plan.how === 'now' ? 'done.now' : 'done.later', { name }))
      draft.forget()
      onClose()
    },
    onSettled: changed,
  })
  const change = (next: Partial<Plan>) => {
    draft.change({ ...plan, ...next })
    setProblems({})
    if (assign.error) assign.reset()
  }
  const submit = () => {
    const found = problemsOf(plan)
    setProblems(found)
    setHasSubmittedUploading(uploading)
    if (Object.keys(found).length === 0 && !uploading) assign.mutate()
  }
  return (
    <FormDialog
      wide
      onClose={onClose}
      title={t('assign')}
      submit={t('submit')}
      back={t('back')}
      busy={assign.isPending}
      dirty={draft.dirty}
      onSubmit={submit}
    >
      <DraftNote draft={draft} />
      <PickClients
        value={plan.clients}
        most={maximumClients}
        onChange={(next) => change({ clients: next, ...(plan.how === 'after' && { how: 'now', afterId: '' }) })}
        error={problems.clients && t('problem.clients')}
      />
      <TemplateBar value={plan} onChange={change} />
      <WhatFields
        value={plan}
        onChange={change}
        problems={problems}
        focus={clients.length > 0}
        files={
          <FilesField
            name={`task:${plan.id}`}
            value={plan.files}
            onChange={(files) => change({ files })}
            onBusy={setUploading}
          />
        }
      />
      <DeliveryFields plan={plan} onChange={change} problems={problems} />
      {Object.keys(problems).length > 0 && (
        <Note kind="danger" urgent>
          {t('problem.some')}
        </Note>
      )}
      {hasSubmittedUploading && uploading && <Note urgent>{t('problem.uploading')}</Note>}
      {Boolean(assign.error) && (
        <Note kind="danger" urgent>
          {words(assign.error)}
        </Note>
      )}
    </FormDialog>
  )
}
