import { wallClockOf } from '@attune/contract/common/time/time'
import type { NamedKind } from '@attune/contract/features/home/search/search.rules'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../testing/app.ts'
import type { Person } from '../../../testing/people.ts'
import { minimalClient } from '../../../testing/records/clients.ts'
import { addPayingClient, draftLine, issueOf, openPractice } from '../../../testing/records/invoices.ts'
import { newJournalEntry } from '../../../testing/records/journal.ts'
import { connectClient, insertCompletedSession } from '../../../testing/records/sessions.ts'
import { putPictures } from '../../care/file/file.fixtures.testing.ts'
import { confirmedForm, sampleContent, sendTo } from '../../care/form/form.testing.ts'
import { advanceToNoon, assignTask } from '../../care/task/task.testing.ts'

const app = await startSharedApp({ worker: false })
advanceToNoon(app)
const therapist = await app.person('therapist')
const stranger = await app.person('therapist', 2)
const client = await app.person('client')
const clientId = await connectClient(app, therapist, client)

const addClient = async (firstName: string, lastName: string) => {
  const id = randomUUID()
  await therapist.api.client.add({ ...minimalClient, id, firstName, lastName, invite: false })
  return id
}
const groupsOf = async (person: Person, query: string) => (await person.api.search.names({ query })).groups
const itemsOf = async (person: Person, query: string, kind: NamedKind) =>
  (await groupsOf(person, query)).find((group) => group.kind === kind)?.items ?? []
const titlesOf = async (person: Person, query: string, kind: NamedKind) =>
  (await itemsOf(person, query, kind)).map(({ title }) => title)

test('clients are found by the parts of their names in any script, those whose name begins with the search first @slow', async () => {
  const chloe = await addClient('Chloé', 'Müllerová')
  await addClient('Amelie', 'Chloride')
  await addClient('Иван', 'Йовков')
  await addClient('سارة', 'أحمد')
  expect(await titlesOf(therapist, 'CHLO', 'client')).toEqual(['Chloé Müllerová', 'Amelie Chloride'])
  expect(await itemsOf(therapist, 'mullero chloe', 'client')).toEqual([
    {
      id: chloe,
      clientId: chloe,
      title: 'Chloé Müllerová',
      person: '',
      at: null,
      day: null,
      amount: null,
    },
  ])
  expect(await titlesOf(therapist, 'йов', 'client')).toEqual(['Иван Йовков'])
  expect(await titlesOf(therapist, 'أحمد', 'client')).toEqual(['سارة أحمد'])
  expect(await groupsOf(stranger, 'chloe')).toEqual([])
})

test('sessions are found by their date, alone or together with a name @slow', async () => {
  const other = await addClient('Petra', 'Zwei')
  const day = new Date(app.clock.now().getTime() - 40 * 24 * 60 * 60_000)
  const first = await insertCompletedSession(app, therapist, clientId, day)
  const second = await insertCompletedSession(app, therapist, other, new Date(day.getTime() + 2 * 60 * 60_000))
  const { zone } = await therapist.api.account.me({})
  const typed = wallClockOf(day.toISOString(), zone).day
  const found = await itemsOf(therapist, typed, 'session')
  expect(found.map(({ id }) => id).toSorted()).toEqual([first, second].toSorted())
  expect(found[0]).toMatchObject({ title: '', day: null })
  expect((await groupsOf(therapist, typed))[0]?.kind).toBe('session')
  expect((await itemsOf(therapist, `petra ${typed}`, 'session')).map(({ id }) => id)).toEqual([second])
  expect((await itemsOf(client, typed, 'session')).map(({ id }) => id)).toEqual([first])
  expect(await groupsOf(stranger, typed)).toEqual([])
})

test('tasks, templates, forms and documents are found by their titles @slow', async () => {
  const { id: taskId } = await assignTask(therapist, clientId, { title: 'Breathing exercise' })
  const fields = [{ heading: 'Breath', hint: '' }]
  await therapist.api.note.createTemplate({ id: randomUUID(), name: 'Breathing intake', fields })
  const form = await confirmedForm(therapist, sampleContent({ title: 'Breathing consent' }))
  await sendTo(therapist, clientId, form)
  const fileId = randomUUID()
  await putPictures(app, { name: 'document', therapist, client, recordId: clientId }, therapist, [fileId])
  await therapist.api.document.add({ id: randomUUID(), clientId, fileId, isShared: false })
  const kinds = (await groupsOf(therapist, 'breath')).map(({ kind }) => kind)
  expect(kinds.toSorted()).toEqual(['form', 'note-template', 'sent-form', 'task'])
  expect(await itemsOf(therapist, 'exercise clara', 'task')).toMatchObject([{ id: taskId, clientId }])
  expect(await itemsOf(therapist, 'clara', 'task')).toEqual([])
  const [document] = (await therapist.api.document.ofClient({ clientId })).items
  const name = document?.file.name ?? ''
  expect(await titlesOf(therapist, name, 'document')).toEqual([name])
  expect(await titlesOf(client, name, 'document')).toEqual([])
  expect((await groupsOf(client, 'breath')).map(({ kind }) => kind).toSorted()).toEqual(['sent-form', 'task'])
  expect(await groupsOf(stranger, 'breath')).toEqual([])
})

test('invoices are found by number, amount, payer and client @slow', async () => {
  await openPractice(app, therapist)
  const payingId = await addPayingClient(app, therapist, 'Rechnung')
  const invoice = await issueOf(therapist, payingId, [draftLine({ priceMinor: '123456' })])
  const { number = '', grossMinor } = invoice.sheet
  const amount = `${grossMinor.slice(0, -2)},${grossMinor.slice(-2)}`
  for (const query of [number, amount, `${amount} €`, 'rechnung'])
    expect(await itemsOf(therapist, query, 'invoice'), query).toMatchObject([
      { id: invoice.id, title: number, amount: { minor: grossMinor, currency: 'EUR' }, day: invoice.sheet.issuedOn },
    ])
  expect(await groupsOf(stranger, number)).toEqual([])
})

test('a client finds the own therapist and the titles of the own journal, an admin finds nothing', async () => {
  const entry = newJournalEntry('Nothing of this is a title', { title: 'Lighthouse' })
  await client.api.journal.save(entry)
  expect(await titlesOf(client, 'lightho', 'journal-entry')).toEqual(['Lighthouse'])
  expect(await titlesOf(client, 'tessa', 'therapist')).toEqual(['Tessa therapist1'])
  expect(await groupsOf(therapist, 'lightho')).toEqual([])
  expect(await groupsOf(await app.person('admin'), 'a')).toEqual([])
})

test.each(['', ' ', '🙏', "'; drop table x", '%', '_', '\\', 'a', '[[:alnum:]', '(', 'ع', '١٢', 'x'.repeat(100)])(
  'a search for %s is answered',
  async (query) => {
    for (const person of [therapist, client]) {
      expect(Array.isArray(await groupsOf(person, query))).toBe(true)
      expect(Array.isArray((await person.api.search.texts({ query })).groups)).toBe(true)
    }
  },
)

test('a search of ten thousand letters or with characters that cannot be stored is refused', async () => {
  for (const query of ['x'.repeat(10_000), '\u0000', '\ud800'])
    for (const name of ['names', 'texts'] as const)
      await expect(therapist.api.search[name]({ query })).rejects.toMatchObject({ status: 400 })
})
