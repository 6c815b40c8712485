import type { GoalId, ObjectiveId } from '@attune/contract/common/ids'
import { expect, test } from 'vitest'
import { sha256Of } from '../../../platform/secrets/sha256.ts'
import { planHash } from './treatment-plan.hash.ts'

const objective = {
  id: 'b' as ObjectiveId,
  text: 'Sleep',
  measure: 'Hours',
  target: '7',
  targetOn: null,
  state: 'open',
} as const
const planWith = (objectives: Parameters<typeof planHash>[0]['goals'][number]['objectives']) => ({
  id: 'p',
  number: 1,
  goals: [{ id: 'a' as GoalId, text: 'Rest', objectives }],
  reviewOn: null,
})

test('the hash of a plan without target scores is that of the content that was signed before there were any', () => {
  const signed = '["p",1,null,[["a","Rest",[["b","Sleep","Hours","7",null,"open"]]]]]'
  expect(planHash(planWith([objective]))).toBe(sha256Of(signed))
})

test('the hash of a plan covers each part of a target score', () => {
  const score = { questionnaire: 'phq-9', title: 'PHQ-9', reach: 'below', points: 10 } as const
  const hashOf = (part: object) => planHash(planWith([{ ...objective, score: { ...score, ...part } }]))
  const parts = [{}, { questionnaire: 'gad-7' }, { title: 'GAD-7' }, { reach: 'from' }, { points: 9 }]
  expect(new Set([planHash(planWith([objective])), ...parts.map(hashOf)]).size).toBe(6)
})
