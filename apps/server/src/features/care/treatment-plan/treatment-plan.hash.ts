import type { Goal } from '@attune/contract/features/care/treatment-plan/treatment-plan.schemas'
import { sha256Of } from '../../../platform/secrets/sha256.ts'

type Signed = { id: string; number: number; goals: Goal[]; reviewOn: string | null }

const objectiveText = ({ id, text, measure, target, targetOn, state, score }: Goal['objectives'][number]) => [
  id,
  text,
  measure,
  target,
  targetOn,
  state,
  ...(score ? [[score.questionnaire, score.title, score.reach, score.points]] : []),
]

/**
 * Returns the SHA-256, in hexadecimal, of the content that a person signs. A client signs the content that they can read; a therapist also signs
 * the interventions. The order of the fields is fixed, because the database does not preserve it.
 */
export function planHash({ id, number, goals, reviewOn }: Signed, interventions?: readonly string[]): string {
  const content = [
    id,
    number,
    reviewOn,
    goals.map((goal) => [goal.id, goal.text, goal.objectives.map(objectiveText)]),
    ...(interventions ? [interventions] : []),
  ]
  return sha256Of(JSON.stringify(content))
}
