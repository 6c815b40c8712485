import type { TaskAnswer } from '@attune/contract/features/task.forms'
import { Text } from '@mantine/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useReader } from '../../../platform/reader.ts'
import { Note } from '../../../ui/Note.tsx'
import classes from './fill.module.css'
import { safetyOf, textsOf } from './questionnaires.ts'
import { SafetyNote } from './SafetyNote.tsx'

type Answer = Extract<TaskAnswer, { kind: 'questionnaire' }>

/** PHQ-9 or GAD-7, item by item, in the published wording of the reader's language. */
export function Questionnaire({ value, onChange }: { value: Answer; onChange: (answer: Answer) => void }) {
  const { t } = useTranslation('taskForms')
  const reader = useReader()
  const texts = textsOf(value.name, reader.language)
  const radioName = useId()
  const safety = safetyOf(value.name)
  const choose = (item: number, points: number) =>
    onChange({
      ...value,
      language: texts.language,
      answers: value.answers.map((before, at) => (at === item ? points : before)),
    })
  return (
    <div>
      {safety !== null && (
        <div className={classes.before}>
          <Note kind="info">{t('questionnaire.before')}</Note>
        </div>
      )}
      <p className={classes.intro} lang={texts.language}>
        {texts.intro}
      </p>
      <ol className={classes.items} lang={texts.language}>
        {texts.items.map((item, at) => (
          <li key={item}>
            <fieldset className={classes.item}>
              <legend>
                {at + 1}. {item}
              </legend>
              <div className={classes.options}>
                {texts.options.map((option, points) => (
                  <label key={option} className={classes.option}>
                    <input
                      type="radio"
                      name={`${radioName}-${at}`}
                      checked={value.answers[at] === points}
                      onChange={() => choose(at, points)}
                    />
                    <span>{option}</span>
                  </label>
                ))}
              </div>
            </fieldset>
            {at === safety && (value.answers[at] ?? 0) > 0 && <SafetyNote />}
          </li>
        ))}
      </ol>
      <Text size="xs" c="dimmed">
        {t('questionnaire.source')}
      </Text>
    </div>
  )
}
