import type { Goal } from '@attune/contract/features/care/treatment-plan/treatment-plan.schemas'
import { sha256Of } from '../../../platform/secrets/sha256.ts'

type Signed = { id: string; number: number; goals: Goal[]; reviewOn: string | null }

const objectiveText = ({ id, text, measure, target, targetOn, state }: Goal['objectives'][number]) => [
  id,
  text,
  measure,
  target,
  targetOn,
  state,
]

/**
 * Returns the SHA-256 of what a person signs, in hexadecimal digits. A client signs what they can read; a therapist's signature covers the
 * interventions as well. The order of the fields is fixed, because the database does not keep it.
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
