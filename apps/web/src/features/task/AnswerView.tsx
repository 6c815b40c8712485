import { type TaskAnswer, type TaskForm, thoughtFields } from '@attune/contract/features/task.forms'
import { IconCircleCheckFilled, IconCircleDashed } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { safetyOf, textsOf } from './fill/questionnaires.ts'
import classes from './TaskSheet.module.css'

/** An answer to be read, by its kind. */
export function AnswerView({ form, answer }: { form: TaskForm; answer: TaskAnswer }) {
  const { t } = useTranslation('taskForms')
  const none = t('none')
  if (answer.kind === 'questionnaire') return <Items answer={answer} none={none} />
  const words = (label: string, text: string) => (
    <div key={label}>
      <dt>{label}</dt>
      <dd>{text || none}</dd>
    </div>
  )
  const note = 'note' in answer && answer.note ? words(t('note.said'), answer.note) : null
  if (answer.kind === 'thought-record')
    return (
      <dl className={classes.answer}>
        {thoughtFields.map((field) => words(t(`thought.${field}.label`), answer[field]))}
      </dl>
    )
  return (
    <>
      {answer.kind === 'checklist' && form.kind === 'checklist' && (
        <ul className={classes.ticks}>
          {form.items.map((item) => {
            const done = answer.done.includes(item.id)
            const Icon = done ? IconCircleCheckFilled : IconCircleDashed
            return (
              <li key={item.id} className={classes.tick} data-done={done || undefined}>
                <Icon size={16} aria-hidden />
                <span>
                  {item.text}
                  {!done && ` (${t('notDone')})`}
                </span>
              </li>
            )
          })}
        </ul>
      )}
      {answer.kind === 'plain' && !answer.note && <p className={classes.source}>{t('noWords')}</p>}
      {(answer.kind === 'check-in' || note) && (
        <dl className={classes.answer}>
          {answer.kind === 'check-in' &&
            form.kind === 'check-in' &&
            words(form.question, answer.value === null ? '' : t('ofTen', { value: answer.value }))}
          {note}
        </dl>
      )}
    </>
  )
}

/** The items of a questionnaire in the language in which they were read, with what was chosen. */
function Items({ answer, none }: { answer: Extract<TaskAnswer, { kind: 'questionnaire' }>; none: string }) {
  const texts = textsOf(answer.name, answer.language)
  const safety = safetyOf(answer.name)
  return (
    <ol className={classes.items} lang={texts.language}>
      {texts.items.map((item, at) => {
        const points = answer.answers[at]
        const said = typeof points === 'number' ? `${texts.options[points] ?? ''} (${points})` : none
        return (
          <li key={item} data-raised={(at === safety && (points ?? 0) > 0) || undefined}>
            <span>
              {at + 1}. {item}
            </span>
            <span>{said}</span>
          </li>
        )
      })}
    </ol>
  )
}
