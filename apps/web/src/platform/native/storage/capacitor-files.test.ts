// @vitest-environment node
import { beforeEach, expect, test, vi } from 'vitest'

const plugin = vi.hoisted(() => ({
  calls: [] as [string, Record<string, unknown>][],
  answers: {} as Record<string, () => unknown>,
}))

vi.mock('@capacitor/filesystem', () => {
  const method = (name: string) => async (options: Record<string, unknown>) => {
    plugin.calls.push([name, options])
    return plugin.answers[name]?.()
  }
  const names = ['mkdir', 'readdir', 'readFile', 'writeFile', 'rmdir', 'deleteFile']
  return {
    Directory: { LibraryNoCloud: 'LIBRARY_NO_CLOUD' },
    Encoding: { UTF8: 'utf8' },
    Filesystem: Object.fromEntries(names.map((name) => [name, method(name)])),
  }
})

// Another test file may have loaded the module with the real plugin.
vi.resetModules()
const { capacitorFiles: files } = await import('./capacitor-files.ts')
const directory = 'LIBRARY_NO_CLOUD'
const failure = (code: string) => () => {
  throw Object.assign(new Error('failed'), { code })
}
const called = () => plugin.calls.map(([name]) => name)

beforeEach(() => {
  plugin.calls = []
  plugin.answers = {}
})

test('a text is written to the folder of the app that no backup contains, and read from it', async () => {
  plugin.answers.readFile = () => ({ data: 'ü' })
  await files.write('outgoing/a/1.1', 'ü')
  expect(await files.read('outgoing/a/1.1')).toBe('ü')
  const path = { path: 'outgoing/a/1.1', directory, encoding: 'utf8' }
  expect(plugin.calls).toEqual([
    ['writeFile', { ...path, data: 'ü', recursive: true }],
    ['readFile', path],
  ])
})

test('a full device and a file that cannot be read are failures', async () => {
  plugin.answers.writeFile = plugin.answers.readFile = plugin.answers.readdir = failure('OS-PLUG-FILE-0013')
  await expect(files.write('a', 'text')).rejects.toThrow('failed')
  await expect(files.read('a')).rejects.toThrow('failed')
  await expect(files.list('a')).rejects.toThrow('failed')
})

test('a folder is created before it is listed, also if it exists already', async () => {
  plugin.answers.mkdir = failure('OS-PLUG-FILE-0010')
  plugin.answers.readdir = () => ({ files: [{ name: '1.1' }, { name: '2.1' }] })
  expect(await files.list('outgoing/a')).toEqual(['1.1', '2.1'])
  expect(called()).toEqual(['mkdir', 'readdir'])
})

test('a folder is deleted with its files, also if it does not exist', async () => {
  await files.removeFolder('outgoing/a')
  expect(plugin.calls.at(-1)).toEqual(['rmdir', { path: 'outgoing/a', directory, recursive: true }])
  expect(called()).toEqual(['mkdir', 'rmdir'])
})

test('deleting a file that does not exist does nothing, and another failure is one', async () => {
  plugin.answers.deleteFile = failure('OS-PLUG-FILE-0008')
  await files.remove('outgoing/a/1.1')
  plugin.answers.deleteFile = failure('OS-PLUG-FILE-0013')
  await expect(files.remove('outgoing/a/1.1')).rejects.toThrow('failed')
})
