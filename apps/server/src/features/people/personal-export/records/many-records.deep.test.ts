import { statSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../../testing/app.ts'
import { addStoredDocuments, watchMemory } from '../../../../testing/files/stored-documents.ts'
import { minimalClient } from '../../../../testing/records/clients.ts'
import { storedOf } from '../personal-export.testing.ts'
import { makeRecordsExport } from './make-records.ts'
import { recordsNamed, usualChoices } from './records.testing.ts'

const [records, count, size] = [30, 20, 256_000]
const app = await startSharedApp({ worker: false })
const nora = await app.person('therapist')

test('an export of many records holds one after the other in memory', async () => {
  for (let at = 0; at < records; at++) {
    const clientId = randomUUID()
    await nora.api.client.add({ ...minimalClient, id: clientId, invite: false })
    await addStoredDocuments(app, nora, { clientId, count, size })
  }
  await nora.api.personalExport.startRecords({ ...usualChoices, withBundle: true })
  const named = await recordsNamed(app, nora)
  const { grown } = await watchMemory(() => makeRecordsExport(app, named, true))
  const { latest } = await nora.api.personalExport.findRecords({})
  expect(latest).toMatchObject({ state: 'ready', done: records, parts: records })
  const bytes = statSync(storedOf(app, nora)[0] ?? '').size
  expect(bytes).toBeGreaterThan(records * count * size)
  expect(grown).toBeLessThan(bytes / 3)
}, 180_000)
