import { richFrom } from '@attune/contract/common/rich-text'
import { dayBounds, instantOf, shiftDay, wallOf } from '@attune/contract/common/time'
import type { NewTask } from '@attune/contract/features/task'
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { readAs } from '../../testing/database.ts'
import type { TestHouse } from '../../testing/house.ts'
import type { Person } from '../../testing/people.ts'
import { deliverDue } from './task.deliver.ts'
import { remindDue } from './task.remind.ts'

/** The time zone of the people in the tests. */
export const zone = 'Europe/Berlin'
export const today = (house: TestHouse, later = 0): string =>
  shiftDay(wallOf(house.clock.now().toISOString(), zone).day, later)

/** Advances the clock to noon of tomorrow, so that no test runs near midnight. Call it before anyone signs in. */
export function waitForNoon(house: TestHouse): void {
  passUntil(house, instantOf(today(house, 1), '12:00', zone))
}
export function passUntil(house: TestHouse, instant: string): void {
  house.clock.advance(Date.parse(instant) - house.clock.now().getTime())
}
/** Advances the clock to a minute after midnight, this many days from now. */
export const passDays = (house: TestHouse, days: number) =>
  passUntil(house, new Date(Date.parse(dayBounds(today(house, days), zone).from) + 60_000).toISOString())

/** Input for assigning a task; by default a plain task without a due day, delivered now. */
export const given = (clientIds: string[], wanted: Partial<NewTask> = {}): NewTask => ({
  id: randomUUID(),
  clientIds,
  title: 'Three names',
  description: richFrom('Write down three names.'),
  priority: 'medium',
  form: { kind: 'plain' },
  dueDay: null,
  delivery: { how: 'now' },
  ...wanted,
})

export async function assign(therapist: Person, clientId: string, wanted: Partial<NewTask> = {}) {
  const [task] = (await therapist.api.task.assign(given([clientId], wanted))).items
  if (!task) throw new Error('nothing was given')
  return task
}

export const act = (id: string) => ({ id, command: randomUUID() })
export const plain = (note = '') => ({ kind: 'plain', note }) as const

/** Starts a task and completes it. */
export async function handIn(client: Person, id: string, note = '') {
  await client.api.task.start(act(id))
  return client.api.task.complete({ ...act(id), answer: plain(note) })
}

/** Runs the jobs for everything that is due now. */
export async function runDue(house: TestHouse): Promise<void> {
  const due = (name: string) =>
    house.db.asActor({ role: 'worker', id: null }, (tx) =>
      tx.run<{ taskId: string; therapistId: string }>(
        `select id as "taskId", therapist_id as "therapistId" from def.${name}($1)`,
        [house.clock.now()],
      ),
    )
  for (const data of (await due('tasks_to_deliver')).rows) await deliverDue(house, data)
  for (const data of (await due('tasks_to_remind')).rows) await remindDue(house, data)
}

/** The types of an account’s notifications, earliest first. */
export async function toldTo({ api }: Person): Promise<string[]> {
  const { items } = await api.notification.list({})
  return items.map(({ kind }) => kind).reverse()
}

/** The types of the emails to an account, sent or not. */
export async function mailedTo(house: TestHouse, { accountId }: Person): Promise<string[]> {
  const rows = await readAs<{ kind: string }>(
    'backup',
    house.databaseUrl,
    `select kind from app.mail where account_id = '${accountId}' order by created_at`,
  )
  return rows.map(({ kind }) => kind)
}

export async function refusal(attempt: Promise<unknown>): Promise<{ code: string; data: unknown }> {
  return attempt.then(
    () => expect.fail('not refused'),
    ({ code, data }: { code: string; data: unknown }) => ({ code, data }),
  )
}
