import { indicatesSafetyRisk } from '@attune/contract/features/care/task/task.results.rules'
import { Button, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../../../platform/api/api.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { momentInSentence } from '../../../../ui/page/date-text.ts'
import { Section } from '../../../../ui/page/Section.tsx'
import { toast } from '../../../../ui/toast/toast.ts'
import { phq9OptionInSentence } from '../fill/questionnaires.ts'
import type { TaskDetailsData } from '../mutations.ts'
import { useInvalidateTasks } from '../subscription.ts'
import { useTaskRefusalText } from '../refusals.ts'

/**
 * Shows the therapist that an answer needs a review, because of item 9 of the PHQ-9, or because of an item about self-harm or a score in the
 * therapist's own questionnaire. A button acknowledges the answer. After that, the card shows only a short note.
 */
export function FlaggedAnswerCard({ details: { task, form, flaggedPoints, answer } }: { details: TaskDetailsData }) {
  const { t } = useTranslation('tasks')
  const locale = useLocale()
  const refusalText = useTaskRefusalText()
  const changed = useInvalidateTasks()
  const seen = useMutation({
    mutationFn: () => api.task.acknowledge({ id: task.id }),
    onError: (error) => toast.error(refusalText(error)),
    onSettled: changed,
  })
  const isSelfHarm = answer !== null && indicatesSafetyRisk(form, answer.answer)
  const own = form.kind === 'measure' ? (isSelfHarm ? 'measureSelfHarm' : 'measureAlert') : null
  if (task.flag === 'acknowledged')
    return <Callout kind="calm">{t(own ? 'flag.measureAcknowledged' : 'flag.acknowledged')}</Callout>
  return (
    <Section
      tint="answer"
      title={
        own
          ? t(`flag.${own}`, { name: task.client.firstName, title: task.title })
          : t('flag.selfHarm', {
              name: task.client.firstName,
              answer: phq9OptionInSentence(flaggedPoints, locale.language),
            })
      }
    >
      {answer?.answeredAt && (own || isSelfHarm) && (
        <Text size="sm" mb="xs">
          {t('flag.late', {
            given: momentInSentence(answer.answeredAt, locale),
            when: momentInSentence(answer.handedInAt, locale),
          })}
        </Text>
      )}
      <Text size="sm" mb="sm">
        {t('flag.contact', { name: task.client.firstName })}
      </Text>
      <Button leftSection={<IconCheck size={18} aria-hidden />} loading={seen.isPending} onClick={() => seen.mutate()}>
        {t('flag.acknowledge')}
      </Button>
    </Section>
  )
}
