import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createTestApp, startSharedApp } from '../../../../testing/app.ts'
import { minimalClient } from '../../../../testing/records/clients.ts'
import { queryAsRole } from '../../../../testing/database/database.ts'
import type { Person } from '../../../../testing/people.ts'
import { openTestSocket } from '../../../../testing/socket.ts'
import { concernAbout } from './attention.ts'

const app = await startSharedApp({ worker: false })
const admin = await app.person('admin')

async function subscribed(person: Person, table: string) {
  const socket = openTestSocket(app.address, person)
  await socket.frame('welcome')
  socket.send({ type: 'subscribe', ref: table, table, event: '*' })
  await socket.frame('subscribed')
  return socket
}

test('feedback that is marked as done leaves the list of open feedback, for a second admin at once, and can be reopened', async () => {
  const second = await app.person('admin', 2)
  const therapist = await app.person('therapist')
  const feedback = { id: randomUUID(), text: 'The calendar is easy to read.', page: '/dashboard' }
  const socket = await subscribed(second, 'feedback')
  await therapist.api.product.sendFeedback(feedback)
  await socket.frame('change', ({ event }) => event === 'INSERT')
  const open = async () => (await second.api.administration.feedback({})).items
  expect(await open()).toMatchObject([{ id: feedback.id, email: therapist.email, doneAt: null }])
  expect((await second.api.administration.overview({})).openFeedback).toBe(1)

  const done = { id: feedback.id, done: true }
  await admin.api.administration.markFeedback(done)
  await admin.api.administration.markFeedback(done)
  await socket.frame('change', ({ event }) => event === 'UPDATE')
  expect(await open()).toEqual([])
  const handled = (await second.api.administration.feedback({ which: 'done' })).items
  expect(handled).toMatchObject([{ id: feedback.id, doneAt: expect.any(String) }])
  await admin.api.administration.markFeedback({ ...done, done: false })
  expect(await open()).toHaveLength(1)
  const audited = await queryAsRole<{ before: unknown; after: unknown }>(
    'backup',
    app.databaseUrl,
    `select before, after from app.audit where thing = 'feedback' order by id`,
  )
  expect(audited).toEqual([
    { before: { done: false }, after: { done: true } },
    { before: { done: true }, after: { done: true } },
    { before: { done: true }, after: { done: false } },
  ])
  await expect(admin.api.administration.markFeedback({ id: randomUUID(), done: true })).rejects.toMatchObject({
    status: 404,
  })
  socket.close()
})

test('feedback of a client names no one', async () => {
  const client = await app.person('client', 3)
  await client.api.product.sendFeedback({ id: randomUUID(), text: 'Thank you', page: '' })
  const [item] = (await admin.api.administration.feedback({ limit: 1 })).items
  expect(item).toMatchObject({ text: 'Thank you', role: 'client', name: null, email: null })
})

test('counts and storage by type name no one and are those of the moment', async () => {
  const of = async (type: string) => (await admin.api.administration.usage({})).counts.find((one) => one.type === type)
  const before = await of('records')
  const therapist = await app.person('therapist', 2)
  await therapist.api.client.add({
    ...minimalClient,
    id: randomUUID(),
    firstName: 'Canarina',
    lastName: 'Canary',
    email: null,
    invite: false,
  })
  const usage = await admin.api.administration.usage({})
  expect(usage.counts.find(({ type }) => type === 'records')?.count).toBe((before?.count ?? 0) + 1)
  expect(usage.counts).toEqual(expect.arrayContaining([{ type: 'admins', count: 2 }]))
  expect(usage.storage.find(({ type }) => type === 'database')).toMatchObject({
    count: null,
    bytes: expect.any(Number),
  })
  expect(usage.storage.find(({ type }) => type === 'database')?.bytes).toBeGreaterThan(1_000_000)
  expect(usage.storage.find(({ type }) => type === 'avatars')).toEqual({ type: 'avatars', count: 0, bytes: 0 })
  expect(JSON.stringify(usage)).not.toMatch(/canar/i)
})

test('the list of accounts of a second admin learns of an account that is disabled', async () => {
  const second = await app.person('admin', 2)
  const client = await app.person('client', 4)
  const socket = await subscribed(second, 'account_list')
  await admin.api.administration.setAccountDisabled({ accountId: client.accountId, disabled: true })
  await socket.frame('change', ({ id }) => id === client.accountId)
  socket.close()

  // Only admins are notified of this change.
  const therapist = await subscribed(await app.person('therapist', 2), 'account_list')
  await admin.api.administration.setAccountDisabled({ accountId: client.accountId, disabled: false })
  const own = await subscribed(second, 'account_list')
  await admin.api.administration.setAccountDisabled({ accountId: client.accountId, disabled: true })
  await own.frame('change')
  expect(therapist.frames.filter(({ type }) => type === 'change')).toEqual([])
  own.close()
  therapist.close()
})

