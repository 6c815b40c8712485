import { useTranslation } from 'react-i18next'
import { useLocale } from '../../platform/use-locale.ts'
import { momentInSentence } from '../../ui/page/date-text.ts'
import { Section } from '../../ui/page/Section.tsx'
import type { TaskDetailsData } from './mutations.ts'
import { TaskAnswerView } from './TaskAnswerView.tsx'
import { QuestionnaireScore } from './QuestionnaireScore.tsx'

/** The latest answer that the client has submitted. */
export function TaskAnswerCard({ details, viewer }: { details: TaskDetailsData; viewer: 'therapist' | 'client' }) {
  const { t } = useTranslation('taskForms')
  const reader = useLocale()
  const { answer, form, task } = details
  if (!answer) return null
  const when = momentInSentence(answer.handedInAt, reader)
  return (
    <Section
      title={t(viewer === 'client' ? 'answer.mine' : 'answer.theirs', { name: task.client.firstName })}
      hint={t('answer.handedIn', { when })}
    >
      {viewer === 'therapist' && form.kind === 'questionnaire' && answer.score !== null && (
        <QuestionnaireScore name={form.name} score={answer.score} />
      )}
      <TaskAnswerView form={form} answer={answer.answer} />
    </Section>
  )
}
