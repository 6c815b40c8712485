import { randomUUID } from 'node:crypto'
import type { TestHouse } from './house.ts'
import { canary, type Pair } from './thing-sessions.ts'

/** Pictures of the client, looked at and fine: one that the therapist may read, one that is the client's alone. */
export async function makeFiles(house: TestHouse, pair: Pair): Promise<{ fileId: string; looseFileId: string }> {
  const [fileId, looseFileId] = [randomUUID(), randomUUID()]
  const account_id = pair.client.accountId
  await house.db.asActor({ role: 'client', id: account_id }, async ({ kysely, run }) => {
    await kysely
      .insertInto('file')
      .values(
        [fileId, looseFileId].map((id) => ({
          id,
          account_id,
          name: `${canary(pair.name, 'name')}.webp`,
          kind: 'image',
          size: 1000,
        })),
      )
      .execute()
    await run('select def.file_let_read($1, $2)', [[fileId], [pair.therapist.accountId]])
  })
  await house.db.asActor({ role: 'worker', id: account_id }, ({ kysely }) =>
    kysely
      .updateTable('file')
      .set({
        state: 'ready',
        type: 'image/webp',
        sha256: '0'.repeat(64),
        width: 40,
        height: 30,
        complete_at: house.clock.now(),
      })
      .where('id', 'in', [fileId, looseFileId])
      .execute(),
  )
  return { fileId, looseFileId }
}
