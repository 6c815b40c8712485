import { expect, test } from 'vitest'
import { startSharedApp } from '../../../testing/app.ts'
import { runQuery } from '../../../testing/database/database.ts'

const settings = { therapistSignup: 'approval', tellExistingAccounts: false, publicUrl: null } as const
const app = await startSharedApp()
const admin = await app.person('admin')

test('a changed setting is audited from what to what, by whom and from where', async () => {
  await admin.api.administration.saveSettings({ ...settings, practiceName: 'Lindqvist' })
  await admin.api.administration.saveSettings({ ...settings, practiceName: 'Moreau' })
  const { items } = await admin.api.administration.auditLog({ action: 'change' })
  expect(items[0]).toMatchObject({
    actorId: admin.accountId,
    thing: 'product-settings',
    before: { practice_name: 'Lindqvist' },
    after: { practice_name: 'Moreau' },
    ip: expect.any(String),
  })
})

test('the log is filtered by person, action and period, and paged', async () => {
  const client = await app.person('client', 1)
  for (const enabled of [false, true, false, true])
    await admin.api.administration.setAccountDisabled({ accountId: client.accountId, disabled: !enabled })
  const filter = { person: client.accountId, action: 'switch' }
  const first = await admin.api.administration.auditLog({ ...filter, limit: 3 })
  const rest = await admin.api.administration.auditLog({ ...filter, limit: 3, after: first.next ?? '' })
  expect([first.items.length, rest.items.length, rest.next]).toEqual([3, 1, null])
  expect(new Set([...first.items, ...rest.items].map(({ id }) => id)).size).toBe(4)
  const before = first.items.at(-1)?.at ?? ''
  expect((await admin.api.administration.auditLog({ ...filter, until: before })).items).toHaveLength(1)
  expect((await admin.api.administration.auditLog({ ...filter, from: before })).items).toHaveLength(3)
  expect((await admin.api.administration.auditLogFilters({})).people.map(({ id }) => id)).toContain(client.accountId)
})

test('a cell of the export that begins like a formula is text', async () => {
  const names = ['=HYPERLINK("https://evil.test")', '+1', '-1', '@SUM(1)']
  const client = await app.person('client', 2)
  for (const firstName of names) {
    await client.api.account.saveNames({ firstName, lastName: 'Winter' })
    await admin.api.administration.setAccountDisabled({ accountId: client.accountId, disabled: false })
    const { csv, isComplete } = await admin.api.administration.exportAuditLog({ person: client.accountId })
    expect(isComplete).toBe(true)
    expect(csv).toContain(`"'${firstName.replaceAll('"', '""')} Winter"`)
    expect(csv).not.toMatch(/(^|,)"[=+\-@]/m)
  }
})

test('no one changes or deletes the log, and a therapist cannot read it', async () => {
  for (const statement of [
    `update app.audit set action = 'x'`,
    'delete from app.audit',
    'truncate app.audit',
    `update app.audit set before = null`,
  ])
    await expect(runQuery(app.databaseUrl, `set role attune_owner; ${statement}`), statement).rejects.toThrow(
      /append-only/,
    )
  const therapist = await app.person('therapist', 1)
  expect((await therapist.send('administration/auditLog', {})).status).toBe(403)
  for (const { role, accountId } of [admin, therapist])
    await expect(
      app.db.asActor({ role, id: accountId }, (tx) => tx.run('select actor_id from app.audit')),
    ).rejects.toThrow(/permission/)
  const { items } = await admin.api.administration.auditLog({ person: therapist.accountId })
  expect(items).toMatchObject([{ action: 'refused:administration.auditLog', actorId: therapist.accountId }])
})
