import { randomUUID } from 'node:crypto'
import { insertCompletedSession } from '../../../testing/records/sessions.ts'
import { canary, fixture, type FixtureOrder } from '../../../testing/fixtures/fixture.ts'

export const noteFixtures = [
  /** A completed session with a note. */
  fixture(['notedSessionId'], async (order) => ({ notedSessionId: await createNotedSession(order, false) })),
  /** A completed session with a signed note. */
  fixture(['signedSessionId'], async (order) => ({ signedSessionId: await createNotedSession(order, true) })),
  fixture(['noteTemplateId'], insertNoteTemplate),
]

const day = 24 * 60 * 60_000

async function insertNoteTemplate({ app, pair }: FixtureOrder) {
  const noteTemplateId = randomUUID()
  const therapist_id = pair.therapist.accountId
  await app.db.asActor({ role: 'therapist', id: therapist_id }, ({ kysely }) =>
    kysely
      .insertInto('note_template')
      .values({
        id: noteTemplateId,
        therapist_id,
        name: canary(pair.name, 'template'),
        fields: JSON.stringify([{ heading: canary(pair.name, 'template'), hint: '' }]),
      })
      .execute(),
  )
  return { noteTemplateId }
}

/** Inserts a completed session with a note and returns the session's id. */
async function createNotedSession({ app, pair }: FixtureOrder, signed: boolean): Promise<string> {
  const id = await insertCompletedSession(app, pair.therapist, pair.recordId, new Date(Date.now() - 2 * day))
  const of = { therapist_id: pair.therapist.accountId, session_id: id }
  await app.db.asActor({ role: 'therapist', id: of.therapist_id }, async ({ kysely }) => {
    const note = await kysely
      .insertInto('session_note')
      .values({ ...of, client_id: pair.recordId, text: canary(pair.name, 'note'), version: 1 })
      .returning('id')
      .executeTakeFirstOrThrow()
    await kysely
      .insertInto('session_note_version')
      .values({ therapist_id: of.therapist_id, note_id: note.id, text: canary(pair.name, 'note') })
      .execute()
    if (signed)
      await kysely
        .updateTable('session_note')
        .set({ signed_at: new Date(), sign_command: id })
        .where('session_id', '=', id)
        .execute()
  })
  return id
}
