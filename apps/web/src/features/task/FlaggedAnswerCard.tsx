import type { Task } from '@attune/contract/features/task'
import { Button, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../platform/api.ts'
import { Callout } from '../../ui/base/Callout.tsx'
import { Section } from '../../ui/page/Section.tsx'
import { toast } from '../../ui/toast.ts'
import { useInvalidateTasks } from './subscription.ts'
import { useTaskRefusalText } from './refusals.ts'

/**
 * Asks the therapist to review a flagged answer. The card stays above the other content of the page until the therapist
 * acknowledges the answer.
 */
export function FlaggedAnswerCard({ task }: { task: Task }) {
  const { t } = useTranslation('tasks')
  const words = useTaskRefusalText()
  const changed = useInvalidateTasks()
  const seen = useMutation({
    mutationFn: () => api.task.acknowledge({ id: task.id }),
    onError: (error) => toast.error(words(error)),
    onSettled: changed,
  })
  if (task.flag === 'acknowledged') return <Callout kind="calm">{t('flag.acknowledged')}</Callout>
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
