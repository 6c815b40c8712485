import type { RichText } from '@attune/contract/common/rich-text/rich-text.schemas'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../testing/app.ts'
import { minimalClient } from '../../../testing/records/clients.ts'
import { queryAsRole } from '../../../testing/database/database.ts'
import { connectClient, insertCompletedSession } from '../../../testing/records/sessions.ts'

const app = await startSharedApp({ worker: false })
const therapist = await app.person('therapist')
const stranger = await app.person('therapist', 2)
const record = await connectClient(app, therapist, await app.person('client'))

const day = 24 * 60 * 60_000
const held = (daysAgo = 1, of = record) =>
  insertCompletedSession(app, therapist, of, new Date(Date.now() - daysAgo * day))
const save = (sessionId: string, text: RichText | string, version = 0) =>
  therapist.api.note.save({ sessionId, text, version })
const sign = (sessionId: string, version = 1) => therapist.api.note.sign({ sessionId, command: randomUUID(), version })

const headed = (heading: string, text: string): RichText => ({
  type: 'doc',
  content: [
    { type: 'heading', attrs: { level: 3 }, content: [{ type: 'text', text: heading }] },
    { type: 'paragraph', content: [{ type: 'text', text, marks: [{ type: 'bold' }] }] },
    {
      type: 'checklist',
      content: [{ type: 'checklistItem', attrs: { checked: true }, content: [{ type: 'paragraph' }] }],
    },
  ],
})

test('a formatted note keeps its formatting when it is saved, changed, signed and read again', async () => {
  const sessionId = await held()
  const content = headed('Plan', 'Stay with the letter.')
  const first = await save(sessionId, content)
  expect(await therapist.api.note.open({ sessionId })).toMatchObject({ text: 'Plan\nStay with the letter.\n', content })
  expect(await save(sessionId, content)).toEqual(first)
  const conflict = { code: 'NOTE_CHANGED', data: { text: 'Plan\nStay with the letter.\n', content, version: 1 } }
  await expect(save(sessionId, 'other')).rejects.toMatchObject(conflict)
  // The same characters with other formatting are another version.
  await save(sessionId, 'Plan\nStay with the letter.\n', 1)
  expect(await therapist.api.note.open({ sessionId })).toMatchObject({ content: null, version: 2 })
  await save(sessionId, headed('Plan', 'Keep the diary.'), 2)
  expect(await sign(sessionId, 3)).toMatchObject({ content: headed('Plan', 'Keep the diary.') })
  const { items } = await therapist.api.note.history({ sessionId })
  expect(items.map((item) => item.content)).toEqual([headed('Plan', 'Keep the diary.'), content])
})

test('only documents with formatting, without images and up to 50,000 characters are stored formatted', async () => {
  const sessionId = await held()
  const plain = (text: string): RichText => ({
    type: 'doc',
    content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
  })
  await save(sessionId, plain('  no format'))
  expect(await therapist.api.note.open({ sessionId })).toMatchObject({ text: '  no format', content: null })
  await expect(save(sessionId, plain('x'.repeat(50_001)), 1)).rejects.toMatchObject({ status: 400 })
  const image: RichText = { type: 'doc', content: [{ type: 'image', attrs: { fileId: randomUUID(), alt: '' } }] }
  await expect(save(sessionId, image, 1)).rejects.toMatchObject({ status: 400 })
})

