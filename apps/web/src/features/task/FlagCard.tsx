import type { Task } from '@attune/contract/features/task'
import { Button, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../platform/api.ts'
import { Note } from '../../ui/Note.tsx'
import { Section } from '../../ui/Section.tsx'
import { toast } from '../../ui/toast.ts'
import { useTasksChanged } from './live.ts'
import { useRefusalWords } from './refusals.ts'

/** Asks the therapist to review a flagged answer. It stays on top of the page until they acknowledge it. */
export function FlagCard({ task }: { task: Task }) {
  const { t } = useTranslation('tasks')
  const words = useRefusalWords()
  const changed = useTasksChanged()
  const seen = useMutation({
    mutationFn: () => api.task.acknowledge({ id: task.id }),
    onError: (error) => toast.error(words(error)),
    onSettled: changed,
  })
  if (task.flag === 'acknowledged') return <Note kind="calm">{t('flag.acknowledged')}</Note>
  return (
    <Section tint="answer" title={t('flag.title', { name: task.client.firstName })}>
      <Text size="sm" mb="sm">
        {t('flag.text', { name: task.client.firstName })}
      </Text>
      <Button leftSection={<IconCheck size={18} aria-hidden />} loading={seen.isPending} onClick={() => seen.mutate()}>
        {t('flag.acknowledge')}
      </Button>
    </Section>
  )
}
