import { runs } from '@attune/contract/common/runs.testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { judgeReshaping, randomReshaping } from './series.reshape.testing.ts'

/** Printed with the path when a counterexample is found, to reproduce it. */
const seed = 20_261_122

test('random changes of random series lose, duplicate or orphan no session and keep overridden ones [1.10]', () => {
  const seen = { kept: 0, surplus: 0, missing: 0, alone: 0, refused: 0, parts: 0 }
  fc.assert(
    fc.property(randomReshaping, (random) => {
      const { wrong, shape } = judgeReshaping(random)
      expect(wrong).toEqual([])
      if (!shape) return void seen.refused++
      for (const part of ['kept', 'surplus', 'missing', 'alone'] as const) seen[part] += shape[part].length
      if (shape.parts) seen.parts++
    }),
    { numRuns: runs(200, 300), seed },
  )
  for (const [what, count] of Object.entries(seen)) expect(count, what).toBeGreaterThan(20)
})
