import { expect, test } from 'vitest'
import { openErasureLedger } from '../../../platform/erasures/ledger.ts'
import { readRestored } from '../../../platform/data-folder/restored.ts'
import { openRestoredData } from '../../../platform/restore/restored-data.testing.ts'
import { startSharedApp } from '../../../testing/app.ts'
import { queryAsRole } from '../../../testing/database/database.ts'
import { connectClient } from '../../../testing/records/sessions.ts'
import { addFullRecord, erase, tablesWith } from './record-erasure.testing.ts'

const app = await startSharedApp({ worker: false })
const { restoredFolder, startAndClose } = openRestoredData(app)
const record = (id: string) => openErasureLedger(app.config.secretsDir, app.secrets).record([{ kind: 'record', id }])
const nameOf = async (clientId: string) => {
  const [row] = await queryAsRole<{ name: string }>(
    'backup',
    app.databaseUrl,
    `select last_name as name from app.client where id = '${clientId}'`,
  )
  return row?.name
}
const auditLines = (id: string | undefined) =>
  queryAsRole(
    'backup',
    app.databaseUrl,
    `select action, thing, thing_id as id from app.audit where actor_id = '${id}' and actor_role = 'host' order by app.audit.id`,
  )

test('a record that was erased after the backup is erased before the first request after its restore @slow', async () => {
  const therapist = await app.person('therapist', 1)
  const { clientId } = await addFullRecord(app, therapist, 'backagain')
  const kept = await addFullRecord(app, therapist, 'notinledger')
  record(clientId).confirm()
  const dataDir = restoredFolder()
  const { id: restoreId } = readRestored(dataDir) ?? {}
  const notes = await startAndClose(dataDir)
  expect(notes.join(' ')).toContain('records 1')
  expect(await tablesWith(app, 'backagain')).toEqual({})
  expect(await nameOf(kept.clientId)).toBe('notinledger')
  expect(await auditLines(restoreId)).toEqual([
    { action: 'erase', thing: 'record', id: clientId },
    { action: 'restore', thing: 'data', id: restoreId },
  ])
})

test('a record that was still connected when the backup was made is disconnected and erased @slow', async () => {
  const [therapist, client] = await Promise.all([app.person('therapist', 2), app.person('client', 2)])
  const clientId = await connectClient(app, therapist, client)
  record(clientId).confirm()
  await startAndClose(restoredFolder())
  expect(await nameOf(clientId)).toBeUndefined()
  expect(await app.auth.userById(client.accountId)).not.toBeNull()
})

test('an erasure that was never committed is withdrawn at the next start, so a restore keeps the record', async () => {
  const therapist = await app.person('therapist', 3)
  const { clientId } = await addFullRecord(app, therapist, 'nevercommitted')
  record(clientId)
  await startAndClose(app.config.dataDir)
  await startAndClose(restoredFolder())
  expect(await nameOf(clientId)).toBe('nevercommitted')
  expect(await erase(app, therapist, clientId)).not.toBeNull()
})
