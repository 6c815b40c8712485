import type { TaskAnswer } from '@attune/contract/features/care/task/task.forms'
import { Text } from '@mantine/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { Callout } from '../../../../ui/base/Callout.tsx'
import classes from './fill.module.css'
import { safetyItemOf, questionnaireText } from './questionnaires.ts'

const EmergencyCall = lazyNamed(() => import('../../safety/safety.ts'), 'EmergencyCall')
const SafetyNotice = lazyNamed(() => import('../../safety/safety.ts'), 'SafetyNotice')

type Answer = Extract<TaskAnswer, { kind: 'questionnaire' }>

type FieldsProps = {
  value: Answer
  onChange: (answer: Answer) => void
  /** The index of the shown item; null if all are shown. */
  step: number | null
}

/**
 * Renders the items of the questionnaire PHQ-9 or GAD-7 as radio buttons, in the published wording of the reader's
 * language.
 */
export function QuestionnaireFields({ value, onChange, step }: FieldsProps) {
  const { t } = useTranslation('taskForms')
  const locale = useLocale()
  const texts = questionnaireText(value.name, locale.language)
  const safety = safetyItemOf(value.name)
  const choose = (item: number, points: number) =>
    onChange({
      ...value,
      language: texts.language,
      answers: value.answers.map((before, at) => (at === item ? points : before)),
    })
  return (
    <div>
      {safety !== null && (!step || step === safety) && (
        <div className={classes.before}>
          <Callout kind="info">
            {t('questionnaire.before', { option: texts.options[0] })}
            <EmergencyCall when="emergency" />
          </Callout>
        </div>
      )}
      <p className={classes.intro} lang={texts.language}>
        {texts.intro}
      </p>
      <ol className={classes.items} lang={texts.language}>
        {texts.items.map((item, at) => (
          <li key={item} hidden={step !== null && step !== at}>
            <Item
              number={at + 1}
              text={item}
              options={texts.options}
              points={value.answers[at]}
              onChoose={(points) => choose(at, points)}
            />
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

type ItemProps = {
  number: number
  text: string
  options: readonly string[]
  points: number | null | undefined
  onChoose: (points: number) => void
}

/** Renders one item of the questionnaire. The index of an option is its number of points. */
function Item({ number, text, options, points: chosen, onChoose }: ItemProps) {
  const radioName = useId()
  return (
    <fieldset className={classes.item}>
      <legend>
        {number}. {text}
      </legend>
      <div className={classes.options}>
        {options.map((option, points) => (
          <label key={option} className={classes.option}>
            <input type="radio" name={radioName} checked={chosen === points} onChange={() => onChoose(points)} />
            <span>{option}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
