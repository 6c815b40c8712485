import fc from 'fast-check'
import { expect, test } from 'vitest'
import { judgeReshaping, randomReshaping } from './series.reshape.testing.ts'

/** Named when a change is found that contradicts; with the path it shows that one again. */
const seed = 20_261_122

test('after 300 random changes of random series no session is lost, doubled or orphaned, and single changes are kept [1.10]', () => {
  const seen = { kept: 0, surplus: 0, missing: 0, alone: 0, refused: 0, parts: 0 }
  fc.assert(
    fc.property(randomReshaping, (random) => {
      const { wrong, shape } = judgeReshaping(random)
      expect(wrong).toEqual([])
      if (!shape) return void seen.refused++
      for (const part of ['kept', 'surplus', 'missing', 'alone'] as const) seen[part] += shape[part].length
      if (shape.parts) seen.parts++
    }),
    { numRuns: 300, seed },
  )
  for (const [what, count] of Object.entries(seen)) expect(count, what).toBeGreaterThan(20)
})
