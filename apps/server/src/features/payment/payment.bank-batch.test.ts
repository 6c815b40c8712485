import { expect, test } from 'vitest'
import { jsonInBatches } from './payment.bank-batch.ts'

test.each([0, 1, 500, 1201])(
  '%i entries are written in parts of at most 500, between which others have their turn',
  async (count) => {
    const entries = Array.from({ length: count }, (_, at) => ({ at }))
    let turns = 0
    const parts: string[] = []
    const counting = setInterval(() => turns++, 0)
    for await (const part of jsonInBatches({ step: 'review', entries })) {
      parts.push(part)
      expect(part.match(/"at"/g)?.length ?? 0).toBeLessThanOrEqual(500)
      // Longer than the interval, so that each turn that is given is counted.
      const until = performance.now() + 5
      while (performance.now() < until);
    }
    clearInterval(counting)
    expect(JSON.parse(parts.join(''))).toEqual({ step: 'review', entries })
    expect(turns).toBeGreaterThanOrEqual(Math.ceil(count / 500) - 1)
  },
)
