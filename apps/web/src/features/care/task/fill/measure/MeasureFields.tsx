import type { TaskAnswer, TaskForm } from '@attune/contract/features/care/task/task.forms'
import { unansweredItems } from '@attune/contract/features/care/measure/measure.rules'
import { selfHarmItems, textOf } from '@attune/contract/features/care/measure/measure.scores'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../../../platform/lazy-named.ts'
import { useLocale } from '../../../../../platform/settings/use-locale.ts'
import { Callout } from '../../../../../ui/base/Callout.tsx'
import { MeasureItemInput } from '../../../measure/measure.ts'
import classes from '../fill.module.css'
import { languageOfMeasure, questionScreens } from './measure-questions.ts'
import { MeasureOrigin } from './MeasureOrigin.tsx'

const EmergencyCall = lazyNamed(() => import('../../../safety/safety.ts'), 'EmergencyCall')
const SafetyNotice = lazyNamed(() => import('../../../safety/safety.ts'), 'SafetyNotice')

type Answer = Extract<TaskAnswer, { kind: 'measure' }>
type Props = {
  copy: NonNullable<Extract<TaskForm, { kind: 'measure' }>['copy']>
  value: Answer
  onChange: (answer: Answer) => void
  /** The number of the shown question, from 0; null if all are shown. */
  step: number | null
  /** Whether the client has tried to submit, so that missing answers are marked. */
  marksMissing: boolean
}

/**
 * Renders the questions of a measure, all or one at a time. If the measure asks about self-harm, says at the start that no one monitors the answers
 * and, if the questions are asked one at a time, says so again at each question about self-harm. As soon as an answer reaches the threshold, shows
 * where to find help.
 */
export function MeasureFields({ copy: { content }, value, onChange, step, marksMissing }: Props) {
  const { language: reader } = useLocale()
  const language = languageOfMeasure(content, reader)
  const screen = step === null ? undefined : questionScreens(content, value.answers)[step]
  const raised = new Set(selfHarmItems(content, value.answers))
  const asksAboutSelfHarm = content.items.some(
    (item) => 'selfHarmFrom' in item && item.selfHarmFrom !== null && (!screen || step === 0 || screen.id === item.id),
  )
  const intro = step ? '' : textOf(content.intro, language, content.language)
  return (
    <div>
      {asksAboutSelfHarm && <BeforeSelfHarm />}
      {intro && (
        <p className={classes.intro} lang={language}>
          {intro}
        </p>
      )}
      <MeasureItemInput
        items={content.items}
        answers={value.answers}
        onChange={(answers) => onChange({ ...value, answers, language })}
        language={language}
        mainLanguage={content.language}
        only={screen?.shown}
        missing={marksMissing ? unansweredItems(content, value.answers) : []}
        after={(item) => raised.has(item.id) && <SafetyNotice />}
      />
      <MeasureOrigin content={content} />
    </div>
  )
}

function BeforeSelfHarm() {
  const { t } = useTranslation('taskForms')
  return (
    <div className={classes.before}>
      <Callout kind="info">
        {t('measure.before')}
        <EmergencyCall when="emergency" />
      </Callout>
    </div>
  )
}
