import { randomUUID } from 'node:crypto'
import { canary, fixture, type FixtureOrder } from '../../../../testing/fixtures/fixture.ts'

export const guardianAgeFixtures = [
  /** A guardian without an account whose rights pause because of the client's age. */
  fixture(['pausedGuardianId'], insertPausedGuardian),
]

async function insertPausedGuardian({ app, pair }: FixtureOrder) {
  const pausedGuardianId = randomUUID()
  const therapistId = pair.therapist.accountId
  const name = canary(pair.name, 'parent')
  await app.db.asActor({ role: 'therapist', id: therapistId }, ({ run }) =>
    run(
      `insert into app.guardian (id, therapist_id, client_id, contact_id, name, email, rights) values ($1, $2, $3, $4, $5, $6, $7)`,
      [
        pausedGuardianId,
        therapistId,
        pair.recordId,
        randomUUID(),
        name,
        `paused-${pausedGuardianId}@attune.test`,
        '{"sessions": "-infinity"}',
      ],
    ),
  )
  await app.privileged.definer.query('update app.guardian set paused_at = now(), age_paused = true where id = $1', [
    pausedGuardianId,
  ])
  return { pausedGuardianId }
}
