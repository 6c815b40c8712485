import { richTextFromPlain } from '@attune/contract/common/rich-text/rich-text'
import { randomUUID } from 'node:crypto'
import { insertTask } from '../../../testing/records/tasks.ts'
import { canary, fixture, type FixtureOrder } from '../../../testing/fixtures/fixture.ts'

export const taskFixtures = [
  /** An assigned task, a started task, a task submitted just now, a declined task, and a task template. */
  fixture(['taskId', 'startedTaskId', 'submittedTaskId', 'declinedTaskId', 'templateId'], createTasks),
]

/** Inserts tasks of a pair in the states that actions need, with texts of the therapist and the client. */
async function createTasks({ app, pair }: FixtureOrder) {
  const therapist_id = pair.therapist.accountId
  const templateId = randomUUID()
  const now = app.clock.now()
  // Therapist and client may read this text, because the matrix test lets clients see canaries of the field 'name'.
  const text = canary(pair.name, 'name')
  const put = (status: 'assigned' | 'in-progress' | 'completed' | 'denied') =>
    insertTask(app, pair.therapist, pair.recordId, { status, text })
  const taskId = await put('assigned')
  const startedTaskId = await put('in-progress')
  // Only this started task has a draft. Submitting the other started task therefore does not conflict with a draft.
  const draftedTaskId = await put('in-progress')
  const submittedTaskId = await put('completed')
  const declinedTaskId = await put('denied')
  await app.db.asActor({ role: 'therapist', id: therapist_id }, async ({ kysely }) => {
    const what = {
      title: canary(pair.name, 'template'),
      description: JSON.stringify(richTextFromPlain(text)),
      priority: 'low',
    }
    await kysely
      .insertInto('task_template')
      .values({ id: templateId, therapist_id, ...what, form: JSON.stringify({ kind: 'plain' }), updated_at: now })
      .execute()
  })
  await app.db.asActor({ role: 'client', id: pair.client.accountId }, async ({ kysely }) => {
    const answer = JSON.stringify({ kind: 'plain', note: text })
    await kysely
      .insertInto('task_answer')
      .values({ therapist_id, task_id: submittedTaskId, answer, flagged: true, submitted_at: now })
      .execute()
    const draft = JSON.stringify({ kind: 'plain', note: canary(pair.name, 'draft') })
    const of = { account_id: pair.client.accountId, therapist_id, task_id: draftedTaskId }
    await kysely
      .insertInto('task_draft')
      .values({ ...of, answer: draft, saved_at: now })
      .execute()
  })
  return { taskId, startedTaskId, submittedTaskId, declinedTaskId, templateId }
}
