import { runs } from '@attune/contract/common/runs.testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { recurrenceUpdateErrors, randomRecurrenceUpdate } from './update-recurrence.testing.ts'

/**
 * A fixed seed makes the random changes the same in every run. A failure prints the seed and a path, which together
 * reproduce the failing change.
 */
const seed = 20_261_122

test('random changes of random series neither lose nor duplicate a session, and keep individually changed sessions @slow', () => {
  const seen = { kept: 0, removed: 0, added: 0, overridden: 0, refused: 0, parts: 0 }
  fc.assert(
    fc.property(randomRecurrenceUpdate, (random) => {
      const { wrong, shape } = recurrenceUpdateErrors(random)
      expect(wrong).toEqual([])
      if (!shape) return void seen.refused++
      for (const part of ['kept', 'removed', 'added', 'overridden'] as const) seen[part] += shape[part].length
      if (shape.splits) seen.parts++
    }),
    { numRuns: runs(200, 300), seed },
  )
  for (const [what, count] of Object.entries(seen)) expect(count, what).toBeGreaterThan(20)
})
