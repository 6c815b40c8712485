import type { MeasureContent } from '../packages/contract/src/features/care/measure/measure.schemas.ts'
import { measureResults } from '../packages/contract/src/features/care/measure/measure.scores.ts'
import { choiceItem, sampleMeasure, sumOf } from '../packages/contract/src/features/care/measure/measure.testing.ts'

const points = [0, 1, 2, 3, 4]

/** Returns a questionnaire of this many items with a total, which has bands, and three subscales. */
export function benchMeasure(title: string, items: number): MeasureContent {
  const ids = Array.from({ length: items }, (_, at) => String(at + 1))
  const text = (id: string) => ({
    en: `${id}. How often did this trouble you in the last seven days, by day or by night?`,
  })
  return sampleMeasure({
    title,
    items: ids.map((id) => choiceItem(id, points, { text: text(id) })),
    scores: [
      sumOf(ids, {
        missingUpTo: 2,
        bands: [0, items, items * 2].map((from, at) => ({ from, text: { en: `Band ${at}` } })),
      }),
      ...[0, 1, 2].map((part) =>
        sumOf(
          ids.filter((_, at) => at % 3 === part),
          { id: `part-${part}`, title: { en: `Subscale ${part}` } },
        ),
      ),
    ],
  })
}

/** An answered task: the columns of its row, and of the row of its answer. */
export type AnsweredTemplate = {
  title: string
  kind: string
  form: object
  answer: object
  score: number
  results: object | null
  version: number | null
  comparableFrom: number | null
}

const builtIn = (name: 'phq-9' | 'gad-7', score: number): AnsweredTemplate => {
  const form = { kind: 'questionnaire', name }
  return { title: name, kind: form.kind, form, answer: form, score, results: null, version: null, comparableFrom: null }
}

function own(measureId: string, content: MeasureContent, version: number, comparableFrom: number): AnsweredTemplate {
  const answers = Object.fromEntries(content.items.map(({ id }, at) => [id, String((at + version) % points.length)]))
  const results = measureResults(content, answers, 'en')
  return {
    title: content.title,
    kind: 'measure',
    form: { kind: 'measure', measureId, copy: { version, comparableFrom, content } },
    answer: { kind: 'measure', measureId, answers, language: 'en' },
    score: results[0]?.score ?? 0,
    results,
    version,
    comparableFrom,
  }
}

const [sleep, mood] = ['00000000-0000-4000-8000-900000000001', '00000000-0000-4000-8000-900000000002']
const [sleepContent, moodContent] = [benchMeasure('Sleep', 30), benchMeasure('Mood', 60)]

/**
 * The answered tasks of a client, the latest first: two built-in questionnaires, and two of the therapist's own, with 30 and 60 items. The first of
 * the therapist's own has three versions, and scores of the latest two can be compared; the other has two versions that cannot be compared.
 */
export const answeredTemplates: AnsweredTemplate[] = [
  own(sleep, sleepContent, 3, 2),
  own(mood, moodContent, 2, 2),
  builtIn('phq-9', 9),
  builtIn('gad-7', 6),
  own(sleep, sleepContent, 3, 2),
  own(mood, moodContent, 2, 2),
  builtIn('phq-9', 11),
  own(sleep, sleepContent, 2, 2),
  own(mood, moodContent, 1, 1),
  builtIn('gad-7', 8),
  own(sleep, sleepContent, 1, 1),
  builtIn('phq-9', 14),
  own(mood, moodContent, 1, 1),
]
/** The number of different questionnaires in the templates. */
export const templateInstruments = 4
