import { isDeep } from '../../packages/contract/src/common/runs.testing.ts'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createClone } from './clone.testing.ts'

async function cloneOf(newer: Parameters<typeof createClone>[0]) {
  const clone = await createClone(newer)
  onTestFinished(() => clone.remove())
  return clone
}

/** Expects that a clone still has the version 1.0.0 with its packages and its data. */
function expectUnchanged(clone: Awaited<ReturnType<typeof cloneOf>>) {
  expect(clone.git('status', '--porcelain', '--untracked-files=no')).toBe('')
  expect(clone.git('symbolic-ref', '--short', 'HEAD')).toBe('main')
  expect(JSON.parse(clone.read('package.json'))).toMatchObject({ version: '1.0.0' })
  expect([clone.read('node_modules/installed'), clone.read('apps/web/dist/index.html')]).toEqual(['1.0.0', '1.0.0'])
  expect(clone.has('.attune/upgrade/state.json')).toBe(false)
}

test('without a tag, the command names both versions and changes nothing @slow', async () => {
  const clone = await cloneOf({ '1.9.0': {}, '1.10.0': {} })
  const { code, said } = await clone.run()
  expect([code, said]).toEqual([
    0,
    'This is v1.0.0. The newest version is v1.10.0; CHANGELOG.md there says what is new. To upgrade: npm run upgrade -- v1.10.0\n',
  ])
  expect(clone.git('tag')).not.toContain('v1.10.1')
  expectUnchanged(clone)
})

test('without a newer version, the command says so @slow', async () => {
  const clone = await cloneOf({})
  expect(await clone.run()).toEqual({ code: 0, said: 'This is v1.0.0. There is no newer version.\n' })
})

test('an upgrade backs up, installs and opens the new server, although it replaces its own program @slow', async () => {
  const broken = Object.fromEntries(
    ['command', 'phases', 'git', 'server', 'packages', 'children', 'versions'].map((name) => [
      `tools/upgrade/${name}.mjs`,
      'throw new Error("the program of another version")\n',
    ]),
  )
  const clone = await cloneOf({ '2.0.0': { lock: '2', files: broken } })
  const { code, said } = await clone.run('v2.0.0')
  expect(said.split('\n')).toEqual([
    'Upgrading from v1.0.0 to v2.0.0. First, the data is backed up.',
    'The data is backed up in data/backups (T1).',
    'v2.0.0 is installed. It starts now, and answers no request until it is ready.',
    expect.stringMatching(
      /^v2\.0\.0 is ready and answers requests\. From now on there is no way back to v1\.0\.0 except/,
    ),
    'opened 2.0.0 with rows 2.0.0',
    '',
  ])
  expect(code).toBe(0)
  expect([clone.read('node_modules/installed'), clone.read('apps/web/dist/index.html')]).toEqual(['2.0.0', '2.0.0'])
  expect(clone.has('.attune/upgrade/state.json') || clone.has('.attune/upgrade/aside')).toBe(false)
  expect(clone.git('describe', '--tags')).toBe('v2.0.0')
})

test.runIf(isDeep)('a version with the same packages is installed without moving them', async () => {
  const clone = await cloneOf({ '1.0.1': {} })
  expect((await clone.run('v1.0.1')).said).toContain('opened 1.0.1')
  expect([clone.read('node_modules/installed'), clone.read('apps/web/dist/index.html')]).toEqual(['1.0.0', '1.0.1'])
})

test('a version that can not be installed is undone without a restore, and the old one starts @slow', async () => {
  const clone = await cloneOf({ '2.0.0': { lock: '2', behaviour: 'not-installable', files: { 'db/new.sql': 'new' } } })
  const { code, said } = await clone.run('v2.0.0')
  expect(said).toContain('npm error code ENOSPC')
  expect(said).toContain("v2.0.0 couldn't be installed.\nGoing back to v1.0.0.\n")
  expect(said).toContain(
    'v1.0.0 is in place again; the data was not changed. It starts now.\nstarted 1.0.0 with rows 1.0.0',
  )
  expect(code).toBe(1)
  expect(clone.has('db/new.sql') || clone.has('node_modules/half')).toBe(false)
  expectUnchanged(clone)
})

test.each([
  ['failing', 'it ended with the exit code 1 before it was ready'],
  ['never-ready', "it wasn't ready within 8 seconds; /ready names storage"],
])('after a start that is %s, the backup is restored and the old version starts @slow', async (behaviour, reason) => {
  const clone = await cloneOf({ '2.0.0': { lock: '2', behaviour } })
  const { code, said } = await clone.run('v2.0.0', '--wait', behaviour === 'failing' ? '300' : '8')
  expect(said).toContain(`v2.0.0 couldn't be started: ${reason}.\nGoing back to v1.0.0.\n`)
  expect(said).toContain('with the data of before the upgrade. It starts now.\nstarted 1.0.0 with rows 1.0.0')
  expect(clone.read('data/replaced')).toBe('rows 2.0.0')
  expect([code, said.includes('opened')]).toEqual([1, false])
  expectUnchanged(clone)
})

