import { linkSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { installSize } from './install-size.mjs'
import { tooLarge } from './packages.mjs'

const folder = mkdtempSync(join(tmpdir(), 'install-size-'))
afterAll(() => rmSync(folder, { recursive: true }))

function writePackage(path: string, bytes: number) {
  mkdirSync(join(folder, path), { recursive: true })
  writeFileSync(join(folder, path, 'index.js'), 'x'.repeat(bytes))
}

test('each package counts once, without the packages inside it, and a file with two names once', () => {
  writePackage('node_modules/small', 100_000)
  writePackage('node_modules/large', 2_000_000)
  writePackage('node_modules/large/node_modules/inner', 1_000_000)
  writePackage('node_modules/.cache', 5_000_000)
  linkSync(join(folder, 'node_modules/small/index.js'), join(folder, 'node_modules/small/again.js'))
  const paths = [
    '',
    'node_modules/small',
    'node_modules/large',
    'node_modules/large/node_modules/inner',
    'node_modules/absent',
  ]
  const packages = Object.fromEntries(paths.map((path) => [path, {}]))
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages }))
  const { megabytes, largest } = installSize(folder)
  expect(largest.map(({ path }) => path)).toEqual([paths[2], paths[3], paths[1]])
  expect(megabytes).toBeGreaterThanOrEqual(3.1)
  expect(megabytes).toBeLessThan(3.3)
})

test('packages above the limit are a finding that names the largest', () => {
  const largest = [{ path: 'node_modules/large', megabytes: 900 }]
  expect(tooLarge({ megabytes: 1_000, largest })).toEqual([])
  expect(tooLarge({ megabytes: 1_001, largest })).toEqual([expect.stringContaining('large 900')])
})
