import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { fixture, type FixtureOrder } from '../../../testing/fixtures/fixture.ts'
import { putPdf } from '../file/file.fixtures.testing.ts'

export const recordRequestFixtures = [
  /** The open request of the client for a copy of the record, of which there is at most one, and a PDF of the therapist. */
  fixture(['recordRequestId', 'recordPdfId'], insertRecordRequest),
]

async function insertRecordRequest({ app, pair: { therapist, client, recordId } }: FixtureOrder) {
  const recordPdfId = randomUUID()
  await putPdf(app, therapist, recordPdfId)
  const { rows } = await app.db.asActor({ role: 'client', id: client.accountId }, async ({ kysely, run }) => {
    await sql`
      insert into app.record_request (id, therapist_id, client_id, asked_at, due_on)
      values (${randomUUID()}, ${therapist.accountId}, ${recordId}, now(), current_date + 30) on conflict do nothing`.execute(
      kysely,
    )
    return run<{ id: string }>(`select id from app.record_request where client_id = $1 and state = 'open'`, [recordId])
  })
  return { recordRequestId: rows[0]?.id ?? '', recordPdfId }
}
