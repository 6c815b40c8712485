import { unquoteFormulas } from '@attune/contract/common/csv/csv'
import { languages } from '@attune/contract/common/text/text'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { minimalClient, editClientRecord } from '../../../../testing/records/clients.ts'
import { translate } from '../../../../platform/text/translations.ts'
import { startSharedApp } from '../../../../testing/app.ts'
import { repeatingBusyCalls } from '../../../../testing/browser.ts'
import { connectClient, scheduleSessionAt } from '../../../../testing/records/sessions.ts'
import { timeAhead } from '../../../../testing/time-ahead.ts'

const app = await startSharedApp()
const therapist = await app.person('therapist')

const row = (firstName: string, more: object = {}) => ({
  ...minimalClient,
  id: randomUUID(),
  firstName,
  lastName: 'Import',
  ...more,
})
const imports = (rows: ReturnType<typeof row>[], api = therapist.api) =>
  api.client.importMany({ batch: randomUUID(), rows })
const copies = (rows: ReturnType<typeof row>[]) => rows.map((one) => ({ ...one, id: randomUUID() }))

test('importing 200 rows sends no email, and importing the same file again or concurrently adds nothing @slow', async () => {
  const rows = Array.from({ length: 200 }, (_, n) =>
    row(`Row${n}`, { email: n % 2 ? `row${n}@import.test` : null, phone: String(n) }),
  )
  const { api } = repeatingBusyCalls(therapist)
  const [first, second] = await Promise.all([imports(rows, api), imports(copies(rows), api)])
  expect(first.added.length + second.added.length).toBe(200)
  expect(first.known.length + second.known.length).toBe(200)
  const third = await imports(copies(rows))
  expect(third).toMatchObject({ added: [], refused: [] })
  expect(new Set(third.known)).toEqual(new Set([...first.added, ...second.added]))
  expect(app.inbox.mails).toHaveLength(0)
  expect((await therapist.api.client.get({ id: third.known[0] ?? '' })).status).toBe('pending')
  const story = (await therapist.api.client.timeline({ id: third.known[0] ?? '' })).items
  expect(story).toMatchObject([{ kind: 'added', detail: 'import' }])
})

test('a batch with 201 rows or with an invalid row is refused completely', async () => {
  const rows = Array.from({ length: 201 }, (_, n) => row(`Many${n}`))
  expect((await therapist.send('client/importMany', { batch: randomUUID(), rows })).status).toBe(400)
  const wrong = { batch: randomUUID(), rows: [row('Fine'), row('')] }
  expect((await therapist.send('client/importMany', wrong)).status).toBe(400)
  expect((await therapist.api.client.list({ search: 'Fine' })).items).toEqual([])
})

test('the comparison before an import names existing records and namesakes, and changes nothing', async () => {
  const own = await app.person('therapist', 3)
  const born = (dateOfBirth: string | null) => ({ dateOfBirth })
  await own.api.client.importMany({
    batch: randomUUID(),
    rows: [
      row('Ana', { email: 'ana@compare.test', ...born('1992-05-02') }),
      row('Ben', born('1980-01-01')),
      row('Cleo', born(null)),
    ],
  })
  const compared = [
    row('ANA', { email: 'ana@compare.test', ...born('1992-05-03') }),
    row('Ben', born('1980-01-01')),
    row('Ben', born('1981-01-01')),
    row('Cleo', born('1970-01-01')),
    row('Dora', born('1970-01-01')),
  ].map(({ firstName, lastName, email, dateOfBirth, phone }) => ({ firstName, lastName, email, dateOfBirth, phone }))
  expect((await own.api.client.compareImport({ rows: compared })).matches).toEqual([
    { index: 0, kind: 'known', otherBirthDate: true },
    { index: 1, kind: 'known', otherBirthDate: false },
    { index: 2, kind: 'namesake', otherBirthDate: true },
    { index: 3, kind: 'namesake', otherBirthDate: false },
  ])
  expect((await own.api.client.list({})).items).toHaveLength(3)
  expect((await therapist.api.client.compareImport({ rows: compared })).matches).toEqual([])
})

test('names in upper case or with decomposed letters are those of an existing client', async () => {
  const own = await app.person('therapist', 4)
  const born = { dateOfBirth: '1990-01-31' }
  const names = [
    ['Zoé', 'Müller'],
    ['İpek', 'İnce'],
  ] as const
  const rowsOf = (change: (name: string) => string) =>
    names.map(([first, last]) => row(change(first), { ...born, lastName: change(last) }))
  const importRows = (rows: ReturnType<typeof row>[]) => own.api.client.importMany({ batch: randomUUID(), rows })
  const [decomposed, composed] = [rowsOf((name) => name.normalize('NFD')), rowsOf((name) => name)]
  const { added } = await importRows(decomposed)
  expect(await importRows(composed)).toMatchObject({ added: [], known: added })
  expect(await importRows(rowsOf((name) => name.toLocaleUpperCase('tr')))).toMatchObject({
    added: [],
    known: added,
  })
})

