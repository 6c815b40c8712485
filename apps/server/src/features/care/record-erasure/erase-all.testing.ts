// Erases the records of a therapist whose last name begins with a text, one after another, until it is killed:
// node erase-all.testing.ts URL SECRETS-DIR THERAPIST TEXT
import type { ClientId, TherapistId } from '@attune/contract/common/ids'
import { openDb } from '../../../platform/database/actor.ts'
import { openPool } from '../../../platform/database/pools.ts'
import { openErasureLedger } from '../../../platform/erasures/ledger.ts'
import { loadSecrets } from '../../../platform/secrets/secrets.ts'
import { eraseRecord } from './record-erasure.ts'

const [url = '', secretsDir = '', therapistId = '', name = ''] = process.argv.slice(2)
const { secrets } = loadSecrets(secretsDir)
const pool = openPool(url, secrets, 2)
const db = openDb(pool, openErasureLedger(secretsDir, secrets))
const of = therapistId as TherapistId
const records = await db.asActor({ role: 'worker', id: of }, async (tx) => {
  const { rows } = await tx.run<{ id: ClientId }>(
    'select id from app.client where therapist_id = $1 and starts_with(last_name, $2) order by id',
    [of, name],
  )
  return rows
})
for (const { id } of records)
  if (await eraseRecord({ db, clock: { now: () => new Date() } }, { therapistId: of, clientId: id })) console.log(id)
await pool.end()
