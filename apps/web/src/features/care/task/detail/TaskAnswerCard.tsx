import type { TaskId } from '@attune/contract/common/ids'
import { indicatesSafetyRisk } from '@attune/contract/features/care/task/task.results.rules'
import { Button, Skeleton } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../../../platform/api/api.ts'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { saveText } from '../../../../ui/file/save-text.ts'
import { momentInSentence } from '../../../../ui/page/date-text.ts'
import { Section } from '../../../../ui/page/Section.tsx'
import { toast } from '../../../../ui/toast/toast.ts'
import type { TaskDetailsData } from '../mutations.ts'
import { useTaskRefusalText } from '../refusals.ts'
import { TaskAnswerView } from './TaskAnswerView.tsx'
import classes from './TaskDetailsView.module.css'
import { MeasureResults } from './MeasureAnswer.tsx'
import { OwnQuestionnaireScore, QuestionnaireScore } from './QuestionnaireScore.tsx'

const EmergencyNumbersAndPlan = lazyNamed(
  () => import('../../safety/safety.ts'),
  'EmergencyNumbersAndPlan',
  <Skeleton height={220} radius={14} />,
)

/** Saves the answer to one of the therapist's own questionnaires as a file that other programs read. */
function ExportAnswerButton({ taskId }: { taskId: TaskId }) {
  const { t } = useTranslation('taskForms')
  const refusalText = useTaskRefusalText()
  const save = useMutation({
    mutationFn: () => api.measure.exportAnswer({ id: taskId }),
    onSuccess: ({ fileName, json }) => saveText(fileName, json, 'application/fhir+json'),
    onError: (error) => toast.error(refusalText(error)),
  })
  return (
    <Button variant="subtle" size="compact-sm" loading={save.isPending} onClick={() => save.mutate()}>
      {t('answer.export')}
    </Button>
  )
}

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
  const hasResult = Boolean(result) || answer.results.length > 0
  return (
    <>
      {isClient && hasResult && indicatesSafetyRisk(form, answer.answer) && <EmergencyNumbersAndPlan />}
      <Section
        action={!isClient && form.kind === 'measure' && <ExportAnswerButton taskId={task.id} />}
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
        <TaskAnswerView form={form} answer={answer.answer} showsPoints={!isClient || hasResult} />
      </Section>
    </>
  )
}
