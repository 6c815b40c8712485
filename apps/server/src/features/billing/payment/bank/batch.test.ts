import { expect, test } from 'vitest'
import { jsonInBatches } from './batch.ts'

test.each([0, 1, 500, 1201])(
  '%i entries are written in parts of at most 500, between which others have their turn',
  async (count) => {
    const entries = Array.from({ length: count }, (_, at) => ({ at }))
    let turns = 0
    const parts: string[] = []
    let isCounting = true
    const countTurn = () => {
      turns++
      if (isCounting) setImmediate(countTurn)
    }
    setImmediate(countTurn)
    for await (const part of jsonInBatches({ step: 'review', entries })) {
      parts.push(part)
      expect(part.match(/"at"/g)?.length ?? 0).toBeLessThanOrEqual(500)
    }
    isCounting = false
    expect(JSON.parse(parts.join(''))).toEqual({ step: 'review', entries })
    expect(turns).toBeGreaterThanOrEqual(Math.ceil(count / 500) - 1)
  },
)
