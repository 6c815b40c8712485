import type { Language } from '../../../common/text/text.schemas.ts'
import type { MeasureCopy, MeasureResult } from '../measure/measure.schemas.ts'
import { isSelfHarmAnswer, measureResults, rangeOfScore, textOf } from '../measure/measure.scores.ts'
import type { TaskAnswer, TaskForm } from './task.forms.ts'
import type { Instrument } from './task.measures.ts'
import { phq9SafetyItemIndex } from './task.scores.ts'

/**
 * Whether an answer indicates a safety risk: in the PHQ-9, the answer to the ninth item is above zero; in a measure, an answer reaches the threshold
 * of an item about self-harm. The score does not matter. `form` is null if it is not known; an answer to a measure then indicates no risk.
 */
export function indicatesSafetyRisk(form: TaskForm | null, answer: TaskAnswer): boolean {
  if (answer.kind === 'questionnaire') {
    return answer.name === 'phq-9' && (answer.answers[phq9SafetyItemIndex] ?? 0) > 0
  }
  if (answer.kind !== 'measure' || form?.kind !== 'measure' || !form.copy) return false
  return isSelfHarmAnswer(form.copy.content, answer.answers)
}

/** Returns the results of an answer to a measure, with texts in a language. Returns an empty list for other answers. */
export const taskResults = (form: TaskForm, answer: TaskAnswer, language: Language): MeasureResult[] =>
  form.kind === 'measure' && answer.kind === 'measure' && form.copy
    ? measureResults(form.copy.content, answer.answers, language)
    : []

/** Whether the therapist must review an answer: it indicates a safety risk, or a score reaches an alert. */
export const needsReview = (form: TaskForm, answer: TaskAnswer): boolean =>
  indicatesSafetyRisk(form, answer) ||
  (answer.kind === 'measure' && taskResults(form, answer, answer.language).some(({ isAlert }) => isAlert))

/** Returns the facts about the main score of a measure, with texts in a language. Returns null if the measure has no scores. */
export function instrumentOfMeasure(
  measureId: string,
  { content }: Pick<MeasureCopy, 'content'>,
  language: Language,
): Instrument | null {
  const [main] = content.scores
  return main
    ? {
        id: measureId,
        title: content.title,
        range: rangeOfScore(content, main),
        bands: main.bands.map(({ from, text }) => ({
          from,
          known: null,
          text: textOf(text, language, content.language),
        })),
        better: main.better,
        reliableChange: main.reliableChange,
      }
    : null
}