test('the notes of a client are listed the latest first, by page, and found by words, state and day', async () => {
  const client = await newRecord()
  const [oldest, middle, latest] = await Promise.all([30, 20, 10].map((days) => held(days, client)))
  await save(oldest ?? '', 'Träumt von der Straße')
  await save(middle ?? '', headed('Data', 'Sister called'))
  await save(latest ?? '', 'Calmer')
  await sign(middle ?? '')
  await therapist.api.note.addendum({ id: randomUUID(), sessionId: middle ?? '', text: 'It was her aunt.' })
  const found = async (filter: object) =>
    (await therapist.api.note.ofClient({ clientId: client, ...filter })).items.map((item) => item.sessionId)
  expect(await found({})).toEqual([latest, middle, oldest])
  expect(await found({ state: 'signed' })).toEqual([middle])
  expect(await found({ state: 'unsigned' })).toEqual([latest, oldest])
  expect(await found({ search: 'traum STRASSE' })).toEqual([oldest])
  expect(await found({ search: 'aunt' })).toEqual([middle])
  expect(await found({ search: "o'neil & | :* ! <->" })).toEqual([])
  const until = new Date(Date.now() - 15 * day).toISOString()
  expect(await found({ until, from: new Date(Date.now() - 25 * day).toISOString() })).toEqual([middle])
  const page = await therapist.api.note.ofClient({ clientId: client, limit: 2 })
  expect(page.items[1]).toMatchObject({ excerpt: 'Data: Sister called', place: 2, signedAt: expect.any(String) })
  expect(await found({ after: page.next ?? '', limit: 2 })).toEqual([oldest])
  const whole = await therapist.api.note.printOfClient({ clientId: client, until })
  expect(whole.items[0]).toMatchObject({
    content: headed('Data', 'Sister called'),
    addenda: [{ text: 'It was her aunt.' }],
  })
  const unknown = await refusalOf(stranger.api.note.ofClient({ clientId: randomUUID() }))
  expect(await refusalOf(stranger.api.note.ofClient({ clientId: client }))).toEqual(unknown)
})

test('the previous note is the latest earlier one with the same people', async () => {
  const [one, other] = [await newRecord(), await newRecord()]
  const [first, second, third] = [await held(30, one), await held(20, one), await held(10, one)]
  expect((await therapist.api.note.previous({ sessionId: third })).note).toBeNull()
  await save(first, 'first note')
  await save(await held(15, other), 'about someone else')
  expect((await therapist.api.note.previous({ sessionId: third })).note).toMatchObject({ sessionId: first })
  await save(second, headed('Plan', 'second note'))
  expect((await therapist.api.note.previous({ sessionId: third })).note).toMatchObject({
    sessionId: second,
    content: headed('Plan', 'second note'),
  })
  await expect(stranger.api.note.previous({ sessionId: third })).rejects.toMatchObject({ status: 404 })
})

test('the queue has missing notes, and unsigned notes of any age, the oldest first', async () => {
  const own = await app.person('therapist', 3)
  const client = await newRecord(own)
  const at = (daysAgo: number) => insertCompletedSession(app, own, client, new Date(Date.now() - daysAgo * day))
  const [ancient, begun, blank, signed] = [await at(200), await at(9), await at(3), await at(2)]
  await at(150)
  for (const id of [ancient, begun, signed]) await own.api.note.save({ sessionId: id, text: 'words', version: 0 })
  await own.api.note.sign({ sessionId: signed, command: randomUUID(), version: 1 })
  const first = await own.api.note.queue({ limit: 2 })
  expect(first.items.map((item) => [item.session.id, item.begun])).toEqual([
    [ancient, true],
    [begun, true],
  ])
  expect(first.total).toBe(3)
  expect(await own.api.note.counts({})).toEqual({ toWrite: first.total })
  const rest = await own.api.note.queue({ limit: 2, after: first.next ?? '' })
  expect(rest).toMatchObject({ items: [{ session: { id: blank }, begun: false }], next: null, total: 3 })
})

