import { displayName, initials, shortName, splitFullName } from '@attune/contract/features/people/account/account.rules'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../testing/app.ts'
import { setTestAvatar } from '../../../testing/files/avatars.ts'
import { connectClient } from '../../../testing/records/sessions.ts'

const app = await startSharedApp()

const asTherapist = {
  role: 'therapist',
  firstName: 'Nora',
  lastName: 'Lindqvist',
  zone: 'Europe/Berlin',
  language: 'de',
} as const

test('choosing therapist twice at once creates one request, and the admin is notified in the app and by email @slow', async () => {
  const admin = await app.person('admin')
  const nora = await app.person('client', 1)
  const [first, second] = await Promise.all([
    nora.api.account.onboard(asTherapist),
    nora.api.account.onboard(asTherapist),
  ])
  for (const me of [first, second]) {
    expect(me).toMatchObject({ role: 'client', onboarded: true, language: 'de', roleRequest: { status: 'waiting' } })
  }
  const { items } = await admin.api.administration.roleRequests({ which: 'waiting' })
  expect(items).toMatchObject([{ accountId: nora.accountId, name: 'Nora Lindqvist', email: nora.email }])
  expect((await admin.api.notification.list({})).items).toMatchObject([
    { kind: 'role-requested', personName: 'Nora Lindqvist' },
  ])
  await app.inbox.mailTo(admin.email, /request/i)
})

test('a waiting applicant can fill in the profile, and the admin sees it @slow', async () => {
  const admin = await app.person('admin')
  const nora = await app.person('client', 1)
  const profile = { specialization: 'Sleep', credentials: 'Chamber no. 14', bio: 'Twelve years', aboutMe: '' }
  expect(await nora.api.account.saveTherapistProfile(profile)).toEqual(profile)
  expect(await nora.api.account.therapistProfile({})).toEqual(profile)
  const { items } = await admin.api.administration.roleRequests({ which: 'waiting' })
  expect(items[0]).toMatchObject({ specialization: 'Sleep', credentials: 'Chamber no. 14' })
})

test('a client is onboarded at once with language, theme and zone', async () => {
  const leo = await app.person('client', 2)
  await leo.api.account.onboard({ ...asTherapist, role: 'client', firstName: 'Leo', lastName: 'Brandt' })
  const changed = await leo.api.account.saveSettings({
    theme: 'dark',
    zone: 'America/New_York',
    language: 'fr',
    enterKey: 'send',
  })
  expect(changed).toMatchObject({
    displayName: 'Leo Brandt',
    theme: 'dark',
    enterKey: 'send',
    zone: 'America/New_York',
    language: 'fr',
    roleRequest: null,
  })
  expect(await leo.api.account.me({})).toEqual(changed)
})

test('an account has one draft key, the same in every browser and different from other accounts', async () => {
  const [ana, leo] = [await app.person('client', 1), await app.person('client', 2)]
  const keys = await Promise.all([1, 2, 3].map(() => ana.api.account.draftKey({})))
  expect(new Set(keys.map(({ key }) => key)).size).toBe(1)
  expect(Buffer.from(keys[0]?.key ?? '', 'base64')).toHaveLength(32)
  expect(await ana.api.account.draftKey({})).toEqual(keys[0])
  expect(await leo.api.account.draftKey({})).not.toEqual(keys[0])
  expect((await leo.send('account/draftKey', { accountId: ana.accountId })).status).toBe(400)
})

test.each([
  ['a role that cannot be chosen', 'account/onboard', { ...asTherapist, role: 'admin' }],
  ['a zone that does not exist', 'account/saveSettings', { zone: 'Mars/Olympus' }],
  ['a language that is not offered', 'account/saveSettings', { language: 'it' }],
  ['an empty name', 'account/saveNames', { firstName: ' ', lastName: 'B' }],
  ['a role beside the names', 'account/saveNames', { firstName: 'A', lastName: 'B', role: 'admin' }],
])('%s is refused', async (_, path, input) => {
  const leo = await app.person('client', 2)
  expect((await leo.send(path, input)).status).toBe(400)
})

test('a person can become a therapist only with open sign-up', async () => {
  const admin = await app.person('admin')
  const settings = { practiceName: 'Practice', tellExistingAccounts: false, publicUrl: null }
  const [mia, ben] = [await app.person('client', 3), await app.person('client', 4)]
  await admin.api.administration.saveSettings({ ...settings, therapistSignup: 'invite-only' })
  await expect(mia.api.account.onboard(asTherapist)).rejects.toMatchObject({ code: 'SIGNUP_BY_INVITATION' })
  await admin.api.administration.saveSettings({ ...settings, therapistSignup: 'open' })
  expect(await ben.api.account.onboard(asTherapist)).toMatchObject({ role: 'therapist', roleRequest: null })
  await expect(ben.api.client.list({})).rejects.toMatchObject({ code: 'STEP_UP', data: { need: 'enrol' } })
})

test('the display name and its initials come from the names or else from the address [2.28, 5.09]', () => {
  expect(displayName({ firstName: 'Ana', lastName: 'Moreau' })).toBe('Ana Moreau')
  expect(displayName({ firstName: '', lastName: '', email: 'ana@example.org' })).toBe('ana')
  expect(displayName({ firstName: '', lastName: '' })).toBe('User')
  expect([initials('Ana Maria Moreau'), initials('ana'), initials(''), initials('𝒜na 🌿')]).toEqual([
    'AM',
    'A',
    '',
    '𝒜🌿',
  ])
  expect(shortName({ firstName: 'Ana', lastName: 'Moreau' })).toBe('Ana M.')
})

test('a full name is split at its first space [5.09]', () => {
  expect(['Ana Maria Moreau', '  Leo   Brandt ', 'Cher', ''].map(splitFullName)).toEqual([
    { firstName: 'Ana', lastName: 'Maria Moreau' },
    { firstName: 'Leo', lastName: 'Brandt' },
    { firstName: 'Cher', lastName: '' },
    { firstName: '', lastName: '' },
  ])
})

test('a therapist’s client sees specialization, credentials, bio, about me and picture [3.12] @slow', async () => {
  const [therapist, client] = [await app.person('therapist', 12), await app.person('client', 12)]
  await connectClient(app, therapist, client)
  const profile = { specialization: 'Sleep', credentials: 'Chamber no. 14', bio: 'Twelve years', aboutMe: 'Slowly' }
  await therapist.api.account.saveTherapistProfile(profile)
  expect(await therapist.api.account.therapistProfile({})).toEqual(profile)
  const [card] = (await client.api.connection.therapists({})).items
  expect(card).toMatchObject({ ...profile, avatarUrl: null })
  const picture = await setTestAvatar(app, therapist)
  const [after] = (await client.api.connection.therapists({})).items
  expect(after?.avatarUrl).toBe(picture)
})
