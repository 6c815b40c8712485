import { richTextFromPlain } from '@attune/contract/common/rich-text/rich-text'
import { dayBounds, instantOf, shiftDay, wallClockOf } from '@attune/contract/common/time/time'
import type { NewTask } from '@attune/contract/features/care/task/task.fields'
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { queryAsRole } from '../../../testing/database/database.ts'
import type { TestApp } from '../../../testing/app.ts'
import type { Person } from '../../../testing/people.ts'
import { deliverDueTask } from './assign/deliver.ts'
import { sendDueReminder } from './assign/remind.ts'

/** The time zone of the people in the tests of tasks. */
export const taskTestZone = 'Europe/Berlin'
export const dayInTaskTests = (app: TestApp, later = 0): string =>
  shiftDay(wallClockOf(app.clock.now().toISOString(), taskTestZone).day, later)

/**
 * Advances the clock to noon tomorrow, so that no test runs near midnight. Call this function before anyone signs in, because advancing the clock
 * expires logins.
 */
export function advanceToNoon(app: TestApp): void {
  advanceTo(app, instantOf(dayInTaskTests(app, 1), '12:00', taskTestZone))
}
export function advanceTo(app: TestApp, instant: string): void {
  app.clock.advance(Date.parse(instant) - app.clock.now().getTime())
}
/** Advances the clock to one minute after midnight, `days` days from now. */
export const advanceDays = (app: TestApp, days: number) =>
  advanceTo(app, new Date(Date.parse(dayBounds(dayInTaskTests(app, days), taskTestZone).from) + 60_000).toISOString())

/** Returns the input for assigning a task. By default, this is a plain task without a due day, delivered now. */
export const taskInput = (clientIds: string[], wanted: Partial<NewTask> = {}): NewTask => ({
  id: randomUUID(),
  clientIds,
  title: 'Three names',
  description: richTextFromPlain('Write down three names.'),
  priority: 'medium',
  form: { kind: 'plain' },
  dueDay: null,
  delivery: { how: 'now' },
  ...wanted,
})

export async function assignTask(therapist: Person, clientId: string, wanted: Partial<NewTask> = {}) {
  const [task] = (await therapist.api.task.assign(taskInput([clientId], wanted))).items
  if (!task) throw new Error('nothing was given')
  return task
}

export const commandOn = (id: string) => ({ id, command: randomUUID() })
export const plainAnswer = (note = '') => ({ kind: 'plain', note }) as const

export async function startAndComplete(client: Person, id: string, note = '') {
  await client.api.task.start(commandOn(id))
  return client.api.task.complete({ ...commandOn(id), answer: plainAnswer(note) })
}

/** Runs the jobs of all deliveries and reminders that are due now. */
export async function runDueTaskJobs(app: TestApp): Promise<void> {
  const due = (name: string) =>
    app.db.asActor({ role: 'worker', id: null }, (tx) =>
      tx.run<{ taskId: string; therapistId: string }>(
        `select id as "taskId", therapist_id as "therapistId" from def.${name}($1)`,
        [app.clock.now()],
      ),
    )
  for (const data of (await due('tasks_to_deliver')).rows) await deliverDueTask(app, data)
  for (const data of (await due('tasks_to_remind')).rows) await sendDueReminder(app, data)
}

/** Returns the types of an account’s notifications, earliest first. */
export async function notificationTypesOf({ api }: Person): Promise<string[]> {
  const { items } = await api.notification.list({})
  return items.map(({ kind }) => kind).reverse()
}

/** Returns the types of all emails to an account, including unsent ones. */
export async function emailTypesOf(app: TestApp, { accountId }: Person): Promise<string[]> {
  const rows = await queryAsRole<{ kind: string }>(
    'backup',
    app.databaseUrl,
    `select kind from app.mail where account_id = '${accountId}' order by created_at`,
  )
  return rows.map(({ kind }) => kind)
}

export async function refusalOf(attempt: Promise<unknown>): Promise<{ code: string; data: unknown }> {
  return attempt.then(
    () => expect.fail('not refused'),
    ({ code, data }: { code: string; data: unknown }) => ({ code, data }),
  )
}
