import type { TaskAnswer, TaskForm } from '@attune/contract/features/care/task/task.forms'
import { thoughtRecordFields } from '@attune/contract/features/care/task/task.rules'
import { IconCircleCheckFilled, IconCircleDashed } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { MeasureItems } from './MeasureAnswer.tsx'
import { safetyItemOf, questionnaireText } from '../fill/questionnaires.ts'
import classes from './TaskDetailsView.module.css'

type Props = {
  form: TaskForm
  answer: TaskAnswer
  /** Whether the chosen options of a questionnaire are followed by their points. */
  showsPoints?: boolean
}

/** Shows an answer read-only. The layout depends on the kind of the answer. */
export function TaskAnswerView({ form, answer, showsPoints = false }: Props) {
  const { t } = useTranslation('taskForms')
  const none = t('none')
  if (answer.kind === 'questionnaire')
    return <QuestionnaireItems answer={answer} none={none} showsPoints={showsPoints} />
  if (answer.kind === 'measure')
    return form.kind === 'measure' && form.copy ? (
      <MeasureItems copy={form.copy} answer={answer} showsPoints={showsPoints} />
    ) : null
  const row = (label: string, text: string) => (
    <div key={label}>
      <dt>{label}</dt>
      <dd>{text || none}</dd>
    </div>
  )
  const note = 'note' in answer && answer.note ? row(t('note.said'), answer.note) : null
  if (answer.kind === 'thought-record')
    return (
      <dl className={classes.answer}>
        {thoughtRecordFields.map((field) => row(t(`thought.${field}.label`), answer[field]))}
      </dl>
    )
  return (
    <>
      {answer.kind === 'checklist' && form.kind === 'checklist' && <Checklist form={form} done={answer.done} />}
      {answer.kind === 'plain' && !answer.note && <p className={classes.source}>{t('noWords')}</p>}
      {(answer.kind === 'check-in' || note) && (
        <dl className={classes.answer}>
          {answer.kind === 'check-in' &&
            form.kind === 'check-in' &&
            row(form.question, answer.value === null ? '' : t('ofTen', { value: answer.value }))}
          {note}
        </dl>
      )}
    </>
  )
}

type ChecklistForm = Extract<TaskForm, { kind: 'checklist' }>

/** Lists the items of a checklist, the done ones with a tick. */
function Checklist({ form, done }: { form: ChecklistForm; done: readonly string[] }) {
  const { t } = useTranslation('taskForms')
  return (
    <ul className={classes.ticks}>
      {form.items.map((item) => {
        const isDone = done.includes(item.id)
        const Icon = isDone ? IconCircleCheckFilled : IconCircleDashed
        return (
          <li key={item.id} className={classes.tick} data-done={isDone || undefined}>
            <Icon size={16} aria-hidden />
            <span>
              {item.text}
              {!isDone && ` (${t('notDone')})`}
            </span>
          </li>
        )
      })}
    </ul>
  )
}

/** Lists the items of a questionnaire with the chosen options, in the language in which the client answered. */
function QuestionnaireItems({
  answer,
  none,
  showsPoints,
}: {
  answer: Extract<TaskAnswer, { kind: 'questionnaire' }>
  none: string
  showsPoints: boolean
}) {
  const texts = questionnaireText(answer.name, answer.language)
  const safety = safetyItemOf(answer.name)
  return (
    <ol className={classes.items} lang={texts.language}>
      {texts.items.map((item, at) => {
        const points = answer.answers[at]
        const option = typeof points === 'number' ? (texts.options[points] ?? '') : none
        const chosen = showsPoints && typeof points === 'number' ? `${option} (${points})` : option
        return (
          <li key={item} data-raised={(at === safety && (points ?? 0) > 0) || undefined}>
            <span>
              {at + 1}. {item}
            </span>
            <span>{chosen}</span>
          </li>
        )
      })}
    </ol>
  )
}
