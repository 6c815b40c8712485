import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { runConcurrently } from './lanes.mjs'

test('checks run two at a time and are reported in the order of the list, even if one throws', async () => {
  let running = 0
  let most = 0
  const taking = (milliseconds: number) => async () => {
    most = Math.max(most, ++running)
    await sleep(milliseconds)
    running--
    return { ok: true }
  }
  const broken = async () => {
    throw new Error('no such program')
  }
  const reported: [number, boolean][] = []
  await runConcurrently(
    [taking(30), taking(1), broken, taking(1), taking(1)],
    2,
    (at: number, { ok }: { ok: boolean }) => reported.push([at, ok]),
  )
  expect(reported).toEqual([true, true, false, true, true].map((ok, at) => [at, ok]))
  expect(most).toBe(2)
})
