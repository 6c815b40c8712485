import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../../testing/app.ts'
import { minimalClient } from '../../../../testing/records/clients.ts'
import { waitingLocks } from '../../../../testing/database/locks.ts'
import type { Person } from '../../../../testing/people.ts'
import { connectClient } from '../../../../testing/records/sessions.ts'

const app = await startSharedApp({ worker: false })
const admin = await app.person('admin')

const disable = ({ accountId }: Person) => admin.api.administration.setAccountDisabled({ accountId, disabled: true })
const roleOf = async ({ email }: Person) =>
  (await admin.api.administration.accounts({ search: email })).items.find((item) => item.email === email)?.role
const worker = <Row extends object>(therapist: Person, text: string, values: unknown[]) =>
  app.db.asActor({ role: 'worker', id: therapist.accountId }, async (tx) => (await tx.run<Row>(text, values)).rows)

/**
 * Runs `statement` in a transaction of `who`, starts `second` and waits until it needs a lock of this transaction. Returns the result of `second`
 * after the commit.
 */
async function whileOpen(who: Person, statement: string, values: unknown[], second: () => Promise<unknown>) {
  let begun: Promise<unknown> = Promise.resolve()
  await app.db.asActor({ role: who.role, id: who.accountId }, async (tx) => {
    await tx.run(statement, values)
    begun = second().then(
      () => 'done',
      (error: { code?: string; data?: unknown }) => ({ code: error.code, data: error.data }),
    )
    await expect.poll(() => waitingLocks(app), { timeout: 5_000 }).toBeGreaterThan(0)
  })
  return begun
}
const addRequest = 'insert into app.role_request (id, account_id) values ($1, $2)'

test('a role request that is being sent is answered by the change of the role, and none stays open', async () => {
  const [free, other] = [await app.person('client', 1), await app.person('client', 2)]
  const change = (person: Person, role: 'therapist' | 'admin') =>
    admin.api.administration.changeRole({ accountId: person.accountId, role })
  const requestId = randomUUID()
  expect(await whileOpen(free, addRequest, [requestId, free.accountId], () => change(free, 'therapist'))).toBe('done')
  const { items } = await admin.api.administration.roleRequests({ which: 'decided' })
  expect(items.find(({ id }) => id === requestId)).toMatchObject({ status: 'approved' })
  expect((await admin.api.administration.roleRequests({ which: 'waiting' })).items).toEqual([])

  await app.db.asActor({ role: 'client', id: other.accountId }, (tx) =>
    tx.run(addRequest, [randomUUID(), other.accountId]),
  )
  await change(other, 'admin')
  expect((await admin.api.administration.roleRequests({ which: 'waiting' })).items).toEqual([])
})

test('an account whose role has just changed adds nothing of the old role', async () => {
  const [therapist, client] = [await app.person('therapist', 3), await app.person('client', 3)]
  await admin.api.administration.changeRole({ accountId: therapist.accountId, role: 'client' })
  await admin.api.administration.changeRole({ accountId: client.accountId, role: 'therapist' })
  const adds = [
    [therapist, `insert into app.client (id, therapist_id, first_name, last_name) values ($1, $2, 'Ana', 'Moreau')`],
    [client, addRequest],
    [client, `insert into app.journal_entry (id, account_id, title, content) values ($1, $2, '', '{}')`],
  ] as const
  for (const [person, text] of adds) {
    const add = app.db.asActor({ role: person.role, id: person.accountId }, (tx) =>
      tx.run(text, [randomUUID(), person.accountId]),
    )
    await expect(add, text).rejects.toMatchObject({ constraint: 'account_role' })
  }
})

test('a client record that is being added keeps its therapist a therapist', async () => {
  const therapist = await app.person('therapist', 4)
  const outcome = await whileOpen(
    therapist,
    `insert into app.client (id, therapist_id, first_name, last_name) values ($1, $2, 'Ana', 'Moreau')`,
    [randomUUID(), therapist.accountId],
    () => admin.api.administration.changeRole({ accountId: therapist.accountId, role: 'client' }),
  )
  expect(outcome).toEqual({ code: 'ROLE_IN_USE', data: { obstacles: ['records'] } })
  expect(await roleOf(therapist)).toBe('therapist')
})

test('a login that began in the millisecond of signing out is over', async () => {
  const client = await app.person('client', 5)
  const { rows } = await app.privileged.auth.query<{ at: Date }>(
    'select created_at as at from auth.login where user_id = $1',
    [client.accountId],
  )
  await app.db.asActor({ role: 'admin', id: admin.accountId }, (tx) =>
    tx.run('select def.sign_out_account($1, $2)', [client.accountId, rows[0]?.at]),
  )
  expect((await client.send('account/me', {})).status).toBe(401)
})

test('the database itself sends and accepts no invitation of a disabled therapist @slow', async () => {
  const [therapist, client] = [await app.person('therapist', 6), await app.person('client', 6)]
  const added = await therapist.api.client.add({
    ...minimalClient,
    id: randomUUID(),
    email: `${randomUUID()}@example.org`,
    invite: true,
  })
  const invitation = added.invitation?.id ?? ''
  const { link } = await therapist.api.connection.invitationSecrets({ id: invitation })
  // The link was used while the account was still enabled; the connection follows.
  await app.auth.oneTimeTokens.useInvitation({ token: link.split('#token=')[1] ?? '' }, client.accountId)
  await disable(therapist)
  const accept = () =>
    app.db.asActor({ role: 'client', id: client.accountId }, async (tx) => {
      const { rows } = await tx.run('select client_id from def.accept_invitation($1)', [invitation])
      return rows.length
    })
  const later = new Date(app.clock.now().getTime() + 3_600_000)
  const fresh = () =>
    worker<{ mail: string | null }>(
      therapist,
      `select def.send_fresh_invitation($1, $2, interval '14 days', interval '5 minutes') as mail`,
      [invitation, later],
    )
  expect(await accept()).toBe(0)
  expect(await fresh()).toEqual([{ mail: null }])
  await admin.api.administration.setAccountDisabled({ accountId: therapist.accountId, disabled: false })
  expect(await fresh()).toEqual([{ mail: expect.any(String) }])
  expect(await accept()).toBe(1)
})

