import { expect, test } from 'vitest'
import { collectCalls } from './collect-calls.ts'

function doubling() {
  const runs: number[][] = []
  const double = collectCalls(async (inputs: number[]) => {
    runs.push(inputs)
    if (inputs.includes(13)) throw new Error('no thirteen')
    return inputs.map((input) => input * 2)
  })
  return { runs, double }
}

test('calls of one turn are answered by one run, each with its own result', async () => {
  const { runs, double } = doubling()
  expect(await Promise.all([double(1), double(2), double(3)])).toEqual([2, 4, 6])
  expect(runs).toEqual([[1, 2, 3]])
})

test('a call of a later turn has a run of its own', async () => {
  const { runs, double } = doubling()
  await double(1)
  await double(2)
  expect(runs).toEqual([[1], [2]])
})

test('if a run fails, all its calls fail, and the next run works', async () => {
  const { double } = doubling()
  const failed = await Promise.allSettled([double(1), double(13)])
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await double(4)).toBe(8)
})
