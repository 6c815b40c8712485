import type { QuestionnaireName, TaskAnswer, TaskForm } from './task.forms.ts'
import type { Instrument } from './task.measures.ts'
import { questionnaireItems } from './task.rules.ts'

/**
 * The published scoring of the two questionnaires.
 * PHQ-9: the sum of nine items of 0 to 3; mild from 5, moderate from 10, moderately severe from 15, severe from 20
 * (Kroenke, Spitzer, Williams: The PHQ-9, J Gen Intern Med 2001; 16: 606–613).
 * GAD-7: the sum of seven items of 0 to 3; mild from 5, moderate from 10, severe from 15
 * (Spitzer, Kroenke, Williams, Löwe: A brief measure for assessing generalized anxiety disorder, Arch Intern Med 2006; 166: 1092–1097).
 * Both: Instructions for PHQ and GAD-7 Measures, phqscreeners.com; free to use without permission.
 */
export const scoreBands = {
  'phq-9': [
    { from: 0, band: 'minimal' },
    { from: 5, band: 'mild' },
    { from: 10, band: 'moderate' },
    { from: 15, band: 'moderately-severe' },
    { from: 20, band: 'severe' },
  ],
  'gad-7': [
    { from: 0, band: 'minimal' },
    { from: 5, band: 'mild' },
    { from: 10, band: 'moderate' },
    { from: 15, band: 'severe' },
  ],
} as const satisfies Record<QuestionnaireName, readonly { from: number; band: string }[]>
export type ScoreBand = (typeof scoreBands)['phq-9' | 'gad-7'][number]['band']

/** The highest score of a questionnaire: 27 for the PHQ-9, 21 for the GAD-7. */
export const maxScore = (name: QuestionnaireName): number => questionnaireItems[name] * 3

/** Returns the score of a complete questionnaire. Returns null for an incomplete questionnaire and for other kinds of answers. */
export function questionnaireScore(answer: TaskAnswer): number | null {
  if (answer.kind !== 'questionnaire' || answer.answers.length !== questionnaireItems[answer.name]) return null
  return answer.answers.reduce<number | null>((sum, value) => (sum === null || value === null ? null : sum + value), 0)
}

export const scoreBandNames = ['minimal', 'mild', 'moderate', 'moderately-severe', 'severe'] as const

export function scoreBandOf(name: QuestionnaireName, score: number): ScoreBand {
  const bands: readonly { from: number; band: ScoreBand }[] = scoreBands[name]
  return bands.findLast(({ from }) => score >= from)?.band ?? 'minimal'
}

/**
 * Returns the scale of a questionnaire for a chart: its highest score (`most`), its bands, and the scores to label (`ticks`). A band ends (`to`)
 * where the next one begins; the last band ends at the highest score.
 */
export function scoreScale(name: QuestionnaireName) {
  const starts: readonly { from: number; band: ScoreBand }[] = scoreBands[name]
  const most = maxScore(name)
  return {
    most,
    bands: starts.map(({ from, band }, place) => ({ band, from, to: starts[place + 1]?.from ?? most })),
    ticks: [...starts.map(({ from }) => from), most],
  }
}

/**
 * The smallest difference between two scores that is unlikely to be a measurement error alone (reliable change).
 * PHQ-9: 6, GAD-7: 4 (Gyani, Shafran, Layard, Clark: Enhancing recovery rates: Lessons from year one of IAPT, Behav Res Ther 2013; 51: 597–606).
 */
export const reliableDifference = { 'phq-9': 6, 'gad-7': 4 } as const satisfies Record<QuestionnaireName, number>

/** Returns the facts about a questionnaire that Attune ships: its range, bands and reliable change, as published. */
export const instrumentOf = (name: QuestionnaireName): Instrument => ({
  id: name,
  title: name.toUpperCase(),
  range: { from: 0, to: maxScore(name) },
  bands: scoreBands[name].map(({ from, band }) => ({ from, known: band, text: '' })),
  better: 'lower',
  reliableChange: {
    points: reliableDifference[name],
    source: 'Gyani et al., Behaviour Research and Therapy 2013; 51: 597–606',
  },
})

/** Returns the band of a score, or null if the instrument has no band for it. */
export const bandOf = ({ bands }: Pick<Instrument, 'bands'>, score: number) =>
  bands.findLast(({ from }) => score >= from) ?? null

/**
 * Returns the difference between two scores of an instrument, and whether it is a reliable change. `unrated`: no reliable
 * change is published for the instrument.
 */
export function measureChange({ better, reliableChange }: Instrument, first: number, last: number) {
  const points = last - first
  if (!reliableChange) return { points, kind: 'unrated' as const }
  if (Math.abs(points) < reliableChange.points) return { points, kind: 'uncertain' as const }
  return { points, kind: points < 0 === (better === 'lower') ? ('improved' as const) : ('worsened' as const) }
}

/**
 * Returns the difference between the last and the first score, and whether it is a reliable change. A lower score is an
 * improvement. Returns null for fewer than two scores.
 */
export function scoreChange(name: QuestionnaireName, scores: readonly number[]) {
  const [first] = scores
  const last = scores.at(-1)
  if (first === undefined || last === undefined || scores.length < 2) return null
  const { points, kind } = measureChange(instrumentOf(name), first, last)
  return { points, kind: kind === 'unrated' ? 'uncertain' : kind }
}

/** The index of the ninth item of the PHQ-9: thoughts of being better off dead or of self-harm. */
export const phq9SafetyItemIndex = 8

/** Whether the client may see the score of a form: the therapist switched this on when assigning the questionnaire or the measure. */
export const showsResultToClient = (form: TaskForm): boolean =>
  (form.kind === 'questionnaire' || form.kind === 'measure') && form.showResult === true
