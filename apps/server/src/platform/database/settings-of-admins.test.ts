import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../testing/app.ts'
import type { AnyActor } from './actor.ts'

const app = await startSharedApp({ worker: false })
const [admin, therapist] = await Promise.all([app.person('admin'), app.person('therapist')])

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
