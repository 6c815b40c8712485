import type { Language } from '@attune/contract/common/text/text.schemas'
import type {
  MeasureAnswers,
  MeasureContent,
  MeasureCopy,
  MeasureItem,
  MeasureResult,
} from '@attune/contract/features/care/measure/measure.schemas'
import {
  answerTo,
  askedItems,
  measureResults,
  textOf,
  yesAndNo,
} from '@attune/contract/features/care/measure/measure.scores'

function answerText(item: MeasureItem, answer: MeasureAnswers[string], content: MeasureContent, language: Language) {
  if (answer === null) return ''
  if (typeof answer === 'boolean') return yesAndNo[language][answer ? 0 : 1]
  if (item.kind === 'number') return `${answer} ${item.unit}`.trim()
  const option = item.kind === 'choice' ? item.options.find(({ id }) => id === answer) : undefined
  return option ? textOf(option.text, language, content.language) : `${answer}`
}

/** Returns a result with its range and its band, such as 'Total: 12 (0–27), moderate'. */
function resultLine({ title, score, range, band }: MeasureResult): string {
  const within = range ? ` (${range.from}–${range.to})` : ''
  return `${title}: ${score ?? '–'}${within}${band ? `, ${band}` : ''}`
}

/**
 * Returns the text of the answer to a measure: its title and version, a line for each item that was asked, a line for each result, and a line with
 * the publisher, the copyright and the license of the measure.
 */
export function measureLines(copy: MeasureCopy, answers: MeasureAnswers, language: Language): string[] {
  const { content, version } = copy
  const { source } = content
  const asked = askedItems(content, answers)
  return [
    `${content.title} (${version})`,
    ...content.items
      .filter((item) => 'required' in item && asked.has(item.id))
      .map((item) => {
        const text = textOf(item.text, language, content.language)
        return `${text}: ${answerText(item, answerTo(answers, item.id), content, language) || '–'}`
      }),
    ...measureResults(content, answers, language).map(resultLine),
    [source.publisher, source.copyright, source.licence].filter((part) => part.trim() !== '').join(' · '),
  ]
}
