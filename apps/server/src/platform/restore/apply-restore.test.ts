import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../testing/app.ts'
import { markRestored, readRestored, restoredFile } from '../data-folder/restored.ts'
import { StartError } from '../process/start-error.ts'
import { applyRestore } from './apply-restore.ts'
import { openRestoredData } from './restored-data.testing.ts'

const app = await startSharedApp({ worker: false })
const { restoredFolder, startOn, startAndClose } = openRestoredData(app)

const countChanges = async () =>
  (await app.db.asActor({ role: 'worker', id: null }, (tx) => tx.run('select id from app.change'))).rowCount

async function auditLines(id: string) {
  const { rows } = await app.privileged.definer.query<{ action: string; thing: string }>(
    `select action, thing from app.audit where actor_id = $1 and actor_role = 'host'`,
    [id],
  )
  return rows
}

test('the first start after a restore ends all logins and links and empties the log of changes, once @slow', async () => {
  const tessa = await app.person('therapist')
  await tessa.api.clientTag.list({})
  await app.privileged.auth.query(
    `insert into auth.secret (hash, purpose, subject, generation, expires_at) values ($1, 'reset', $2, 1, $3)`,
    [randomBytes(32), randomUUID(), new Date(app.clock.now().getTime() + 3_600_000)],
  )
  const dataDir = restoredFolder()
  const id = readRestored(dataDir)?.id ?? ''
  const file = readFileSync(join(dataDir, restoredFile), 'utf8')

  expect(await startAndClose(dataDir)).toEqual([expect.stringContaining('everyone signs in again')])
  await expect(tessa.api.clientTag.list({})).rejects.toMatchObject({ status: 401 })
  const { rows } = await app.privileged.auth.query(
    `select from auth.secret where purpose = 'reset' and expires_at > $1`,
    [app.clock.now()],
  )
  expect(rows).toEqual([])
  expect(await countChanges()).toBe(0)
  expect(await auditLines(id)).toEqual([{ action: 'restore', thing: 'data' }])
  expect(existsSync(join(dataDir, restoredFile))).toBe(false)

  // Puts the file back, as if the server had been killed after the commit.
  writeFileSync(join(dataDir, restoredFile), file)
  const again = await app.secondBrowser(tessa, 2)
  expect(await startAndClose(dataDir)).toEqual([])
  await again.api.clientTag.list({})
  expect(await auditLines(id)).toHaveLength(1)
  expect(existsSync(join(dataDir, restoredFile))).toBe(false)
})

test('a start that is killed while it applies the rules changes nothing, and the next start applies them', async () => {
  const tessa = await app.secondBrowser(await app.person('therapist'), 2)
  const dataDir = restoredFolder()
  const killed = () => {
    throw new Error('killed')
  }
  const attempt = applyRestore({ ...app, config: { ...app.config, dataDir }, clock: { now: killed } })
  await expect(attempt).rejects.toThrow('killed')
  await tessa.api.clientTag.list({})
  expect(existsSync(join(dataDir, restoredFile))).toBe(true)
  await startAndClose(dataDir)
  await expect(tessa.api.clientTag.list({})).rejects.toMatchObject({ status: 401 })
})

test('after a restore, an email to choose a new password leaves at once @slow', async () => {
  const { email } = await app.person('therapist')
  const node = await startOn(restoredFolder(), { worker: true })
  try {
    await node.anonymous().api.login.requestReset({ email })
    expect((await node.inbox.mailTo(email)).text).toContain('/reset')
  } finally {
    await node.close()
  }
})

test('data that was restored twice without a start shows the earlier moment', () => {
  const dataDir = restoredFolder()
  const { id, dataOf } = readRestored(dataDir) ?? {}
  markRestored(dataDir, { dataOf: app.clock.now(), restoredAt: app.clock.now() })
  expect(readRestored(dataDir)?.dataOf).toEqual(dataOf)
  expect(readRestored(dataDir)?.id).not.toBe(id)
})

test('the server does not start when the file of a restore is damaged', async () => {
  const dataDir = restoredFolder()
  writeFileSync(join(dataDir, restoredFile), '{"id":')
  await expect(startOn(dataDir)).rejects.toThrow(StartError)
})
