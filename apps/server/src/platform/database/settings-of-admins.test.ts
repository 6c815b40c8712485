import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../testing/app.ts'
import type { AnyActor } from './actor.ts'

const app = await startSharedApp({ worker: false })
const [admin, therapist, client] = await Promise.all([
  app.person('admin'),
  app.person('therapist'),
  app.person('client'),
])

/** SQL that inserts a row with the id `$1` into each table of settings that all admins share. */
const inserts = {
  notification_address: `(id, email, language, zone, sent_at, expires_at) values ($1::uuid, $1::uuid || '@attune.test', 'en', 'UTC', now(), now() + interval '1 day')`,
  text_sender: `(id, channel, number) values ($1, 'sms', '+4915112345678')`,
  text_template: `(id, name, language, text, template_id) values ($1::uuid, 'Reminder', 'en', 'Text', 'HX' || replace($1::uuid::text, '-', ''))`,
}
const tables = Object.keys(inserts) as (keyof typeof inserts)[]

const asRole = (actor: AnyActor, text: string, values: unknown[] = []) =>
  app.db
    .asActor<number | null, AnyActor>(actor, async (tx) => (await tx.run(text, values)).rows.length)
    .catch((error: { code?: string }) => error.code)

const others = {
  'no actor': { role: 'admin', id: null },
  'an unknown account': { role: 'admin', id: randomUUID() },
  'the account of a therapist': { role: 'admin', id: therapist.accountId },
} as unknown as Record<string, AnyActor>

test.each(tables)('the admin role can use %s only for the account of an admin', async (table) => {
  const acting: AnyActor = { role: 'admin', id: admin.accountId }
  const id = randomUUID()
  const insert = `insert into app.${table} ${inserts[table]}`
  for (const [name, actor] of Object.entries(others)) expect(await asRole(actor, insert, [id]), name).toBe('42501')
  expect(await asRole(acting, `${insert} returning id`, [id])).toBe(1)
  for (const [name, actor] of Object.entries(others)) {
    expect(await asRole(actor, `select id from app.${table}`), name).toBe(0)
    expect(await asRole(actor, `delete from app.${table} where id = $1 returning id`, [id]), name).toBe(0)
  }
  expect(await asRole({ role: 'worker', id: null }, `select id from app.${table} where id = $1`, [id])).toBe(1)
  expect(await asRole(acting, `delete from app.${table} where id = $1 returning id`, [id])).toBe(1)
})

test('the admin role can read therapists, role requests and feedback only for the account of an admin', async () => {
  const [own, values] = [{ role: 'client', id: client.accountId } as const, [randomUUID(), client.accountId]]
  expect(await asRole(own, `insert into app.role_request (id, account_id) values ($1, $2) returning id`, values)).toBe(
    1,
  )
  expect(
    await asRole(own, `insert into app.feedback (id, account_id, text) values ($1, $2, 'x') returning id`, values),
  ).toBe(1)
  const acting: AnyActor = { role: 'admin', id: admin.accountId }
  for (const [table, account] of [
    ['therapist_profile', therapist.accountId],
    ['role_request', client.accountId],
    ['feedback', client.accountId],
  ] as const) {
    const select = `select account_id from app.${table} where account_id = $1`
    for (const [name, actor] of Object.entries(others)) expect(await asRole(actor, select, [account]), name).toBe(0)
    expect(await asRole(acting, select, [account]), table).toBe(1)
  }
  const mark = 'update app.feedback set done_at = now() where account_id = $1 returning id'
  for (const [name, actor] of Object.entries(others))
    expect(await asRole(actor, mark, [client.accountId]), name).toBe(0)
  expect(await asRole(acting, mark, [client.accountId])).toBe(1)
})
