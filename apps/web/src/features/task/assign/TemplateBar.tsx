import { Button, Group, NativeSelect } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, newId, query } from '../../../platform/api.ts'
import { toast } from '../../../ui/toast.ts'
import { useRefusalWords } from '../refusals.ts'
import { factsOf, problemsOfWhat, whatOf, type What } from './plan.ts'

/** Applies, saves and deletes the therapist's own task templates. */
export function TemplateBar({ value, onChange }: { value: What; onChange: (what: What) => void }) {
  const { t } = useTranslation('taskAssign')
  const words = useRefusalWords()
  const client = useQueryClient()
  const options = query.task.templates.queryOptions({ input: {} })
  const templates = useQuery(options).data?.items ?? []
  const [chosenId, setChosenId] = useState('')
  const chosen = templates.find(({ id }) => id === chosenId)
  const sharedHandlers = {
    onError: (error: unknown) => toast.error(words(error)),
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
    mutationFn: (template: (typeof templates)[number]) => api.task.dropTemplate({ id: template.id }),
    ...sharedHandlers,
    onSuccess: (_done, { updatedAt: _at, ...template }) => {
      setChosenId('')
      toast({
        variant: 'success',
        title: t('template.dropped', { title: template.title }),
        action: { label: t('template.undo'), onClick: () => save.mutate(template) },
      })
    },
  })
  const applyTemplate = (id: string) => {
    setChosenId(id)
    const template = templates.find((one) => one.id === id)
    if (template) onChange(whatOf(template))
  }
  const isComplete = Object.keys(problemsOfWhat(value)).length === 0
  if (templates.length === 0 && !isComplete) return null
  return (
    <Group align="flex-end" gap="xs">
      {templates.length > 0 && (
        <NativeSelect
          flex="1 1 180px"
          label={t('template.label')}
          value={chosen ? chosenId : ''}
          data={[
            { value: '', label: t('template.none') },
            ...templates.map(({ id, title }) => ({ value: id, label: title })),
          ]}
          onChange={(event) => applyTemplate(event.currentTarget.value)}
        />
      )}
      {isComplete && (
        <Button
          variant="default"
          loading={save.isPending}
          onClick={() => save.mutate({ id: chosen?.id ?? newId(), ...factsOf(value) })}
        >
          {t(chosen ? 'template.change' : 'template.save')}
        </Button>
      )}
      {chosen && (
        <Button variant="subtle" loading={drop.isPending} onClick={() => drop.mutate(chosen)}>
          {t('template.drop')}
        </Button>
      )}
    </Group>
  )
}
