import { indicatesSafetyRisk } from '@attune/contract/features/care/task/task.results.rules'
import { Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { momentInSentence } from '../../../../ui/page/date-text.ts'
import { Section } from '../../../../ui/page/Section.tsx'
import type { TaskDetailsData } from '../mutations.ts'
import { TaskAnswerView } from './TaskAnswerView.tsx'
import classes from './TaskDetailsView.module.css'
import { MeasureResults } from './MeasureAnswer.tsx'
import { OwnQuestionnaireScore, QuestionnaireScore } from './QuestionnaireScore.tsx'

const EmergencyNumbersAndPlan = lazyNamed(
  () => import('../../safety/safety.ts'),
  'EmergencyNumbersAndPlan',
  <Skeleton height={220} radius={14} />,
)

type Props = { details: TaskDetailsData; viewer: 'therapist' | 'client' }

/**
 * Shows the latest answer that the client has submitted. If it indicates thoughts of self-harm, a client who sees the
 * result also sees the emergency numbers and the safety plan above the answer.
 */
export function TaskAnswerCard({ details, viewer }: Props) {
  const { t } = useTranslation('taskForms')
  const locale = useLocale()
  const { answer, form, task } = details
  if (!answer) return null
  const when = momentInSentence(answer.handedInAt, locale)
  const result = form.kind === 'questionnaire' && answer.score !== null && { name: form.name, score: answer.score }
  const isClient = viewer === 'client'
  return (
    <>
      {isClient && (result || answer.results.length > 0) && indicatesSafetyRisk(form, answer.answer) && (
        <EmergencyNumbersAndPlan />
      )}
      <Section
        title={t(isClient ? 'answer.mine' : 'answer.theirs', { name: task.client.firstName })}
        hint={
          answer.answeredAt
            ? t('answer.arrived', { given: momentInSentence(answer.answeredAt, locale), when })
            : t('answer.submitted', { when })
        }
      >
        {result && !isClient && <QuestionnaireScore {...result} />}
        {result && isClient && <OwnQuestionnaireScore {...result} therapist={task.therapist.name} />}
        {form.kind === 'measure' && answer.results.length > 0 && (
          <MeasureResults results={answer.results} copy={form.copy} isClient={isClient} />
        )}
        {isClient && answer.results.length > 0 && (
          <p className={classes.source}>{t('notDiagnosis', { name: task.therapist.name })}</p>
        )}
        <TaskAnswerView form={form} answer={answer.answer} />
      </Section>
    </>
  )
}
