import { utimesSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { isDeep } from '../../packages/contract/src/common/runs.testing.ts'
import { createClone, type TestClone } from './clone.testing.ts'

async function cloneOf(newer: Parameters<typeof createClone>[0]) {
  const clone = await createClone(newer)
  onTestFinished(() => clone.remove())
  return clone
}

/** Starts an upgrade whose command is killed in a step. */
async function killIn(clone: TestClone, step: string) {
  clone.write('data/kill-at', step)
  expect((await clone.run('v2.0.0')).code).toBeNull()
}

test('after a kill during the backup, nothing was changed, and both npm start and the upgrade go on @slow', async () => {
  const clone = await cloneOf({ '2.0.0': { lock: '2' } })
  await killIn(clone, 'back-up')
  expect((await clone.start()).said).toContain('started 1.0.0')
  expect((await clone.run('v2.0.0')).said).toContain('opened 2.0.0')
})

test.each(isDeep ? ['install', 'server'] : ['server'])(
  'after a kill during the step %s, npm start explains, and npm run upgrade goes on @slow',
  async (step) => {
    const clone = await cloneOf({ '2.0.0': { lock: '2' } })
    await killIn(clone, step)
    expect(await clone.start()).toMatchObject({
      code: 1,
      said:
        "An upgrade from v1.0.0 to v2.0.0 is unfinished. If it isn't running any more, continue it with npm run upgrade, " +
        'or go back to v1.0.0 with npm run upgrade -- --back.\n',
    })
    const { code, said } = await clone.run()
    expect(said).toMatch(/^Continuing the upgrade from v1\.0\.0 to v2\.0\.0\.\n[^]*opened 2\.0\.0/)
    expect([code, clone.read('node_modules/installed')]).toEqual([0, '2.0.0'])
  },
)

test.runIf(isDeep).each([
  ['install', 'rows 1.0.0'],
  ['server', 'rows 1.0.0'],
])('after a kill during the step %s, --back starts the old version', async (step, database) => {
  const clone = await cloneOf({ '2.0.0': { lock: '2', files: { 'db/new.sql': 'new' } } })
  await killIn(clone, step)
  const { code, said } = await clone.run('--back')
  expect(said).toMatch(/^Going back from v2\.0\.0 to v1\.0\.0\.\n/)
  expect(said).toContain(`started 1.0.0 with ${database}`)
  expect([code, clone.read('node_modules/installed'), clone.has('db/new.sql')]).toEqual([1, '1.0.0', false])
  expect(clone.git('status', '--porcelain')).toBe('')
})

test.runIf(isDeep)('after a kill during the restore, npm run upgrade goes on going back', async () => {
  const clone = await cloneOf({ '2.0.0': { lock: '2', behaviour: 'failing' } })
  await killIn(clone, 'restore')
  expect((await clone.start()).said).toMatch(/continue it with npm run upgrade\.\n$/)
  const { code, said } = await clone.run()
  expect(said).toMatch(/^Going back from v2\.0\.0 to v1\.0\.0\.\n[^]*started 1\.0\.0 with rows 1\.0\.0/)
  expect([code, clone.read('node_modules/installed')]).toEqual([1, '1.0.0'])
})

/** Leaves the clone as a checkout of 2.0.0 that was killed in the middle: with a lock, a new file, a deleted and a damaged one. */
async function killInCheckout(clone: TestClone) {
  await killIn(clone, 'install')
  clone.git('checkout', '--quiet', '--force', 'main')
  clone.write('db/new.sql', 'half')
  clone.write('behaviour', '')
  clone.write('tools/upgrade/command.mjs', '')
  const lock = join(clone.folder, '.git/index.lock')
  clone.write('.git/index.lock', '')
  utimesSync(lock, 1_000_000, 1_000_000)
}

test.each([
  [[], 'opened 2.0.0', true],
  [['--back'], 'started 1.0.0 with rows 1.0.0', false],
])('after a kill during the checkout, the upgrade with %j ends with %s @slow', async (args, words, hasNewFile) => {
  const clone = await cloneOf({ '2.0.0': { lock: '2', files: { 'db/new.sql': 'new' } } })
  await killInCheckout(clone)
  expect((await clone.run(...args)).said).toContain(words)
  expect([clone.git('status', '--porcelain'), clone.has('db/new.sql')]).toEqual(['', hasNewFile])
})

test.runIf(isDeep)('another version is refused while an upgrade is unfinished', async () => {
  const clone = await cloneOf({ '2.0.0': {}, '3.0.0': {} })
  await killIn(clone, 'install')
  const { code, said } = await clone.run('v3.0.0')
  expect([code, said]).toEqual([
    1,
    expect.stringMatching(/^The upgrade from v1\.0\.0 to v2\.0\.0 is unfinished\. First continue it/),
  ])
})

test.runIf(isDeep)('a signal while the new server starts stops it and keeps the way on and back', async () => {
  const clone = await cloneOf({ '2.0.0': { behaviour: 'never-ready' } })
  const running = clone.run('v2.0.0')
  await vi.waitFor(() => expect(clone.read('.attune/upgrade/state.json')).toMatch(/"serverPid": \d/), {
    timeout: 60_000,
  })
  running.child.kill('SIGTERM')
  const { code, said } = await running
  expect(said).toContain('The upgrade was interrupted. Continue it with npm run upgrade, or go back to v1.0.0 with')
  expect([code, said.includes('started')]).toEqual([1, false])
  expect((await clone.run('--back')).said).toContain('started 1.0.0 with rows 1.0.0')
})

test('a second upgrade at the same time is refused', async () => {
  const clone = await cloneOf({ '2.0.0': { behaviour: 'never-ready' } })
  const running = clone.run('v2.0.0')
  await vi.waitFor(() => expect(clone.read('.attune/upgrade/state.json')).toMatch(/"serverPid": \d/), {
    timeout: 60_000,
  })
  expect(await clone.run()).toEqual({ code: 1, said: 'Another upgrade is running. Wait until it has ended.\n' })
  running.child.kill('SIGTERM')
  await running
})

test.runIf(isDeep)('a signal after the new server has opened reaches it and ends both', async () => {
  const clone = await cloneOf({ '2.0.0': { behaviour: 'serving' } })
  const running = clone.run('v2.0.0')
  await vi.waitFor(() => expect(running.soFar()).toContain('opened 2.0.0'), { timeout: 60_000 })
  expect((await clone.run('v2.0.0')).said).toBe('v2.0.0 is checked out already. Start it with npm start.\n')
  running.child.kill('SIGTERM')
  expect((await running).said).toContain('stopped 2.0.0')
})
