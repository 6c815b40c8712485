import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { requireNoUnfinishedUpgrade } from './held-start.ts'

test('while an upgrade is unfinished, only its own server starts', () => {
  const root = mkdtempSync(join(tmpdir(), 'attune-held-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  requireNoUnfinishedUpgrade(root, [])
  mkdirSync(join(root, '.attune', 'upgrade'), { recursive: true })
  writeFileSync(join(root, '.attune', 'upgrade', 'state.json'), '{"message":"An upgrade is unfinished."}')
  expect(() => requireNoUnfinishedUpgrade(root, [])).toThrow('An upgrade is unfinished.')
  requireNoUnfinishedUpgrade(root, ['--held'])
})
