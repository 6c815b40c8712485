import { richFrom } from '@attune/contract/common/rich-text'
import { randomUUID } from 'node:crypto'
import type { TestHouse } from './house.ts'
import { putTask } from './tasks.ts'
import { canary, type Pair } from './thing-sessions.ts'
import type { Things } from './world.ts'

type Tasks = Pick<Things, 'taskId' | 'begunTaskId' | 'handedInTaskId' | 'declinedTaskId' | 'templateId'>

/** Inserts tasks of a pair in the states that actions need, with texts of both sides. */
export async function makeTasks(app: TestHouse, pair: Pair): Promise<Tasks> {
  const therapist_id = pair.therapist.accountId
  const templateId = randomUUID()
  const now = app.clock.now()
  // Both may read this text; the matrix test permits the field 'name' for clients.
  const text = canary(pair.name, 'name')
  const put = (status: 'assigned' | 'in-progress' | 'completed' | 'denied') =>
    putTask(app, pair.therapist, pair.recordId, { status, text })
  const taskId = await put('assigned')
  const begunTaskId = await put('in-progress')
  // Of two started tasks only one has a draft, so that submitting the other does not conflict with a draft.
  const draftedTaskId = await put('in-progress')
  const handedInTaskId = await put('completed')
  const declinedTaskId = await put('denied')
  await app.db.asActor({ role: 'therapist', id: therapist_id }, async ({ kysely }) => {
    const what = { title: canary(pair.name, 'template'), description: JSON.stringify(richFrom(text)), priority: 'low' }
    await kysely
      .insertInto('task_template')
      .values({ id: templateId, therapist_id, ...what, form: JSON.stringify({ kind: 'plain' }), updated_at: now })
      .execute()
  })
  await app.db.asActor({ role: 'client', id: pair.client.accountId }, async ({ kysely }) => {
    const answer = JSON.stringify({ kind: 'plain', note: text })
    await kysely
      .insertInto('task_answer')
      .values({ therapist_id, task_id: handedInTaskId, answer, flagged: true, handed_in_at: now })
      .execute()
    const draft = JSON.stringify({ kind: 'plain', note: canary(pair.name, 'draft') })
    const of = { account_id: pair.client.accountId, therapist_id, task_id: draftedTaskId }
    await kysely
      .insertInto('task_draft')
      .values({ ...of, answer: draft, saved_at: now })
      .execute()
  })
  return { taskId, begunTaskId, handedInTaskId, declinedTaskId, templateId }
}
