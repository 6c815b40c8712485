import { sampleMeasure } from '@attune/contract/features/care/measure/measure.testing'
import type { TaskForm } from '@attune/contract/features/care/task/task.forms'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { insertTask } from '../../../testing/records/tasks.ts'
import { canary, fixture, type FixtureOrder } from '../../../testing/fixtures/fixture.ts'

export const measureFixtures = [
  /** A released measure of the therapist. */
  fixture(['measureId'], createReleasedMeasure),
  /** A submitted task with a measure. */
  fixture(['answeredMeasureId'], createAnsweredMeasure),
]

async function createReleasedMeasure({ app, pair: { name, therapist } }: FixtureOrder) {
  const measureId = randomUUID()
  const content = JSON.stringify(sampleMeasure({ title: canary(name, 'measure') }))
  await app.db.asActor({ role: 'therapist', id: therapist.accountId }, async ({ kysely }) => {
    await sql`insert into app.measure (id, therapist_id, content) values (${measureId}, ${therapist.accountId}, ${content})`.execute(
      kysely,
    )
    await sql`
      insert into app.measure_version (therapist_id, measure_id, version, comparable_from, content, released_at)
      values (${therapist.accountId}, ${measureId}, 1, 1, ${content}, now())`.execute(kysely)
  })
  return { measureId }
}

async function createAnsweredMeasure({ app, pair }: FixtureOrder) {
  const measureId = randomUUID()
  // The client of the task reads its questionnaire, too.
  const content = sampleMeasure({ title: canary(pair.name, 'name') })
  const form: TaskForm = { kind: 'measure', measureId, copy: { version: 1, comparableFrom: 1, content } }
  const answeredMeasureId = await insertTask(app, pair.therapist, pair.recordId, {
    status: 'completed',
    text: canary(pair.name, 'name'),
    form,
  })
  const answer = JSON.stringify({ kind: 'measure', measureId, answers: { '1': '3', '2': '1' }, language: 'en' })
  await app.db.asActor({ role: 'client', id: pair.client.accountId }, ({ kysely }) =>
    kysely
      .insertInto('task_answer')
      .values({
        therapist_id: pair.therapist.accountId,
        task_id: answeredMeasureId,
        answer,
        score: 4,
        measure_version: 1,
        comparable_from: 1,
        submitted_at: app.clock.now(),
      })
      .execute(),
  )
  return { answeredMeasureId }
}
