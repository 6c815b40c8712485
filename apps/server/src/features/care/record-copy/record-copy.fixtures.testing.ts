import { randomUUID } from 'node:crypto'
import type { TestApp } from '../../../testing/app.ts'
import { canary, fixture, type FixtureOrder } from '../../../testing/fixtures/fixture.ts'

export const recordCopyFixtures = [
  /** A copy of the note about the client that the host has brought back from a backup. */
  fixture(['recordCopyId'], insertRecordCopy),
]

/**
 * Inserts a record copy of the note about the pair's client, as if the host had restored it from a backup.
 */
async function insertRecordCopy({ app, pair }: FixtureOrder) {
  const recordCopyId = randomUUID()
  await app.privileged.definer.query(
    `insert into app.record_copy (id, therapist_id, kind, client_id, record_id, data_of, content)
     values ($1, $2, 'client-note', $3, $3, now(), $4)`,
    [
      recordCopyId,
      pair.therapist.accountId,
      pair.recordId,
      JSON.stringify({ text: canary(pair.name, 'note'), content: null }),
    ],
  )
  return { recordCopyId }
}

/** Inserts a record copy of each kind, for a session and its client. */
export async function insertRecordCopies(
  app: TestApp,
  { therapistId, sessionId, clientId }: { therapistId: string; sessionId: string; clientId: string },
): Promise<void> {
  const written = { text: 'Slept through twice.', content: null }
  const content = { title: 'Intake', language: 'en', isConsent: false, fields: [] }
  const person = { firstName: 'Ana', lastName: 'Moreau', email: null, dateOfBirth: null, language: 'en', contacts: [] }
  const unknown = { pronouns: '', phone: '', address: '', code: '' }
  const emergency = { emergencyName: '', emergencyPhone: '', emergencyRelationship: '' }
  const copied = {
    'session-note': { ...written, signedAt: null, addenda: [], objectives: '', nextSteps: '' },
    'client-note': written,
    profile: { ...person, ...unknown, ...emergency },
    form: { content, version: 1, sentAt: new Date(0).toISOString(), signedAt: null, answers: null, signerName: '' },
  }
  for (const [kind, shown] of Object.entries(copied)) {
    const isOfSession = kind === 'session-note'
    await app.privileged.definer.query(
      `insert into app.record_copy (therapist_id, kind, session_id, client_id, record_id, data_of, content)
       values ($1, $2, $3, $4, gen_random_uuid(), now(), $5)`,
      [therapistId, kind, isOfSession ? sessionId : null, isOfSession ? null : clientId, JSON.stringify(shown)],
    )
  }
}
