import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { chosenChecks } from './chosen.mjs'

const checks: [string, number][] = [
  ['types', 1],
  ['long functions', 2],
  ['unused code', 3],
]
const names = (...words: string[]) => chosenChecks(checks, words).map(([name]: [string, number]) => name)

test('words choose the checks whose names contain them, none chooses all', () => {
  expect(names()).toEqual(['types', 'long functions', 'unused code'])
  expect(names('code', 'type')).toEqual(['types', 'unused code'])
})

test('a word that is in the name of no check is refused with the names of all checks', () => {
  const sentence = "No check has 'typos', 'speling' in its name. The checks are: types, long functions, unused code."
  expect(() => names('typos', 'types', 'speling')).toThrow(sentence)
})

test('npm run check fails with one sentence for an unknown word and runs no check @slow', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, '../check.mjs'), 'typos'], {
    encoding: 'utf8',
    timeout: 60_000,
    killSignal: 'SIGKILL',
  })
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
  expect(stderr).toMatch(/^No check has 'typos' in its name\. The checks are: types, .*lint, .+\.\n$/)
})
