import { randomUUID } from 'node:crypto'
import type { TestApp } from '../../../testing/app.ts'
import type { Person } from '../../../testing/people.ts'
import { canary, type ConnectedPair, fixture, type FixtureOrder } from '../../../testing/fixtures/fixture.ts'

export const fileFixtures = [
  /** A picture of the client that the therapist may read, a picture of the client and one of the therapist to which nothing refers. */
  fixture(['fileId', 'unlinkedFileId', 'therapistFileId'], createFiles),
]

/**
 * Inserts three checked pictures: a client's picture that the therapist may read, a client's picture that no one else may read, and a picture of the
 * therapist.
 */
async function createFiles({ app, pair }: FixtureOrder) {
  const [fileId, unlinkedFileId, therapistFileId] = [randomUUID(), randomUUID(), randomUUID()]
  await putPictures(app, pair, pair.client, [fileId, unlinkedFileId])
  await app.db.asActor({ role: 'client', id: pair.client.accountId }, ({ run }) =>
    run('select def.file_let_read($1, $2)', [[fileId], [pair.therapist.accountId]]),
  )
  await putPictures(app, pair, pair.therapist, [therapistFileId])
  return { fileId, unlinkedFileId, therapistFileId }
}

/** Inserts checked pictures of a person of the pair. The ids become the ids of the files. */
export async function putPictures(
  app: TestApp,
  pair: ConnectedPair,
  { role, accountId }: Person,
  ids: string[],
): Promise<void> {
  await app.db.asActor({ role, id: accountId }, ({ kysely }) =>
    kysely
      .insertInto('file')
      .values(
        ids.map((id) => ({
          id,
          account_id: accountId,
          name: `${canary(pair.name, 'name')}.webp`,
          kind: 'image',
          size: 1000,
        })),
      )
      .execute(),
  )
  await app.db.asActor({ role: 'worker', id: accountId }, ({ kysely }) =>
    kysely
      .updateTable('file')
      .set({
        state: 'ready',
        type: 'image/webp',
        sha256: '0'.repeat(64),
        width: 40,
        height: 30,
        complete_at: app.clock.now(),
      })
      .where('id', 'in', ids)
      .execute(),
  )
}
