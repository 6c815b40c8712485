import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runCleanups } from '../../jobs.ts'
import { startSharedApp } from '../../testing/app.ts'
import { newJournalEntry } from '../../testing/records/journal.ts'
import { connectClient, scheduleSessionAt } from '../../testing/records/sessions.ts'
import { type ErasedKind, hashOfErased, openErasureLedger, readLedger } from '../erasures/ledger.ts'
import { markRestored, readRestored } from '../data-folder/restored.ts'
import { openRestoredData } from './restored-data.testing.ts'

const app = await startSharedApp({ worker: false })
const { restoredFolder, startOn, startAndClose } = openRestoredData(app)

const day = 24 * 3_600_000
const record = (kind: ErasedKind, id: string) =>
  openErasureLedger(app.config.secretsDir, app.secrets).record([{ kind, id }])
const stateOf = (kind: ErasedKind, id: string) =>
  readLedger(app.config.secretsDir)?.erased.get(hashOfErased(app.secrets, { kind, id }))?.state

async function openPair(n: number) {
  const [therapist, client] = await Promise.all([app.person('therapist', n), app.person('client', n)])
  return { therapist, client, clientId: await connectClient(app, therapist, client) }
}
const recordOf = async (id: string) => {
  const { rows } = await app.privileged.definer.query<{ account: string | null; isConnected: boolean }>(
    'select account_id as account, account_id is not null and disconnected_at is null as "isConnected" from app.client where id = $1',
    [id],
  )
  return rows[0]
}
const statusOf = async (sessionId: string) => {
  const { rows } = await app.privileged.definer.query('select status from app.session where id = $1', [sessionId])
  return rows[0]?.status
}
async function saveEntry(client: Awaited<ReturnType<typeof openPair>>['client']): Promise<string> {
  return (await client.api.journal.save(newJournalEntry())).id
}
const entriesOf = async (account: string) => {
  const rows = await app.privileged.definer.query('select id from app.journal_entry where account_id = $1', [account])
  return rows.rows.map(({ id }) => id)
}
const auditLines = async (id: string | undefined) => {
  const { rows } = await app.privileged.definer.query(
    `select action, thing, thing_id as id from app.audit where actor_id = $1 and actor_role = 'host' order by app.audit.id`,
    [id],
  )
  return rows
}

test('an account whose person deleted it is in the ledger with its connections before anything is erased @slow', async () => {
  const { client, clientId } = await openPair(1)
  await client.api.login.deleteAccount({ password: client.password })
  expect([stateOf('account', client.accountId), stateOf('connection', clientId)]).toEqual(['done', 'done'])
})

test('a deletion that is refused adds nothing to the ledger @slow', async () => {
  const { therapist, clientId } = await openPair(2)
  await scheduleSessionAt(therapist, clientId, new Date(app.clock.now().getTime() + 3 * day))
  await expect(therapist.api.login.deleteAccount({ password: therapist.password })).rejects.toMatchObject({
    code: 'BLOCKED',
  })
  expect(stateOf('account', therapist.accountId)).toBeUndefined()
})

test('an account that was erased since is erased before the first request after a restore @slow', async () => {
  const { therapist, client, clientId } = await openPair(3)
  const sessionId = await scheduleSessionAt(therapist, clientId, new Date(app.clock.now().getTime() + 3 * day))
  await saveEntry(client)
  const dataDir = restoredFolder()
  const pictures = join(dataDir, 'files', 'avatars', client.accountId)
  mkdirSync(pictures, { recursive: true })
  writeFileSync(join(pictures, 'picture.webp'), 'a picture')
  const { id: restoreId } = readRestored(dataDir) ?? {}
  record('account', client.accountId).confirm()

  await startAndClose(dataDir)
  expect(await app.auth.userById(client.accountId)).toBeNull()
  expect(await recordOf(clientId)).toEqual({ account: null, isConnected: false })
  expect(await entriesOf(client.accountId)).toEqual([])
  expect(await statusOf(sessionId)).toBe('cancelled')
  expect(existsSync(join(pictures, 'picture.webp'))).toBe(false)
  expect(await auditLines(restoreId)).toEqual([
    { action: 'erase', thing: 'account', id: client.accountId },
    { action: 'restore', thing: 'data', id: restoreId },
  ])
})

