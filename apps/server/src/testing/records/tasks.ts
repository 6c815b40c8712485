import { richTextFromPlain } from '@attune/contract/common/rich-text/rich-text'
import type { TaskForm } from '@attune/contract/features/care/task/task.forms'
import type { TaskStatus } from '@attune/contract/features/care/task/task'
import { randomUUID } from 'node:crypto'
import type { TestApp } from '../app.ts'
import type { Person } from '../people.ts'

type Put = { status?: TaskStatus; text?: string; form?: TaskForm; dueDay?: string | null }

/** Inserts a task that the client can already see, in any status, and returns its id. */
export async function insertTask(app: TestApp, therapist: Person, clientId: string, put: Put = {}): Promise<string> {
  const { status = 'assigned', text = 'Three names', form = { kind: 'plain' }, dueDay = null } = put
  const id = randomUUID()
  const of = { therapist_id: therapist.accountId, client_id: clientId }
  const now = app.clock.now()
  const over = status === 'completed' || status === 'denied'
  await app.db.asActor({ role: 'therapist', id: therapist.accountId }, async ({ kysely }) => {
    await kysely
      .insertInto('task')
      .values({
        id,
        ...of,
        act_id: randomUUID(),
        title: text,
        description: JSON.stringify(richTextFromPlain(text)),
        form: JSON.stringify(form),
        kind: form.kind,
        status: 'assigned',
        priority: 'medium',
        due_day: dueDay,
        assigned_at: now,
        deliver_at: now,
        delivered_at: now,
        zone: 'UTC',
      })
      .execute()
    await kysely
      .insertInto('task_client')
      .values({ ...of, task_id: id, due_day: dueDay })
      .execute()
    if (status === 'assigned') return
    const set = {
      status,
      started_at: now,
      completed_at: status === 'completed' ? now : null,
      ended_at: over ? now : null,
      decline_reason: status === 'denied' ? text : '',
    }
    await kysely.updateTable('task').set(set).where('id', '=', id).execute()
  })
  return id
}
