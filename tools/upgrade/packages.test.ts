import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeEach, afterEach, expect, test } from 'vitest'
import { moveAside, putBack } from './packages.mjs'

let root: string
const write = (path: string, text: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}
const read = (path: string) => (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : null)
const files = ['node_modules/a', 'apps/web/node_modules/a', 'apps/web/dist/a', 'apps/server/node_modules/a']
/** Writes the packages and the web app of a version. Only the new version has packages in `apps/server`. */
const install = (version: string) => {
  for (const path of version === 'old' ? files.slice(0, 3) : files) write(path, version)
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'attune-packages-'))
  install('old')
})
afterEach(() => rmSync(root, { recursive: true }))

test('packages return with the web app, and those that only the new version has are deleted', () => {
  const moved = moveAside(root, false)
  expect(moved).toEqual(['node_modules', 'apps/web/node_modules'])
  expect(files.map(read)).toEqual([null, null, 'old', null])
  install('new')
  putBack(root, moved)
  expect(files.map(read)).toEqual(['old', 'old', 'old', null])
})

test('a second move after an interruption keeps what the first has moved', () => {
  moveAside(root, false)
  write('apps/web/node_modules/a', 'half of the new version')
  expect(moveAside(root, false)).toEqual(['node_modules', 'apps/web/node_modules'])
  putBack(root, null)
  expect(files.map(read)).toEqual(['old', 'old', 'old', null])
})

test('a return that is repeated after an interruption changes nothing more', () => {
  const moved = moveAside(root, false)
  install('new')
  putBack(root, moved)
  putBack(root, moved)
  expect(files.map(read)).toEqual(['old', 'old', 'old', null])
})

test('packages that both versions share stay where they are', () => {
  expect(moveAside(root, true)).toEqual([])
  putBack(root, [])
  expect(files.map(read)).toEqual(['old', 'old', 'old', null])
})