test('the note about a client is saved on its version, and an edit of the record and the note do not disturb each other [3.07]', async () => {
  const clientId = randomUUID()
  const { note, client } = therapist.api
  await client.add({ ...minimalClient, id: clientId, notes: ' Prefers\n\n mornings', invite: false })
  const before = await note.openClient({ clientId })
  expect(before).toMatchObject({ text: 'Prefers\n\n mornings', content: null })
  const form = await client.get({ id: clientId })
  const content = headed('Before', 'Prefers mornings')
  const save = (text: RichText | string, version: number) => note.saveClient({ clientId, text, version })
  const [count] = await changesOf(clientId)
  const saved = await save(content, before.version)
  expect(await changesOf(clientId)).toEqual([count])
  expect(await save(content, before.version)).toMatchObject({ version: saved.version })
  await expect(save('other', before.version)).rejects.toMatchObject({
    code: 'NOTE_CHANGED',
    data: { text: 'Before\nPrefers mornings\n', content, version: saved.version },
  })
  const record = { notes: 'Before\nPrefers mornings\n', notesContent: content, version: form.version }
  expect(await client.get({ id: clientId })).toMatchObject(record)
  const edit = { id: clientId, version: form.version, ...minimalClient, phone: '7' }
  expect(await client.edit(edit)).toMatchObject({ ...record, phone: '7', version: form.version + 1 })
  expect((await therapist.send('client/edit', { ...edit, version: form.version + 1, notes: 'x' })).status).toBe(400)
  await expect(stranger.api.note.saveClient({ clientId, text: 'x', version: 0 })).rejects.toMatchObject({ status: 404 })
  expect(await note.openClient({ clientId })).toMatchObject({ content, version: saved.version })
})

test('a note about a client of 20,001 characters, with an image or with an unsafe link is refused, and the stored one stays', async () => {
  const clientId = await newRecord()
  const { note } = therapist.api
  const { version } = await note.openClient({ clientId })
  await note.saveClient({ clientId, text: headed('Plan', 'x'.repeat(19_994)), version })
  const stored = await note.openClient({ clientId })
  expect(stored.text).toHaveLength(20_000)
  const link = { type: 'link', attrs: { href: 'javascript:alert(1)' } } as const
  const refused: (RichText | string)[] = [
    'x'.repeat(20_001),
    headed('Plan', 'x'.repeat(19_995)),
    { type: 'doc', content: [{ type: 'image', attrs: { fileId: randomUUID(), alt: '' } }] },
    { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'x', marks: [link] }] }] },
  ]
  for (const text of refused)
    await expect(note.saveClient({ clientId, text, version: stored.version })).rejects.toMatchObject({ status: 400 })
  expect(await note.openClient({ clientId })).toEqual(stored)
})

test('own templates are created, changed, deleted and restored without a change of begun notes', async () => {
  const { note } = therapist.api
  const template = {
    id: randomUUID(),
    name: 'Couples',
    fields: [{ heading: 'What each brought', hint: 'In their words' }],
  }
  await note.createTemplate(template)
  expect(await note.createTemplate(template)).toEqual(template)
  await expect(note.createTemplate({ ...template, name: 'Other' })).rejects.toMatchObject({ code: 'CONFLICT' })
  const sessionId = await held()
  await save(sessionId, headed('What each brought', 'Silence'))
  const edited = { ...template, name: 'Couple', fields: [...template.fields, { heading: 'Plan', hint: '' }] }
  await note.editTemplate(edited)
  expect((await note.templates({})).items).toEqual([edited])
  expect((await stranger.api.note.templates({})).items).toEqual([])
  await expect(stranger.api.note.deleteTemplate({ id: template.id })).rejects.toMatchObject({ status: 404 })
  await note.deleteTemplate({ id: template.id })
  expect((await note.templates({})).items).toEqual([])
  expect((await note.open({ sessionId })).content).toEqual(headed('What each brought', 'Silence'))
  await note.createTemplate(edited)
  expect((await note.templates({})).items).toEqual([edited])
  await expect(note.createTemplate({ ...template, id: randomUUID(), fields: [] })).rejects.toMatchObject({
    status: 400,
  })
})

/** Adds a client record without an account and returns its id. */
async function newRecord(of = therapist): Promise<string> {
  const id = randomUUID()
  await of.api.client.add({ ...minimalClient, id, invite: false })
  return id
}

/** Counts the record's changes that are reported to open pages. The client's pages subscribe to the record too. */
const changesOf = (clientId: string) =>
  queryAsRole('relay', app.databaseUrl, `select count(*)::int as told from app.change where row_id = '${clientId}'`)

const refusalOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => expect.fail('not refused'),
    (error: { status: number; code: string }) => ({ status: error.status, code: error.code }),
  )
