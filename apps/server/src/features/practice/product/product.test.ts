import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../testing/app.ts'
import { isWithinSupportHours } from './product.handlers.ts'

const app = await startSharedApp()
const admin = await app.person('admin')

test('support returns the saved text, email address and hours of the admin [9.03]', async () => {
  const settings = {
    practiceName: 'Practice',
    therapistSignup: 'approval',
    tellExistingAccounts: false,
    publicUrl: null,
  } as const
  const supportText = 'Please write to the front desk.'
  await admin.api.administration.saveSettings({ ...settings, supportText, supportEmail: 'Help@Practice.test' })
  const saved = await admin.api.administration.saveSettings(settings)
  expect(saved).toMatchObject({ supportText, supportEmail: 'help@practice.test' })
  const client = await app.person('client')
  expect(await client.api.product.support({})).toMatchObject({
    text: supportText,
    email: 'help@practice.test',
    hours: { days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00', zone: 'America/New_York' },
  })
  await expect(app.anonymous().api.product.support({})).rejects.toMatchObject({ status: 401 })
})

test('the support hours are Monday to Friday, 9 to 17 Eastern, until the admin confirms or changes them [9.03]', async () => {
  const client = await app.person('client', 4)
  const hours = { firstDay: 1, lastDay: 5, from: '09:00', to: '17:00', zone: 'America/New_York' }
  const { firstDay, lastDay, ...eastern } = hours
  const confirmed = async () => (await admin.api.administration.overview({})).supportHoursConfirmed
  expect((await client.api.product.support({})).hours).toEqual({ days: [1, 2, 3, 4, 5], ...eastern })
  expect(await confirmed()).toBe(false)
  await admin.api.administration.saveSupportHours(hours)
  expect(await confirmed()).toBe(true)
  const own = { from: '08:30', to: '12:00', zone: 'Europe/Berlin' }
  await admin.api.administration.saveSupportHours({ firstDay: 2, lastDay: 4, ...own })
  expect((await client.api.product.support({})).hours).toEqual({ days: [2, 3, 4], ...own })
  for (const wrong of [
    { ...hours, lastDay: 0 },
    { ...hours, firstDay: 6 },
    { ...hours, to: '09:00' },
    { ...hours, zone: 'Moon/Base' },
  ])
    await expect(admin.api.administration.saveSupportHours(wrong)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  await expect(client.api.administration.saveSupportHours(hours)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await admin.api.administration.saveSupportHours({ firstDay, lastDay, ...eastern })
})

test.each([
  ['Friday at nine in New York', '2026-11-20T14:00:00Z', true],
  ['a minute before', '2026-11-20T13:59:00Z', false],
  ['Friday at five', '2026-11-20T22:00:00Z', false],
  ['Saturday', '2026-11-21T16:00:00Z', false],
  ['Friday in summer', '2026-07-17T13:30:00Z', true],
  ['Monday in UTC, still Sunday in New York', '2026-11-23T03:00:00Z', false],
])('support hours at %s [9.03]', (_, at, open) => {
  const hours = { days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00', zone: 'America/New_York' }
  expect(isWithinSupportHours(hours, new Date(at))).toBe(open)
})

test('feedback notifies the admins once in the app and by email, and appears in the paged feedback list [2.21] @slow', async () => {
  const client = await app.person('client', 2)
  const one = { id: randomUUID(), text: 'The calendar is easy to read.', page: '/dashboard/client/calendar' }
  await Promise.all([client.api.product.sendFeedback(one), client.api.product.sendFeedback(one)])
  await client.api.product.sendFeedback({ ...one, id: randomUUID(), text: 'A second thought' })
  const notifications = (await admin.api.notification.list({})).items.filter((item) => item.kind === 'feedback')
  expect(notifications).toHaveLength(2)
  expect(notifications[0]).toMatchObject({
    message: 'A client sent feedback about Attune.',
    personName: '',
    personId: null,
    relatedType: null,
    relatedId: null,
  })
  expect(JSON.stringify(notifications)).not.toMatch(new RegExp(`Clara|client2|${client.accountId}`))
  expect(JSON.stringify(notifications)).not.toContain('calendar')
  const mail = await app.inbox.mailTo(admin.email, /feedback/)
  expect(mail.text).not.toContain('calendar')
  const page = await admin.api.administration.feedback({ limit: 1 })
  expect(page.items).toMatchObject([{ text: 'A second thought', role: 'client' }])
  const rest = await admin.api.administration.feedback({ after: page.next ?? '' })
  expect(rest).toMatchObject({ items: [one], next: null })
})

test('an eleventh feedback within an hour is refused', async () => {
  const client = await app.person('client', 3)
  const write = () => client.api.product.sendFeedback({ id: randomUUID(), text: 'Again', page: '' })
  for (let n = 0; n < 10; n++) await write()
  await expect(write()).rejects.toMatchObject({ code: 'TOO_MANY' })
})

test('an admin sees every account and whether it has a second factor @slow', async () => {
  const therapist = await app.person('therapist')
  await app.privileged.auth.query(
    `insert into auth.two_factor (user_id, secret, backup_codes, verified) values ($1, 'x', 'x', true)`,
    [therapist.accountId],
  )
  const { items } = await admin.api.administration.accounts({ role: 'therapist' })
  expect(items).toMatchObject([{ id: therapist.accountId, email: therapist.email, secondFactor: true }])
  const found = await admin.api.administration.accounts({ search: 'CLIENT2' })
  expect(found.items).toMatchObject([{ email: 'client2@attune.test', role: 'client', secondFactor: false }])
  const seen: string[] = []
  let after: string | undefined
  do {
    const page = await admin.api.administration.accounts({ limit: 2, ...(after && { after }) })
    seen.push(...page.items.map((item) => item.email))
    after = page.next ?? undefined
  } while (after)
  expect(new Set(seen).size).toBe(seen.length)
  expect(seen).toContain(admin.email)
  await expect(therapist.api.administration.accounts({})).rejects.toMatchObject({ status: 403 })
})

test('a profile is visible to connected people, to its owner and to an admin, and to no one else @slow', async () => {
  const [therapist, client, stranger] = [
    await app.person('therapist'),
    await app.person('client', 4),
    await app.person('client', 5),
  ]
  const { code } = await therapist.api.connection.inviteCode({})
  await client.api.connection.join({ code })
  const view = { id: therapist.accountId, displayName: 'Tessa therapist1', email: therapist.email, role: 'therapist' }
  for (const by of [client, therapist, admin])
    expect(await by.api.account.profileOf({ id: therapist.accountId })).toMatchObject(view)
  expect(await therapist.api.account.profileOf({ id: client.accountId })).toMatchObject({ email: client.email })
  await expect(stranger.api.account.profileOf({ id: therapist.accountId })).rejects.toMatchObject({ status: 404 })
  await therapist.api.account.saveTherapistProfile({
    specialization: 'Sleep',
    credentials: '',
    bio: 'x',
    aboutMe: 'Hello',
  })
  const card = await therapist.api.account.therapistPreview({})
  const [seen] = (await client.api.connection.therapists({})).items
  expect(seen).toMatchObject(card)
  expect(card).toMatchObject({ specialization: 'Sleep', aboutMe: 'Hello' })
})
