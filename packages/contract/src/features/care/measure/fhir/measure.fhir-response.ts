import type { Language } from '../../../../common/text/text.schemas.ts'
import type { MeasureAnswers, MeasureCopy, MeasureItem, MeasureResult } from '../measure.schemas.ts'
import { answerTo, askedItems, measureResults, textOf } from '../measure.scores.ts'
import { type Element, fhirExtension, ownExtension } from './fhir-elements.ts'

type Answered = {
  measureId: string
  copy: MeasureCopy
  answers: MeasureAnswers
  /** The language in which the items were shown. */
  language: Language
  /** The time of the answer, in ISO 8601. */
  authored: string
}

/** Returns the value of an answer as FHIR names it; null for no answer or one that does not fit its item. */
function valueOfAnswer(item: MeasureItem, answer: MeasureAnswers[string], text: (of: MeasureItem['text']) => string) {
  if (item.kind === 'choice') {
    const option = item.options.find(({ id }) => id === answer)
    if (!option) return null
    const weights = [fhirExtension.ordinalValue, fhirExtension.itemWeight]
    const extension = weights.map((url) => ({ url, valueDecimal: option.points }))
    return {
      valueCoding: { ...(option.points !== null && { extension }), code: option.id, display: text(option.text) },
    }
  }
  if (typeof answer === 'boolean') return item.kind === 'yes-no' ? { valueBoolean: answer } : null
  if (typeof answer === 'string') return item.kind === 'text' ? { valueString: answer } : null
  if (typeof answer !== 'number' || item.kind !== 'number') return null
  return { [item.isWhole && Number.isInteger(answer) ? 'valueInteger' : 'valueDecimal']: answer }
}

const resultExtension = ({ id, title, score, range, band, missing, isAlert }: MeasureResult): Element => ({
  url: ownExtension.result,
  extension: [
    { url: 'id', valueString: id },
    ...(title ? [{ url: 'title', valueString: title }] : []),
    ...(score === null ? [] : [{ url: 'score', valueDecimal: score }]),
    ...(range
      ? [
          { url: 'from', valueDecimal: range.from },
          { url: 'to', valueDecimal: range.to },
        ]
      : []),
    ...(band ? [{ url: 'band', valueString: band }] : []),
    { url: 'missing', valueInteger: missing },
    { url: 'alert', valueBoolean: isAlert },
  ],
})

/**
 * Returns the answers to a measure as a FHIR QuestionnaireResponse (R4), nested as in the Questionnaire, with the results in extensions of Attune.
 * Contains only items that were asked and answered, and their groups. A measure without an address is named by its id and its version in Attune.
 */
export function responseToFhir({ measureId, copy, answers, language, authored }: Answered): Element {
  const { content, version } = copy
  const asked = askedItems(content, answers)
  const text = (local: MeasureItem['text']) => textOf(local, language, content.language)
  const itemsOf = (parent: string | null): Element[] =>
    content.items
      .filter((item) => item.parent === parent && asked.has(item.id))
      .flatMap((item): Element[] => {
        const head = { linkId: item.id, ...(text(item.text) && { text: text(item.text) }) }
        if (item.kind === 'group') {
          const inside = itemsOf(item.id)
          return inside.length > 0 ? [{ ...head, item: inside }] : []
        }
        const value = valueOfAnswer(item, answerTo(answers, item.id), text)
        return value ? [{ ...head, answer: [value] }] : []
      })
  const { url } = content.source
  const named = url ? [url, content.source.version] : [`urn:uuid:${measureId}`, `${version}`]
  return {
    resourceType: 'QuestionnaireResponse',
    language,
    extension: measureResults(content, answers, language).map(resultExtension),
    questionnaire: named.filter((part) => part !== '').join('|'),
    status: 'completed',
    authored,
    item: itemsOf(null),
  }
}