test('only emails about the account of a disabled therapist are still sent', async () => {
  const [therapist, client] = [await app.person('therapist', 7), await app.person('client', 7)]
  await connectClient(app, therapist, client)
  const queue = async (kind: string, accountId: string | null) => {
    const id = randomUUID()
    await worker(
      therapist,
      'insert into app.mail (id, kind, account_id, acting_for, subject_id) values ($1, $2, $3, $4, $4)',
      [id, kind, accountId, therapist.accountId],
    )
    return id
  }
  const reminders = [
    await queue('payment-reminder', client.accountId),
    await queue('task-due', client.accountId),
    await queue('session-reminder', client.accountId),
    await queue('payer-reminder', null),
    await queue('guardian-reminder', null),
  ]
  await disable(therapist)
  for (const mailId of reminders) await app.mailer.deliver({ mailId }, { retryCount: 0, last: true })
  const states = await worker<{ state: string }>(therapist, 'select distinct state from app.mail where id = any ($1)', [
    reminders,
  ])
  expect(states).toEqual([{ state: 'dropped' }])
  const [notice] = await worker<{ id: string }>(
    therapist,
    `select id from app.mail where kind = 'account-disabled' and account_id = $1`,
    [therapist.accountId],
  )
  await app.mailer.deliver({ mailId: notice?.id ?? '' }, { retryCount: 0, last: true })
  await app.inbox.mailTo(therapist.email, /disabled/i)
})

test('the audit log shows whether a reset of the two-step verification was pending before and after', async () => {
  const therapist = await app.person('therapist', 8)
  await app.privileged.auth.query(
    `insert into auth.two_factor (user_id, secret, backup_codes) values ($1, 'secret', 'codes')`,
    [therapist.accountId],
  )
  const start = () =>
    admin.api.administration.startFactorReset({ accountId: therapist.accountId, command: randomUUID() })
  await start()
  await start()
  const { items } = await admin.api.administration.auditLog({ action: 'factor-reset-begun', limit: 10 })
  expect(items.map(({ before, after }) => ({ before, after }))).toEqual([
    { before: { resetPending: true }, after: { resetPending: true } },
    { before: { resetPending: false }, after: { resetPending: true } },
  ])
})

/** Invites a person with this address and returns 'done' or the code of the refusal. */
const inviteInes = (email: string) =>
  admin.api.administration
    .inviteAccount({
      id: randomUUID(),
      firstName: 'Ines',
      lastName: 'Winter',
      email,
      role: 'therapist',
      language: 'en',
      zone: 'Europe/Berlin',
    })
    .then(
      () => 'done',
      (error: { code?: string }) => error.code,
    )

test('of eight invitations of one address at the same moment, one makes an account and a profile', async () => {
  const email = 'several.invitations@attune.test'
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => inviteInes(email)))
  expect(outcomes.toSorted()).toEqual([...Array<string>(7).fill('ACCOUNT_EXISTS'), 'done'])
  const profiles = await app.privileged.definer.query('select account_id as id from app.profile where email = $1', [
    email,
  ])
  const accounts = await app.privileged.auth.query('select id from auth."user" where email = $1', [email])
  expect(accounts.rows).toHaveLength(1)
  expect(profiles.rows).toEqual(accounts.rows)
})

test('of eight invitations of one address in different case at the same moment, one makes an account and a profile', async () => {
  const email = 'mixed.case@attune.test'
  const written = ['Mixed.Case@attune.test', 'MIXED.CASE@ATTUNE.TEST', email, 'mixed.case@Attune.Test']
  const outcomes = await Promise.all([...written, ...written].map(inviteInes))
  expect(outcomes.toSorted()).toEqual([...Array<string>(7).fill('ACCOUNT_EXISTS'), 'done'])
  const profiles = await app.privileged.definer.query(
    'select account_id as id, email from app.profile where lower(email) = $1',
    [email],
  )
  const accounts = await app.privileged.auth.query('select id, email from auth."user" where lower(email) = $1', [email])
  expect(accounts.rows).toMatchObject([{ email }])
  expect(profiles.rows).toEqual(accounts.rows)
})

test('the migration deletes a profile that concurrent invitations left without an account, and no other one', async () => {
  const therapist = await app.person('therapist', 3)
  const orphan = randomUUID()
  await app.db.asActor({ role: 'admin', id: admin.accountId }, (tx) =>
    tx.run(
      "select def.invite_account($1, 'left.over@attune.test', 'Ines', 'Winter', 'en', 'therapist', 'Europe/Berlin')",
      [orphan],
    ),
  )
  const path = join(import.meta.dirname, '../../../../../../../db/migrations/0166-profiles-without-account.sql')
  const installer = new pg.Client({ connectionString: app.privileged.installerUrl })
  await installer.connect()
  await installer
    .query(`begin; set local role attune_owner; ${readFileSync(path, 'utf8')}; commit`)
    .finally(() => installer.end())
  const { rows } = await app.privileged.definer.query(
    'select account_id from app.profile where account_id = any ($1)',
    [[orphan, therapist.accountId]],
  )
  expect(rows).toEqual([{ account_id: therapist.accountId }])
})
