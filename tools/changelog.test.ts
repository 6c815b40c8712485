import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { version } from '../apps/server/src/platform/process/version.ts'

test('the newest section of the changelog is that of the version in package.json', () => {
  const text = readFileSync(join(import.meta.dirname, '..', 'CHANGELOG.md'), 'utf8')
  expect(/^## (\d+\.\d+\.\d+)/m.exec(text)?.[1]).toBe(version)
})
