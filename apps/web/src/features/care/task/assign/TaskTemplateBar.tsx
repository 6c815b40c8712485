import type { TaskTemplateId } from '@attune/contract/common/ids'
import { Button, Group } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, createId, orpc } from '../../../../platform/api/api.ts'
import { ChoiceChips } from '../../../../ui/choice/ChoiceChips.tsx'
import { toast } from '../../../../ui/toast/toast.ts'
import { useTaskRefusalText } from '../refusals.ts'
import { taskContentInput, taskContentProblems, taskContentOf, type TaskContent } from './task-assignment.ts'

/** Lets the therapist apply, save and delete their own task templates. */
export function TaskTemplateBar({ value, onChange }: { value: TaskContent; onChange: (what: TaskContent) => void }) {
  const { t } = useTranslation('taskAssign')
  const { templates, chosen, setChosenId, save, drop } = useTaskTemplates()
  const applyTemplate = (id: TaskTemplateId) => {
    setChosenId(id)
    const template = templates.find((one) => one.id === id)
    if (template) onChange(taskContentOf(template))
  }
  const isComplete = Object.keys(taskContentProblems(value)).length === 0
  if (templates.length === 0 && !isComplete) return null
  return (
    <Group gap="xs">
      {templates.length > 0 && (
        <ChoiceChips
          label={t('template.label')}
          value={chosen?.id ?? ''}
          options={templates.map(({ id, title }) => ({ value: id, label: title }))}
          onChange={applyTemplate}
        />
      )}
      {isComplete && (
        <Button
          variant="default"
          size="compact-sm"
          loading={save.isPending}
          onClick={() => save.mutate({ id: chosen?.id ?? createId(), ...taskContentInput(value) })}
        >
          {t(chosen ? 'template.change' : 'template.save')}
        </Button>
      )}
      {chosen && (
        <Button variant="subtle" size="compact-sm" loading={drop.isPending} onClick={() => drop.mutate(chosen)}>
          {t('template.delete')}
        </Button>
      )}
    </Group>
  )
}

/** Returns the templates, the chosen template, and the mutations that save and delete templates. */
function useTaskTemplates() {
  const { t } = useTranslation('taskAssign')
  const refusalText = useTaskRefusalText()
  const client = useQueryClient()
  const options = orpc.task.templates.queryOptions({ input: {} })
  const templates = useQuery(options).data?.items ?? []
  const [chosenId, setChosenId] = useState('')
  const chosen = templates.find(({ id }) => id === chosenId)
  const sharedHandlers = {
    onError: (error: unknown) => toast.error(refusalText(error)),
    onSettled: () => client.invalidateQueries({ queryKey: options.queryKey }),
  }
  const save = useMutation({
    mutationFn: (input: Parameters<typeof api.task.saveTemplate>[0]) => api.task.saveTemplate(input),
    ...sharedHandlers,
    onSuccess: ({ id, title }) => {
      setChosenId(id)
      toast.success(t('template.saved', { title }))
    },
  })
  const drop = useMutation({
    mutationFn: (template: (typeof templates)[number]) => api.task.deleteTemplate({ id: template.id }),
    ...sharedHandlers,
    onSuccess: (_done, { updatedAt: _at, ...template }) => {
      setChosenId('')
      toast({
        variant: 'success',
        title: t('template.deleted', { title: template.title }),
        action: { label: t('template.undo'), onClick: () => save.mutate(template) },
      })
    },
  })
  return { templates, chosen, setChosenId, save, drop }
}
