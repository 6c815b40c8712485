import type { TaskAnswer, TaskForm } from '@attune/contract/features/care/task/task.forms'
import type { MeasureItem, MeasureResult } from '@attune/contract/features/care/measure/measure.schemas'
import {
  answerTo,
  askedItems,
  pointsOf,
  selfHarmItems,
  textOf,
  yesAndNo,
} from '@attune/contract/features/care/measure/measure.scores'
import { IconFlag } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { StatusBadge } from '../../../../ui/page/status/StatusBadge.tsx'
import { useMeasureResultText, useNumberText } from './score-text.ts'
import { MeasureOrigin } from '../fill/measure/MeasureOrigin.tsx'
import { questionNumbers } from '../fill/measure/measure-questions.ts'
import classes from './TaskDetailsView.module.css'

type Form = Extract<TaskForm, { kind: 'measure' }>
type Answer = Extract<TaskAnswer, { kind: 'measure' }>
type Copy = NonNullable<Form['copy']>
type ItemsProps = { copy: Copy; answer: Answer; showsPoints: boolean }

/**
 * Lists the questions of a measure that were asked, with the chosen options, in the language in which the client answered. A typed text is shown
 * below its question. `showsPoints`: each option is followed by its points.
 */
export function MeasureItems({ copy: { content }, answer, showsPoints }: ItemsProps) {
  const { answers, language } = answer
  const asked = askedItems(content, answers)
  const raised = new Set(selfHarmItems(content, answers))
  const numbers = questionNumbers(content)
  return (
    <>
      <ol className={classes.items} lang={language}>
        {content.items
          .filter(({ id, kind }) => asked.has(id) && kind !== 'display')
          .map((item) => {
            const text = textOf(item.text, language, content.language)
            if (item.kind === 'group')
              return (
                <li key={item.id} data-group>
                  <strong>{text}</strong>
                </li>
              )
            return (
              <li
                key={item.id}
                data-raised={raised.has(item.id) || undefined}
                data-long={item.kind === 'text' || undefined}
              >
                <span>
                  {numbers.get(item.id)}. {text}
                </span>
                <span>
                  <ItemAnswer
                    item={item}
                    value={answerTo(answers, item.id)}
                    answer={answer}
                    main={content.language}
                    showsPoints={showsPoints}
                  />
                </span>
              </li>
            )
          })}
      </ol>
      <MeasureOrigin content={content} />
    </>
  )
}

type ItemProps = {
  item: MeasureItem
  value: Answer['answers'][string]
  answer: Answer
  main: Answer['language']
  showsPoints: boolean
}

/** The answer to one item: the text of the chosen option, a number with its unit, or a text. */
function ItemAnswer({ item, value, answer: { language }, main, showsPoints }: ItemProps) {
  const { t } = useTranslation('taskForms')
  const numberText = useNumberText()
  const points = showsPoints ? pointsOf(item, value) : null
  const withPoints = (text: string) => (points === null ? text : `${text} (${numberText(points)})`)
  if (value === null) return <>{t('none')}</>
  if (item.kind === 'choice') {
    const option = item.options.find(({ id }) => id === value)
    return <>{option ? withPoints(textOf(option.text, language, main)) : t('none')}</>
  }
  if (typeof value === 'boolean') return <>{withPoints(yesAndNo[language][value ? 0 : 1])}</>
  if (typeof value === 'number') return <>{`${numberText(value)} ${item.kind === 'number' ? item.unit : ''}`.trim()}</>
  return <>{value}</>
}

type ResultsProps = { results: readonly MeasureResult[]; copy: Copy | undefined; isClient: boolean }

/**
 * Lists the scores of a measure, each with its range, its band and the number of unanswered items. For a therapist, a badge marks each score that
 * needs a review.
 */
export function MeasureResults({ results, copy, isClient }: ResultsProps) {
  const { t } = useTranslation(['taskForms', 'tasks'])
  const resultText = useMeasureResultText()
  const itemsOf = (id: string) => copy?.content.scores.find((score) => score.id === id)?.items.length ?? 0
  return (
    <ul className={classes.results}>
      {results.map((result) => (
        <li key={result.id}>
          <p className={classes.sum}>
            {result.title}: {resultText(result)}
          </p>
          {result.missing > 0 && (
            <p className={classes.source}>
              {t(result.score === null ? 'measure.tooManyMissing' : 'measure.prorated', {
                missing: result.missing,
                count: itemsOf(result.id),
              })}
            </p>
          )}
          {result.isAlert && !isClient && (
            <StatusBadge icon={IconFlag} tone="danger">
              {t('tasks:flag.short')}
            </StatusBadge>
          )}
        </li>
      ))}
    </ul>
  )
}
