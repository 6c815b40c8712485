import type { TaskAnswer } from '@attune/contract/features/task.forms'
import { Text } from '@mantine/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../platform/use-locale.ts'
import { Callout } from '../../../ui/Callout.tsx'
import classes from './fill.module.css'
import { safetyItemOf, questionnaireText } from './questionnaires.ts'
import { SafetyNotice } from './SafetyNotice.tsx'

type Answer = Extract<TaskAnswer, { kind: 'questionnaire' }>

/** PHQ-9 or GAD-7, item by item, in the published wording of the reader's language. */
export function QuestionnaireFields({ value, onChange }: { value: Answer; onChange: (answer: Answer) => void }) {
  const { t } = useTranslation('taskForms')
  const reader = useLocale()
  const texts = questionnaireText(value.name, reader.language)
  const radioName = useId()
  const safety = safetyItemOf(value.name)
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
          <Callout kind="info">{t('questionnaire.before')}</Callout>
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
            {at === safety && (value.answers[at] ?? 0) > 0 && <SafetyNotice />}
          </li>
        ))}
      </ol>
      <Text size="xs" c="dimmed">
        {t('questionnaire.source')}
      </Text>
    </div>
  )
}