test('an imported row of an existing client with another date of birth leaves the record as it is', async () => {
  const first = row('Edda', { email: 'edda@compare.test', dateOfBirth: '1992-05-02' })
  const [id = ''] = (await imports([first])).added
  const again = await imports([{ ...first, id: randomUUID(), dateOfBirth: '1992-05-03' }])
  expect(again).toMatchObject({ added: [], known: [id] })
  expect((await therapist.api.client.get({ id })).dateOfBirth).toBe('1992-05-02')
})

test('an id of another record refuses only its own row', async () => {
  const [taken] = (await imports([row('Taken')])).added
  const outcome = await imports([row('Before'), row('Other', { id: taken }), row('Behind')])
  expect(outcome.added).toHaveLength(2)
  expect(outcome.refused).toEqual([{ index: 1, code: 'CONFLICT' }])
})

const fieldsOfExport =
  'firstName lastName pronouns email phone dateOfBirth address emergencyName emergencyPhone emergencyRelationship notes language code'

test('cells that look like a formula are exported as text and imported unchanged', async () => {
  const own = await app.person('therapist', 2)
  const odd = row('=HYPERLINK("http://x.test")', {
    pronouns: 'they/them',
    phone: '+49 40 555',
    notes: '@SUM(A1)\nsecond "line"',
    address: '-1, Way',
    code: '=HY',
    emergencyName: 'Ana;=1+1;Weber',
    emergencyPhone: '＋49',
    emergencyRelationship: "'=sister",
  })
  await own.api.client.importMany({ batch: randomUUID(), rows: [odd] })
  const { csv } = await own.api.client.exportAll({})
  expect(csv.charCodeAt(0)).toBe(0xfeff)
  const [heading, line] = csv.slice(1).split('\r\n')
  expect(heading).toBe(
    '"First name","Last name","Pronouns","Email","Phone","Date of birth","Address","Emergency contact","Emergency contact phone","Emergency contact relationship","Notes","Language","Calendar code","Status","Joined","Tags"',
  )
  expect(line).toContain(`"'=HYPERLINK(""http://x.test"")","Import","they/them","","'+49 40 555","","'-1, Way"`)
  expect(line).toContain(`"'@SUM(A1)\nsecond ""line""","en","'=HY"`)
  expect(line).toContain(`"Ana;'=1+1;Weber","'＋49","''=sister"`)

  const cells = [...(line ?? '').matchAll(/"((?:[^"]|"")*)"/g)].map(([, cell = '']) => cell.replaceAll('""', '"'))
  const { id: _id, email: _email, dateOfBirth: _day, ...texts } = odd
  const read = Object.fromEntries(fieldsOfExport.split(' ').map((name, at) => [name, unquoteFormulas(cells[at] ?? '')]))
  expect(read).toEqual({ ...texts, email: '', dateOfBirth: '' })
  const again = { ...odd, ...read, id: randomUUID(), email: null, dateOfBirth: null }
  expect(await own.api.client.importMany({ batch: randomUUID(), rows: [again] })).toMatchObject({ added: [] })
})

test('merging an empty record moves its account and missing fields, once for concurrent calls @slow', async () => {
  const client = await app.person('client', 2)
  const [into = ''] = (await imports([row('Clara', { address: 'Lane 1', notes: 'Known for years' })])).added
  const contact = { phone: '', email: null, relationship: '', isEmergency: false, isPayer: false }
  const { code } = await therapist.api.connection.inviteCode({})
  const { clientId } = await client.api.connection.join({ code })
  await editClientRecord(therapist, clientId, {
    ...minimalClient,
    firstName: 'Clara',
    email: client.email,
    address: 'Lane 2',
    contacts: [{ id: randomUUID(), name: 'Mother', isGuardian: true, ...contact }],
  })
  const once = { id: clientId, into, command: randomUUID() }
  const [first, second] = await Promise.all([therapist.api.client.merge(once), therapist.api.client.merge(once)])
  expect(second).toEqual(first)
  expect(first).toMatchObject({
    id: into,
    status: 'active',
    hasAccount: true,
    email: client.email,
    address: 'Lane 1',
    notes: 'Known for years',
    contacts: [{ name: 'Mother', isGuardian: true }],
  })
  await expect(therapist.api.client.get({ id: clientId })).rejects.toMatchObject({ status: 404 })
  expect((await client.api.connection.therapists({})).items).toMatchObject([{ clientId: into }])
})

