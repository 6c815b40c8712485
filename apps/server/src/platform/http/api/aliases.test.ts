import { procedureAliases } from '@attune/contract/aliases'
import { describe, expect, test } from 'vitest'
import { createRouter } from '../../../router.ts'
import { startSharedApp } from '../../../testing/app.ts'
import { openTestBrowser } from '../../../testing/browser.ts'
import { expectedAccess } from '../../../testing/samples/expected-access.ts'
import { testedProcedures } from '../../../testing/samples/sample-input-registry.ts'
import { createTestPractice } from '../../../testing/samples/viewers.ts'
import { isRead } from '../../../request-groups.ts'
import { proceduresOf } from './procedures.ts'
import { describeApi } from './reference.ts'

const app = await startSharedApp({ worker: false })
const practice = await createTestPractice(app)

const procedures = proceduresOf(createRouter(async () => {}))
const livePaths = new Set(testedProcedures.map(({ path }) => path))
const aliases = Object.entries(procedureAliases).map(([oldPath, alias]) => {
  const procedure = testedProcedures.find(({ path }) => path === alias.path)
  if (!procedure) throw new Error(`${oldPath} is an alias of ${alias.path}, which does not exist`)
  return { oldPath, ...alias, procedure }
})

test('an alias calls the procedure of its new name, and is not itself the name of a procedure', () => {
  expect(aliases.length).toBeGreaterThan(20)
  for (const { oldPath, path, input, output } of aliases) {
    expect(livePaths.has(oldPath), oldPath).toBe(false)
    const [old, current] = [procedures.get(`/api/${oldPath}`), procedures.get(`/api/${path}`)]
    // The procedure object is the same, so policy, limits and audit cannot differ, and the matrix test covers both names.
    if (input || output) expect(old, oldPath).toMatchObject({ name: path })
    else expect(old, oldPath).toBe(current)
  }
})

test('the description of the API has the new names and no alias @slow', async () => {
  const { paths } = JSON.parse(await describeApi()) as { paths: Record<string, unknown> }
  for (const { oldPath, path } of aliases) {
    expect(paths, path).toHaveProperty([`/${path}`])
    expect(paths, oldPath).not.toHaveProperty([`/${oldPath}`])
  }
})

describe.each(aliases)('$oldPath', ({ oldPath, path, output, procedure: { name, policy, sample } }) => {
  test('answers each caller as the new name does @slow', async () => {
    for (const viewer of practice.viewers) {
      const context = await practice.contextOf(viewer)
      const caller = viewer.person ?? openTestBrowser(app.address, app.site.key)
      // A permitted write is not repeated, because it would find the changes of the first call.
      if (expectedAccess(policy, viewer, 'own', true) === 'allowed' && !isRead(name.split('.'))) continue
      const input = await sample.input(context, 'own')
      const [old, current] = [await caller.send(oldPath, input), await caller.send(path, input)]
      const answer: unknown = await current.json()
      const expected = output && current.status === 200 ? output(answer) : answer
      expect([old.status, await old.json()], viewer.name).toEqual([current.status, expected])
    }
  })
})

test('an account is disabled under the old name, with the old input', async () => {
  const [{ accountId }, admin] = [await app.person('client', 9), await app.person('admin', 1)]
  const call = async (input: object) => (await admin.send('administration/switchAccount', input)).status
  const disabledAt = async () => {
    const { rows } = await app.privileged.definer.query<{ disabled_at: Date | null }>(
      'select disabled_at from app.profile where account_id = $1',
      [accountId],
    )
    return rows[0]?.disabled_at
  }
  expect(await call({ accountId, enabled: false })).toBe(200)
  expect(await disabledAt()).toBeInstanceOf(Date)
  expect(await call({ accountId, enabled: true })).toBe(200)
  expect(await disabledAt()).toBeNull()
  expect([await call({ accountId, enabled: 'no' }), await call({ accountId })]).toEqual([400, 400])
})