test.runIf(isDeep)(
  'if the disk is full when the server has started, the server is stopped and the backup restored',
  async () => {
    const clone = await cloneOf({ '2.0.0': { behaviour: 'full-disk' } })
    const { code, said } = await clone.run('v2.0.0')
    expect(said).toContain('started 1.0.0 with rows 1.0.0')
    expect([code, said.includes('opened')]).toEqual([1, false])
    expectUnchanged(clone)
  },
)

test.runIf(isDeep)(
  'if the backup can not be restored, the command says what to do by hand, and can be repeated',
  async () => {
    const clone = await cloneOf({ '2.0.0': { behaviour: 'failing' } })
    clone.write('data/broken-backup', '')
    const { code, said } = await clone.run('v2.0.0')
    expect(said).toContain("The backup T1 in data/backups couldn't be restored.\nAttune could not go back to v1.0.0.")
    expect(said).toContain('  npm run restore -- data/backups --backup T1 --replace\n  npm start\n')
    expect(code).toBe(1)
    expect((await clone.start()).said).toContain('is unfinished')
    clone.git('clean', '--quiet', '--force', '-x', 'data/broken-backup')
    expect((await clone.run()).said).toContain('started 1.0.0 with rows 1.0.0')
    expectUnchanged(clone)
  },
)

test('a checkout with changes is refused with the names of the files @slow', async () => {
  const clone = await cloneOf({ '2.0.0': {} })
  clone.write('tools/setup.mjs', 'changed')
  const { code, said } = await clone.run('v2.0.0')
  expect([code, said]).toEqual([1, expect.stringMatching(/^This checkout has changes: tools\/setup\.mjs\. Nothing/)])
  expect(clone.has('data/backup')).toBe(false)
})

test.runIf(isDeep)('an own file where the new version has one is refused', async () => {
  const clone = await cloneOf({ '2.0.0': { files: { 'notes.md': 'theirs' } } })
  clone.write('notes.md', 'mine')
  const { code, said } = await clone.run('v2.0.0')
  expect([code, said]).toEqual([1, expect.stringContaining('files of its own at notes.md. Nothing was changed.')])
  expect(clone.read('notes.md')).toBe('mine')
})

test.each([
  ['an unknown version', 'v3.0.0', 'There is no version v3.0.0. Nothing was changed. There are: v2.0.0, v1.0.0.'],
  ['a name that is no version', 'main', 'There is no version main. Nothing was changed.'],
  ['the present version', 'v1.0.0', 'v1.0.0 is checked out already. Start it with npm start.'],
  ['an unknown option', '--now', "Unknown option '--now'"],
])('%s is refused @slow', async (_situation, tag, words) => {
  const clone = await cloneOf({ '2.0.0': {} })
  const { code, said } = await clone.run(tag)
  expect([code, said]).toEqual([1, expect.stringContaining(words)])
  expectUnchanged(clone)
})

test.runIf(isDeep)('an older version is refused', async () => {
  const clone = await cloneOf({ '2.0.0': {} })
  clone.git('checkout', '--quiet', 'v2.0.0')
  const { code, said } = await clone.run('v1.0.0')
  expect([code, said]).toEqual([1, expect.stringContaining('v1.0.0 is older than v2.0.0. Nothing was changed')])
})

test.runIf(isDeep)('a version that lacks commits of the checkout is refused', async () => {
  const clone = await cloneOf({ '2.0.0': {} })
  clone.git('commit', '--quiet', '--allow-empty', '--message', 'own')
  const { code, said } = await clone.run('v2.0.0')
  expect([code, said]).toEqual([1, expect.stringContaining('has commits that v2.0.0 lacks. Nothing was changed.')])
})

test('without a connection the command says so and changes nothing @slow', async () => {
  const clone = await cloneOf({ '2.0.0': {} })
  clone.git('remote', 'set-url', 'origin', join(clone.folder, 'missing'))
  const { code, said } = await clone.run('v2.0.0')
  expect([code, said]).toEqual([
    1,
    expect.stringContaining("git can't ask origin for its versions. Nothing was changed."),
  ])
  expectUnchanged(clone)
})

test.runIf(isDeep)('without git the command says so', async () => {
  const clone = await cloneOf({})
  mkdirSync(join(clone.folder, 'data/empty'))
  const { code, said } = await clone.runWith({ PATH: join(clone.folder, 'data/empty') }, 'v2.0.0')
  expect([code, said]).toEqual([1, "npm run upgrade needs git, which isn't installed. Nothing was changed.\n"])
})

test.runIf(isDeep)('a folder that is no checkout is refused', async () => {
  const clone = await cloneOf({})
  const { code, said } = await clone.runWith({ GIT_DIR: join(clone.folder, 'data') }, 'v2.0.0')
  expect([code, said]).toEqual([1, expect.stringContaining("isn't a clone made with git")])
})

test('data that is in use is refused, and nothing is changed @slow', async () => {
  const clone = await cloneOf({ '2.0.0': {} })
  clone.write('data/in-use', '')
  expect(await clone.run('v2.0.0')).toMatchObject({
    code: 1,
    said: expect.stringMatching(/Attune is using this data\.\nNothing was upgraded\.\n$/),
  })
  expectUnchanged(clone)
})

test('with a finished upgrade, there is nothing to go back from', async () => {
  const clone = await cloneOf({})
  expect(await clone.run('--back')).toMatchObject({ code: 1, said: expect.stringMatching(/^No upgrade is unfinished/) })
})