test('a merge fills each field that the remaining record lacks', async () => {
  const facts = {
    pronouns: 'they/them',
    email: 'kim@merge.test',
    phone: '7',
    dateOfBirth: '1990-01-31',
    address: 'Lane 1',
    code: 'KM',
  }
  const emergency = { emergencyName: 'Paul', emergencyPhone: '110', emergencyRelationship: 'Brother' }
  const [from = '', into = ''] = (await imports([row('Kim', { ...facts, ...emergency }), row('Kim')])).added
  const merged = await therapist.api.client.merge({ id: from, into, command: randomUUID() })
  expect(merged).toMatchObject({ id: into, ...facts, ...emergency })
})

test('merging a record with a session or a note, or two records with accounts, is refused', async () => {
  const [one, two] = [await app.person('client', 3), await app.person('client', 4)]
  const first = await connectClient(app, therapist, one)
  const second = await connectClient(app, therapist, two)
  const [noted = ''] = (await imports([row('Noted', { notes: 'Something' })])).added
  const merge = (id: string, into: string) => therapist.api.client.merge({ id, into, command: randomUUID() })
  await expect(merge(first, second)).rejects.toMatchObject({ code: 'BOTH_CONNECTED' })
  await expect(merge(noted, first)).rejects.toMatchObject({ code: 'NOT_EMPTY' })
  const [planned = ''] = (await imports([row('Planned')])).added
  await scheduleSessionAt(therapist, planned, new Date(timeAhead(130)))
  await expect(merge(planned, first)).rejects.toMatchObject({ code: 'NOT_EMPTY' })
  await expect(merge(first, first)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})

test('records marked as the same person list each other until the mark is removed @slow', async () => {
  const rows = [row('Same', { notes: 'One' }), row('Same', { notes: 'Two', phone: '2' }), row('Same', { phone: '3' })]
  const [a = '', b = '', c = ''] = (await imports(rows)).added
  const mark = (id: string, as: string | null) => therapist.api.client.markSamePerson({ id, as })
  const others = async (id: string) =>
    (await therapist.api.client.get({ id })).samePerson.map((one) => one.id).toSorted()
  await Promise.all([mark(a, b), mark(a, b)])
  expect(await others(a)).toEqual([b])
  expect(await others(b)).toEqual([a])
  await mark(c, a)
  expect(await others(c)).toEqual([a, b].toSorted())
  expect(await others(b)).toEqual([a, c].toSorted())
  await mark(b, null)
  expect(await others(b)).toEqual([])
  expect(await others(a)).toEqual([c])
  const stranger = await app.person('therapist', 2)
  await expect(stranger.api.client.markSamePerson({ id: a, as: c })).rejects.toMatchObject({ status: 404 })
  await expect(mark(a, a)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})

test('inviting several records reports a reason for each that cannot be invited, and a repeat sends nothing @slow', async () => {
  const rows = [row('A', { email: 'a@many.test' }), row('B', { email: 'b@many.test' }), row('C')]
  const [a = '', b = '', c = ''] = (await imports(rows)).added
  await therapist.api.connection.invite({ id: b, command: randomUUID() })
  const act = { ids: [a, b, c, a], command: randomUUID() }
  const [first, second] = await Promise.all([
    therapist.api.connection.inviteMany(act),
    therapist.api.connection.inviteMany(act),
  ])
  expect(first.sent).toEqual([a])
  expect(second).toEqual(first)
  expect(first.refused.toSorted((x, y) => x.code.localeCompare(y.code))).toEqual([
    { id: c, code: 'NO_EMAIL' },
    { id: b, code: 'TOO_SOON' },
  ])
  await app.inbox.mailTo('a@many.test')
  expect(app.inbox.mails.filter((mail) => JSON.stringify(mail.to).includes('a@many.test'))).toHaveLength(1)
  const stranger = await app.person('therapist', 2)
  await expect(stranger.api.connection.inviteMany(act)).rejects.toMatchObject({ status: 404 })
})

test.each(languages)('the invitation email can be previewed in %s', async (language) => {
  const preview = await therapist.api.connection.invitationPreview({ language })
  expect(preview.subject).toBe(translate(language, 'mail.invitation.subject'))
  expect(preview.text).toContain(translate(language, 'mail.invitation.button'))
  expect(preview.html).toContain('<html')
  expect(preview.text).not.toContain('token=')
})