test('an account of the staff is listed for checking with its reason, a client never', async () => {
  const colleague = await app.person('therapist', 5)
  await app.person('client', 5)
  const listed = async () => (await admin.api.administration.accountsToCheck({})).items
  const before = await listed()
  expect(before.every(({ role }) => role !== 'client')).toBe(true)
  const mine = (items: Awaited<ReturnType<typeof listed>>) => items.find(({ id }) => id === colleague.accountId)
  await app.privileged.auth.query(
    `insert into auth.two_factor (user_id, secret, backup_codes, verified) values ($1, 's', 'c', true) on conflict do nothing`,
    [colleague.accountId],
  )
  expect(mine(await listed())).toBeUndefined()
  await admin.api.administration.startFactorReset({ accountId: colleague.accountId, command: randomUUID() })
  expect(mine(await listed())).toMatchObject({ concern: 'reset-pending', role: 'therapist' })
  await admin.api.administration.setAccountDisabled({ accountId: colleague.accountId, disabled: true })
  expect(mine(await listed())).toBeUndefined()
})

const day = 24 * 3_600_000
const now = new Date('2026-11-22T12:00:00Z')
const ago = (days: number) => new Date(now.getTime() - days * day)
const fine = { createdAt: ago(200), lastSeenAt: ago(1), hasSecondFactor: true, resetAt: null }

test.each([
  ['nothing', fine, null],
  [
    'a pending reset',
    { ...fine, hasSecondFactor: false, resetAt: ago(-0.5) },
    { concern: 'reset-pending', since: ago(0.5) },
  ],
  ['an invitation of today', { ...fine, createdAt: ago(0), lastSeenAt: null }, null],
  [
    'an expired invitation',
    { ...fine, createdAt: ago(8), lastSeenAt: null },
    { concern: 'never-signed-in', since: ago(8) },
  ],
  ['90 days without use', { ...fine, lastSeenAt: ago(91) }, { concern: 'long-unused', since: ago(91) }],
  ['no second factor', { ...fine, hasSecondFactor: false }, { concern: 'no-second-factor', since: ago(200) }],
])('an account with %s', (_, facts, expected) => {
  expect(concernAbout(facts, now)).toEqual(expected)
})

test('without a mail server an account invitation is opened in the outbox, until it is used or has expired @slow', async () => {
  const own = await createTestApp({ worker: false, mail: false })
  const host = await own.person('admin')
  const email = 'ines.invited@attune.test'
  const invited = { id: randomUUID(), firstName: 'Ines', lastName: 'Invited', email, role: 'therapist' } as const
  await host.api.administration.inviteAccount({ ...invited, language: 'en', zone: 'Europe/Berlin' })
  const mail = (await host.api.administration.outbox({})).items.find(({ kind }) => kind === 'account-invited')
  expect(mail).toMatchObject({ recipient: email, mayOpen: true, state: 'not-configured' })
  const open = () => host.api.administration.openMail({ id: mail?.id ?? '' })
  const { recipient, link } = await open()
  expect(recipient).toBe(email)
  const token = link?.split('#token=')[1] ?? ''
  await own.anonymous().api.login.reset({ token, password: 'Quiet-garden-7' })
  expect(await open()).toEqual({ recipient: email, link: null })

  const second = { ...invited, id: randomUUID(), email: 'late.invited@attune.test' }
  await host.api.administration.inviteAccount({ ...second, language: 'en', zone: 'Europe/Berlin' })
  const late = (await host.api.administration.outbox({})).items.find((item) => item.recipient === second.email)
  own.clock.advance(8 * 24 * 3_600_000)
  const again = await own.secondBrowser(host, 2)
  expect((await again.api.administration.openMail({ id: late?.id ?? '' })).link).toBeNull()
  await own.close()
})

test('with a mail server an invitation is not opened, and emails about clients are not listed', async () => {
  const therapist = await app.person('therapist', 6)
  const id = randomUUID()
  const client = { ...minimalClient, id, firstName: 'Canarina', lastName: 'Canary', email: 'canary.mail@attune.test' }
  await therapist.api.client.add({ ...client, invite: true })
  const email = 'mara.invited@attune.test'
  const invited = { id: randomUUID(), firstName: 'Mara', lastName: 'Invited', email, role: 'client' } as const
  await admin.api.administration.inviteAccount({ ...invited, language: 'en', zone: 'Europe/Berlin' })
  const { items } = await admin.api.administration.outbox({ limit: 100 })
  const mail = items.find(({ kind }) => kind === 'account-invited')
  expect(mail).toMatchObject({ recipient: email, mayOpen: false, state: 'waiting' })
  await expect(admin.api.administration.openMail({ id: mail?.id ?? '' })).rejects.toMatchObject({ status: 404 })
  expect(JSON.stringify(items)).not.toContain('canary')
  expect(items.map(({ kind }) => kind)).not.toContain('invitation')
  const { rows } = await app.db.asActor({ role: 'worker', id: null }, (tx) =>
    tx.run(`select id from app.mail where kind = 'invitation'`),
  )
  expect(rows).toHaveLength(1)
})
