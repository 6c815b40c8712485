import { useTranslation } from 'react-i18next'
import { useReader } from '../../platform/reader.ts'
import { momentWithin } from '../../ui/moment.ts'
import { Section } from '../../ui/Section.tsx'
import type { Details } from './acts.ts'
import { AnswerView } from './AnswerView.tsx'
import { ScoreLine } from './ScoreLine.tsx'

/** The answer that the client submitted last. */
export function AnswerCard({ details, viewer }: { details: Details; viewer: 'therapist' | 'client' }) {
  const { t } = useTranslation('taskForms')
  const reader = useReader()
  const { answer, form, task } = details
  if (!answer) return null
  const when = momentWithin(answer.handedInAt, reader)
  return (
    <Section
      title={t(viewer === 'client' ? 'answer.mine' : 'answer.theirs', { name: task.client.firstName })}
      hint={t('answer.handedIn', { when })}
    >
      {viewer === 'therapist' && form.kind === 'questionnaire' && answer.score !== null && (
        <ScoreLine name={form.name} score={answer.score} />
      )}
      <AnswerView form={form} answer={answer.answer} />
    </Section>
  )
}
