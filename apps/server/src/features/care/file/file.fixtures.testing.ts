import { randomUUID } from 'node:crypto'
import type { TestApp } from '../../../testing/app.ts'
import type { Person } from '../../../testing/people.ts'
import { canary, type ConnectedPair, fixture, type FixtureOrder } from '../../../testing/fixtures/fixture.ts'

export const fileFixtures = [
  /**
   * A client's picture that the therapist may read, and two pictures that are attached to nothing: one of the client's and one of the therapist's.
   */
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
export const putPictures = (app: TestApp, pair: ConnectedPair, person: Person, ids: string[]): Promise<void> =>
  putFiles(app, person, ids, { kind: 'image', name: `${canary(pair.name, 'name')}.webp`, type: 'image/webp' })

/** Inserts a checked PDF of a person. */
export const putPdf = (app: TestApp, person: Person, id: string): Promise<void> =>
  putFiles(app, person, [id], { kind: 'pdf', name: 'record.pdf', type: 'application/pdf' })

async function putFiles(
  app: TestApp,
  { role, accountId }: Person,
  ids: string[],
  { kind, name, type }: { kind: string; name: string; type: string },
): Promise<void> {
  await app.db.asActor({ role, id: accountId }, ({ kysely }) =>
    kysely
      .insertInto('file')
      .values(
        ids.map((id) => ({
          id,
          account_id: accountId,
          name,
          kind,
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
        type,
        sha256: '0'.repeat(64),
        ...(kind === 'image' && { width: 40, height: 30 }),
        complete_at: app.clock.now(),
      })
      .where('id', 'in', ids)
      .execute(),
  )
}
