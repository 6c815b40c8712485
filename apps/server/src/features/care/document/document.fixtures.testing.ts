import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { canary, fixture, type FixtureOrder } from '../../../testing/fixtures/fixture.ts'
import { putPictures } from '../file/file.fixtures.testing.ts'

export const documentFixtures = [
  /** A document of the client's record, and a request for another one. */
  fixture(['documentId', 'documentRequestId'], createDocument),
]

async function createDocument({ app, pair }: FixtureOrder) {
  const { name, therapist, recordId } = pair
  const [documentId, documentRequestId, file] = [randomUUID(), randomUUID(), randomUUID()]
  await putPictures(app, pair, therapist, [file])
  await app.db.asActor({ role: 'therapist', id: therapist.accountId }, async ({ kysely }) => {
    await sql`
      insert into app.document (id, therapist_id, client_id, account_id, file_id, is_from_client, is_shared)
      values (${documentId}, ${therapist.accountId}, ${recordId}, ${therapist.accountId}, ${file}, false, false)`.execute(
      kysely,
    )
    await sql`
      insert into app.document_request (id, therapist_id, client_id, title)
      values (${documentRequestId}, ${therapist.accountId}, ${recordId}, ${canary(name, 'request')})`.execute(kysely)
  })
  return { documentId, documentRequestId }
}
