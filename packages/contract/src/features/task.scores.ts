import { type QuestionnaireName, questionnaireItems, type TaskAnswer } from './task.forms.ts'

/**
 * The published rules of the two questionnaires.
 * PHQ-9: the sum of nine items of 0 to 3; 5, 10, 15 and 20 begin mild, moderate, moderately severe and severe
 * (Kroenke, Spitzer, Williams: The PHQ-9, J Gen Intern Med 2001; 16: 606–613).
 * GAD-7: the sum of seven items of 0 to 3; 5, 10 and 15 begin mild, moderate and severe
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

/** The highest sum that a questionnaire can have: 27 and 21. */
export const highestScore = (name: QuestionnaireName): number => questionnaireItems[name] * 3

/** The sum of a questionnaire that was answered in full; null for anything else. */
export function scoreOf(answer: TaskAnswer): number | null {
  if (answer.kind !== 'questionnaire' || answer.answers.length !== questionnaireItems[answer.name]) return null
  return answer.answers.reduce<number | null>((sum, value) => (sum === null || value === null ? null : sum + value), 0)
}

/** The band that a sum falls into. */
export function bandOf(name: QuestionnaireName, score: number): ScoreBand {
  const bands: readonly { from: number; band: ScoreBand }[] = scoreBands[name]
  return bands.findLast(({ from }) => score >= from)?.band ?? 'minimal'
}

/** The item of the PHQ-9 that asks for thoughts of being better off dead or of hurting oneself; the ninth. */
export const safetyItem = 8

/** Whether an answer asks for somebody's eyes: the ninth item of the PHQ-9 above zero, whatever the sum is. */
export const asksForSafety = (answer: TaskAnswer): boolean =>
  answer.kind === 'questionnaire' && answer.name === 'phq-9' && (answer.answers[safetyItem] ?? 0) > 0
