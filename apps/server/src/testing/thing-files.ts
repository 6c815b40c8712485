import { randomUUID } from 'node:crypto'
import type { TestHouse } from './house.ts'
import type { Person } from './people.ts'
import { canary, type Pair } from './thing-sessions.ts'
import type { Things } from './world.ts'

type Files = Pick<Things, 'fileId' | 'looseFileId' | 'handoutId'>

/** Inserts checked pictures: one of the client that the therapist may read, a private one of the client, and one of the therapist. */
export async function makeFiles(app: TestHouse, pair: Pair): Promise<Files> {
  const [fileId, looseFileId, handoutId] = [randomUUID(), randomUUID(), randomUUID()]
  await putPictures(app, pair, pair.client, [fileId, looseFileId])
  await app.db.asActor({ role: 'client', id: pair.client.accountId }, ({ run }) =>
    run('select def.file_let_read($1, $2)', [[fileId], [pair.therapist.accountId]]),
  )
  await putPictures(app, pair, pair.therapist, [handoutId])
  return { fileId, looseFileId, handoutId }
}

async function putPictures(app: TestHouse, pair: Pair, { role, accountId }: Person, ids: string[]): Promise<void> {
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
