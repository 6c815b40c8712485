import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { minimalClient } from '../../../testing/records/clients.ts'
import { startSharedApp } from '../../../testing/app.ts'

const app = await startSharedApp()
const therapist = await app.person('therapist')

const add = (more: Partial<Parameters<typeof therapist.api.client.add>[0]> = {}) =>
  therapist.api.client.add({ id: randomUUID(), ...minimalClient, invite: false, ...more })

test('a client needs only first and last name [3.07, 5.03] @slow', async () => {
  const bare = await add()
  expect(bare).toMatchObject({
    firstName: 'Ana',
    status: 'pending',
    hasAccount: false,
    invitation: null,
    age: null,
    may: { edit: true, invite: false },
  })
  const full = {
    ...minimalClient,
    id: bare.id,
    pronouns: 'she/her',
    email: 'Ana.Moreau@Example.org ',
    phone: '+49 40 555 0142',
    dateOfBirth: '1992-05-02',
    address: 'Lindenallee 14',
    emergencyName: 'Paul Moreau',
    emergencyPhone: '+49 40 555 0177',
    emergencyRelationship: 'Brother',
    language: 'fr' as const,
  }
  const edited = await therapist.api.client.edit({ ...full, version: bare.version })
  expect(edited).toMatchObject({ ...full, email: 'ana.moreau@example.org', may: { invite: true } })
  expect(edited.age).toBeGreaterThanOrEqual(34)
  expect(await therapist.api.client.get({ id: bare.id })).toEqual(edited)
})

test('only names are stored on one line, also those of contacts', async () => {
  const contact = { phone: '', email: null, relationship: '', isEmergency: false, isGuardian: true, isPayer: false }
  const record = await add({
    firstName: 'Ana\nMaria',
    lastName: '\tMoreau \r\n Weber',
    emergencyName: 'Paul\tMoreau',
    address: 'Lindenallee 14\nHamburg',
    contacts: [{ ...contact, id: randomUUID(), name: 'Eva\u2028Moreau' }],
  })
  expect(record).toMatchObject({
    firstName: 'Ana Maria',
    lastName: 'Moreau Weber',
    emergencyName: 'Paul Moreau',
    address: 'Lindenallee 14\nHamburg',
    contacts: [{ name: 'Eva Moreau' }],
  })
})

test('an edit without pronouns keeps them', async () => {
  const { id, version } = await add({ pronouns: 'they/them' })
  expect(await therapist.api.client.edit({ ...minimalClient, id, version })).toMatchObject({ pronouns: 'they/them' })
})

test.each([
  ['an empty first name', { firstName: '  ' }],
  ['no last name', { lastName: '' }],
  ['an overlong name', { firstName: 'x'.repeat(101) }],
  ['pronouns that are too long', { pronouns: 'x'.repeat(41) }],
  ['a NUL in a name', { firstName: 'A\u0000na' }],
  ['a lone surrogate', { lastName: 'Mo\ud83d' }],
  ['an invalid email address', { email: 'ana@' }],
  ['a day that does not exist', { dateOfBirth: '1992-02-30' }],
  ['an invitation without an address', { invite: true }],
  ['a status in the input', { status: 'active' }],
])('%s is refused [5.03]', async (_, wrong) => {
  const before = (await therapist.api.client.list({})).items.length
  const answer = await therapist.send('client/add', { id: randomUUID(), ...minimalClient, invite: false, ...wrong })
  expect(answer.status).toBe(400)
  expect((await therapist.api.client.list({})).items).toHaveLength(before)
})

test.each([
  ['emoji', 'Ana 🌿', 'Moreau'],
  ['right to left', 'ليلى', 'حداد'],
  ['combining marks', 'Zoe\u0308', 'N\u0303ez'],
])('a name with %s is stored unchanged', async (_, firstName, lastName) => {
  expect(await add({ firstName, lastName })).toMatchObject({ firstName, lastName })
})

test('a client sent twice at once is added once unless the names differ', async () => {
  const id = randomUUID()
  const [first, second] = await Promise.all([add({ id, lastName: 'Twice' }), add({ id, lastName: 'Twice' })])
  expect(second).toEqual(first)
  expect((await therapist.api.client.list({ search: 'Twice' })).items).toHaveLength(1)
  await expect(add({ id, lastName: 'Other' })).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('adding with an invitation sends one email, also when repeated [1.03] @slow', async () => {
  const [id, email] = [randomUUID(), 'lucia@client.test']
  const added = await add({ id, email, invite: true })
  await add({ id, email, invite: true })
  expect(added.invitation).toMatchObject({ state: 'sent' })
  const mail = await app.inbox.mailTo(email)
  expect(mail.text).toContain('/setup-password#token=')
  // Waits for an email that is queued later. A second invitation would arrive before that email.
  await add({ email: 'later@client.test', invite: true })
  await app.inbox.mailTo('later@client.test')
  expect(app.inbox.mails.filter((one) => JSON.stringify(one.to).includes(email))).toHaveLength(1)
})

test('the list is searched by names without regard to their accents', async () => {
  await add({ firstName: 'Zoë', lastName: 'Núñez' })
  for (const search of ['zoe nun', 'ZOË NÚÑEZ', 'nunez'])
    expect((await therapist.api.client.list({ search })).items).toMatchObject([{ lastName: 'Núñez' }])
})

test('the list can be searched by name and email address, filtered by status, and paged @slow', async () => {
  await Promise.all(
    Array.from({ length: 7 }, (_, n) => add({ firstName: `Page${n}`, lastName: 'Listed', email: `p${n}@listed.test` })),
  )
  expect((await therapist.api.client.list({ search: 'page3 listed' })).items).toMatchObject([{ firstName: 'Page3' }])
  expect((await therapist.api.client.list({ search: 'P5@LISTED' })).items).toMatchObject([{ firstName: 'Page5' }])
  expect((await therapist.api.client.list({ search: '100%' })).items).toEqual([])
  expect((await therapist.api.client.list({ status: 'active' })).items).toEqual([])
  const seen: string[] = []
  let after: string | undefined
  do {
    const page = await therapist.api.client.list({ search: 'listed', limit: 3, ...(after && { after }) })
    seen.push(...page.items.map((item) => item.firstName))
    after = page.next ?? undefined
  } while (after)
  expect(seen).toEqual(['Page0', 'Page1', 'Page2', 'Page3', 'Page4', 'Page5', 'Page6'])
})

test('only a therapist can add and edit clients, and sees only their own [6.06]', async () => {
  const { id } = await add()
  const client = await app.person('client')
  const stranger = await app.person('therapist', 2)
  await expect(client.api.client.add({ id: randomUUID(), ...minimalClient, invite: false })).rejects.toMatchObject({
    status: 403,
  })
  await expect(client.api.client.edit({ id, version: 1, ...minimalClient })).rejects.toMatchObject({ status: 403 })
  await expect(stranger.api.client.get({ id })).rejects.toMatchObject({ status: 404 })
  await expect(stranger.api.client.edit({ id, version: 1, ...minimalClient })).rejects.toMatchObject({ status: 404 })
  expect((await stranger.api.client.list({})).items).toEqual([])
})
