import { expect, test } from 'vitest'
import { lintChanged } from './lint.mjs'

const passes = { ok: true, warnings: 1, errors: 0, findings: ['a warning'] }
const fails = { ok: false, warnings: 0, errors: 1, findings: ['an error'] }

test('folders that passed and have not changed are not linted again, and their warnings are shown again', async () => {
  const linted: string[] = []
  const run = async (...folders: string[]) => {
    linted.push(folders.join(' '))
    return folders.includes('web') ? fails : passes
  }
  const first = await lintChanged(
    [
      { folders: ['server'], hash: '1' },
      { folders: ['web', 'native'], hash: '1' },
    ],
    {},
    run,
  )
  expect(linted).toEqual(['server', 'web native'])
  const second = await lintChanged(
    [
      { folders: ['server'], hash: '1' },
      { folders: ['web', 'native'], hash: '1' },
    ],
    first.passed,
    run,
  )
  expect(linted).toEqual(['server', 'web native', 'web native'])
  expect(second.results).toEqual([
    { ...passes, isUnchanged: true },
    { ...fails, isUnchanged: false },
  ])
  await lintChanged([{ folders: ['server'], hash: '2' }], second.passed, run)
  expect(linted).toEqual(['server', 'web native', 'web native', 'server'])
})
