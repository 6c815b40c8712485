import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { readChangedFiles, workTreeFiles } from './source-files.mjs'

const folder = mkdtempSync(join(tmpdir(), 'attune-checks-'))
afterAll(() => rmSync(folder, { recursive: true }))

const [file, other] = ['tools/checks/source-files.mjs', 'tools/checks/lanes.mjs']
const lengthOf = (code: string, path: string) => [path, code.length]

test('a file is read again only when it has changed since the last run of the same check', () => {
  const read = vi.fn(lengthOf)
  const first = readChangedFiles('lengths', [file, other], read, folder)
  expect(read).toHaveBeenCalledTimes(2)
  expect(readChangedFiles('lengths', [file, other], read, folder)).toEqual(first)
  expect(read).toHaveBeenCalledTimes(2)
  const stored = JSON.parse(readFileSync(join(folder, 'lengths.json'), 'utf8'))
  stored[file] = { hash: 'of another text', found: ['old', 0] }
  writeFileSync(join(folder, 'lengths.json'), JSON.stringify(stored))
  expect(readChangedFiles('lengths', [file, other], read, folder)).toEqual(first)
  expect(read).toHaveBeenCalledTimes(3)
  readChangedFiles('other check', [file], read, folder)
  expect(read).toHaveBeenCalledTimes(4)
})

test('files that git ignores are no files of the work tree, new ones are', () => {
  expect(workTreeFiles('tools/checks/*.mjs')).toContain(file)
  expect(workTreeFiles('node_modules/*')).toEqual([])
})