test('a connection that was ended since is ended, unless the two have connected again @slow', async () => {
  const [ended, again] = [await openPair(4), await openPair(5)]
  record('connection', again.clientId).confirm()
  const { definer } = app.privileged
  await definer.query(`update app.client set connected_at = now() + interval '1 hour' where id = $1`, [again.clientId])
  record('connection', ended.clientId).confirm()
  await startAndClose(restoredFolder())
  expect(await recordOf(ended.clientId)).toEqual({ account: ended.client.accountId, isConnected: false })
  expect(await recordOf(again.clientId)).toEqual({ account: again.client.accountId, isConnected: true })
})

test('an entry that a client deleted for ever is in the ledger and is deleted again after a restore @slow', async () => {
  const { client } = await openPair(6)
  const [deleted, other, kept] = [await saveEntry(client), await saveEntry(client), await saveEntry(client)]
  await client.api.journal.trash({ id: deleted })
  await client.api.journal.erase({ id: deleted })
  expect(stateOf('journal-entry', deleted)).toBe('done')
  record('journal-entry', other).confirm()
  await startAndClose(restoredFolder())
  expect(await entriesOf(client.accountId)).toEqual([kept])
})

test('an entry whose 30 days in the trash are over is in the ledger @slow', async () => {
  const { client } = await openPair(7)
  const id = await saveEntry(client)
  await client.api.journal.trash({ id })
  const later = { now: () => new Date(Date.now() + 31 * day) }
  await runCleanups({ ...app, clock: later })
  expect(await entriesOf(client.accountId)).toEqual([])
  expect(stateOf('journal-entry', id)).toBe('done')
})

test('a server that was killed between the ledger and the commit withdraws the line when it starts @slow', async () => {
  const { client, clientId } = await openPair(8)
  const entry = await saveEntry(client)
  const gone = randomUUID()
  record('account', client.accountId)
  record('connection', clientId)
  record('journal-entry', entry)
  record('journal-entry', gone)
  await startAndClose(app.config.dataDir)
  expect([
    stateOf('account', client.accountId),
    stateOf('connection', clientId),
    stateOf('journal-entry', entry),
    stateOf('journal-entry', gone),
  ]).toEqual(['kept', 'kept', 'kept', 'begun'])
  await startAndClose(restoredFolder())
  expect(await recordOf(clientId)).toMatchObject({ isConnected: true })
  expect(await entriesOf(client.accountId)).toEqual([entry])
})

test('the commit of an erasure waits for the ledger, and a ledger that cannot be written refuses it', async () => {
  const { client } = await openPair(9)
  const id = await saveEntry(client)
  await client.api.journal.trash({ id })
  const node = await startOn(app.config.dataDir, { config: { secretsDir: join(app.config.dataDir, 'readable') } })
  try {
    const ledger = join(node.config.secretsDir, 'erasures.jsonl')
    rmSync(ledger)
    mkdirSync(ledger)
    const erase = node.db.asActor({ role: 'client', id: client.accountId }, async (tx) => {
      await tx.run('delete from app.journal_entry where id = $1', [id])
      tx.recordErased('journal-entry', [id])
    })
    await expect(erase).rejects.toThrow('EISDIR')
    expect(await entriesOf(client.accountId)).toEqual([id])
  } finally {
    await node.close()
  }
})

test('a restore of the same data a second time erases nothing more @slow', async () => {
  const { client } = await openPair(10)
  record('account', client.accountId).confirm()
  await startAndClose(restoredFolder())
  const dataDir = restoredFolder()
  markRestored(dataDir, { dataOf: new Date(0), restoredAt: app.clock.now() })
  const { id } = readRestored(dataDir) ?? {}
  await startAndClose(dataDir)
  expect(await auditLines(id)).toEqual([{ action: 'restore', thing: 'data', id }])
})
