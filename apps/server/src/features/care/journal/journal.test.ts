import { richTextFromPlain } from '@attune/contract/common/rich-text/rich-text'
import { trashDays } from '@attune/contract/features/care/journal/journal.rules'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { queryAsRole } from '../../../testing/database/database.ts'
import { jpegPicture, pdfOfSize, uploadFile, waitForCheckedFile } from '../../../testing/files/uploads.ts'
import { startSharedApp } from '../../../testing/app.ts'
import { newJournalEntry } from '../../../testing/records/journal.ts'
import type { Person } from '../../../testing/people.ts'
import { deleteExpiredTrash } from './journal.ts'

const app = await startSharedApp()
const ana = await app.person('client')
const leo = await app.person('client', 2)

const upload = (person: Person, name = 'Worksheet') =>
  uploadFile(app, person, { name, kind: 'pdf', bytes: pdfOfSize(2_000) })

test('an entry is stored as written, and only its author finds it [1.07]', async () => {
  const entry = newJournalEntry('  Slept badly.\n\nThen a walk 🌧', {
    title: 'Night',
    mood: 2,
    tags: ['Sleep', 'sleep'],
  })
  const saved = await ana.api.journal.save(entry)
  expect(saved).toMatchObject({
    version: 1,
    title: 'Night',
    mood: 2,
    tags: ['sleep'],
    content: entry.content,
    shares: [],
  })
  expect(await ana.api.journal.get({ id: entry.id })).toEqual(saved)
  await expect(leo.api.journal.get({ id: entry.id })).rejects.toMatchObject({ status: 404 })
  await expect(leo.api.journal.save({ ...entry, version: 1 })).rejects.toMatchObject({ status: 404 })
  await expect(leo.api.journal.save(entry)).rejects.toMatchObject({ status: 404 })
})

test.each(['therapist', 'admin'] as const)(
  'a person with role %s cannot write a journal [6.07] @slow',
  async (role) => {
    const other = await app.person(role, 3)
    const entry = newJournalEntry()
    await expect(other.api.journal.save(entry)).rejects.toMatchObject({ status: 403, code: 'FORBIDDEN' })
    await ana.api.journal.save(entry)
    await expect(other.api.journal.save({ ...entry, version: 1 })).rejects.toMatchObject({ status: 403 })
    expect(await ana.api.journal.get({ id: entry.id })).toMatchObject({ version: 1, content: entry.content })
  },
)

test.each([
  ['20,001 characters', { content: richTextFromPlain('x'.repeat(20_001)) }],
  ['nothing but spaces and new lines', { content: richTextFromPlain(' \n\u00a0\n\u200b') }],
  ['a title of 201 characters', { title: 'x'.repeat(201) }],
  ['a mood of 6', { mood: 6 }],
  ['eleven tags', { tags: Array.from({ length: 11 }, (_, n) => `tag ${n}`) }],
  ['eleven files', { files: Array.from({ length: 11 }, () => randomUUID()) }],
  ['the same file twice', { files: ['00000000-0000-4000-8000-000000000000', '00000000-0000-4000-8000-000000000000'] }],
  ['HTML instead of a document', { content: '<p>Hello</p>' }],
  [
    'a picture that is none of its files',
    { content: { type: 'doc', content: [{ type: 'image', attrs: { fileId: randomUUID(), alt: '' } }] } },
  ],
  [
    'a link that runs a script',
    {
      content: {
        type: 'doc',
        content: [
          {
            type: 'paragraph',
            content: [{ type: 'text', text: 'x', marks: [{ type: 'link', attrs: { href: 'javascript:alert(1)' } }] }],
          },
        ],
      },
    },
  ],
  ['a NUL', { content: richTextFromPlain('x\u0000') }],
])('an entry with %s is refused [5.06]', async (_, wrong) => {
  const entry = { ...newJournalEntry(), ...wrong }
  expect((await ana.send('journal/save', entry)).status).toBe(400)
  await expect(ana.api.journal.get({ id: entry.id })).rejects.toMatchObject({ status: 404 })
})

test('20,000 characters are accepted, and a pasted script stays text', async () => {
  const script = '<script>window.__x = 1</script><img src=x onerror=alert(1)>'
  const entry = newJournalEntry(script + 'x'.repeat(20_000 - script.length))
  await ana.api.journal.save(entry)
  expect((await ana.api.journal.get({ id: entry.id })).content).toEqual(entry.content)
})

test('a save is stored once, unless it is based on an older version @slow', async () => {
  const entry = newJournalEntry('first')
  const first = await ana.api.journal.save(entry)
  expect(await ana.api.journal.save(entry)).toEqual(first)
  const laptop = { ...entry, version: 1, content: richTextFromPlain('from the laptop') }
  const phone = { ...entry, version: 1, content: richTextFromPlain('from the telephone') }
  const saved = await ana.api.journal.save(laptop)
  expect(await ana.api.journal.save(laptop)).toEqual(saved)
  await expect(ana.api.journal.save(phone)).rejects.toMatchObject({ code: 'CHANGED', status: 409, data: saved })
  expect(await ana.api.journal.save({ ...phone, version: 2 })).toMatchObject({ version: 3, content: phone.content })
})

test('of ten concurrent saves of the same version one succeeds, and the others get its entry @slow', async () => {
  const entry = newJournalEntry()
  for (const version of [0, 1]) {
    const tries = await Promise.allSettled(
      Array.from({ length: 10 }, (_, n) =>
        ana.api.journal.save({ ...entry, version, content: richTextFromPlain(`window ${n}`) }),
      ),
    )
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const tried of tries) {
      if (tried.status === 'rejected')
        expect(tried.reason).toMatchObject({ code: 'CHANGED', data: { version: version + 1 } })
    }
  }
})

test('an entry keeps its files in order, if they are the author’s and not refused [3.10] @slow', async () => {
  const [one, two, theirs] = [await upload(ana, 'One'), await upload(ana, 'Two'), await upload(leo)]
  await waitForCheckedFile(ana, one)
  const entry = newJournalEntry('with files', { files: [two, one] })
  expect((await ana.api.journal.save(entry)).files.map(({ id }) => id)).toEqual([two, one])
  const turned = await ana.api.journal.save({ ...entry, version: 1, files: [one, two] })
  expect(turned.files.map(({ id }) => id)).toEqual([one, two])
  await expect(ana.api.journal.save(newJournalEntry('x', { files: [theirs] }))).rejects.toMatchObject({ status: 404 })
  await expect(ana.api.journal.save(newJournalEntry('x', { files: [one] }))).rejects.toMatchObject({ code: 'CONFLICT' })
  await expect(ana.api.file.delete({ id: one })).rejects.toMatchObject({ status: 409 })
  const text = await uploadFile(app, ana, { name: 'a', kind: 'pdf', bytes: Buffer.from('no pdf at all, but a text') })
  expect(await waitForCheckedFile(ana, text)).toMatchObject({ state: 'refused' })
  await expect(ana.api.journal.save(newJournalEntry('x', { files: [text] }))).rejects.toMatchObject({
    code: 'FILE_REFUSED',
    data: { id: text },
  })
  expect((await ana.api.journal.save({ ...entry, version: 2, files: [two] })).files).toHaveLength(1)
})

test('entries are found in title, text and tags without regard to case and accents, and by filters @slow', async () => {
  const mia = await app.person('client', 3)
  const put = (text: string, more: Parameters<typeof newJournalEntry>[1]) =>
    mia.api.journal.save(newJournalEntry(text, more))
  await put('Ein Spaziergang durch die STRASSE', { title: 'Über den Fluss', writtenAt: '2026-11-01T22:30:00.000Z' })
  await put('Nothing of the kind', { tags: ['café'], mood: 4, writtenAt: '2026-11-02T10:00:00.000Z' })
  await put('A third', { mood: 2, writtenAt: '2026-11-02T12:00:00.000Z' })
  const found = async (wanted: Parameters<typeof mia.api.journal.list>[0]) =>
    (await mia.api.journal.list(wanted)).items.map(({ excerpt }) => excerpt)
  expect(await found({})).toEqual(['A third', 'Nothing of the kind', 'Ein Spaziergang durch die STRASSE'])
  expect(await found({ search: 'uber straße' })).toEqual(['Ein Spaziergang durch die STRASSE'])
  expect(await found({ search: 'CAFE' })).toEqual(['Nothing of the kind'])
  expect(await found({ search: '%' })).toEqual([])
  expect(await found({ tag: 'café' })).toEqual(['Nothing of the kind'])
  // In Berlin time, the first entry was written on the first day of the month, half an hour before midnight.
  expect(await found({ until: '2026-11-01' })).toEqual(['Ein Spaziergang durch die STRASSE'])
  expect(await found({ from: '2026-11-02', until: '2026-11-02' })).toHaveLength(2)
  expect(await found({ shared: true })).toEqual([])
  expect(await mia.api.journal.tags({})).toEqual({ items: [{ tag: 'café', entries: 1 }] })
  expect(await mia.api.journal.days({ from: '2026-11-01', until: '2026-11-30' })).toEqual({
    items: [
      { day: '2026-11-01', entries: 1, mood: null },
      { day: '2026-11-02', entries: 2, mood: 2 },
    ],
  })
  expect((await mia.send('journal/days', { from: '2026-01-01', until: '2026-11-30' })).status).toBe(400)
  const first = await mia.api.journal.list({ limit: 2 })
  const rest = await mia.api.journal.list({ limit: 2, after: first.next ?? '' })
  expect([first.items.length, rest.items.length, rest.next]).toEqual([2, 1, null])
  expect((await mia.send('journal/list', { after: 'x' })).status).toBe(400)
})

test('a trashed entry can only be restored or deleted with its files @slow', async () => {
  const mia = await app.person('client', 4)
  const file = await upload(mia)
  const entry = newJournalEntry('to throw away', { files: [file] })
  await mia.api.journal.save(entry)
  await expect(mia.api.journal.erase({ id: entry.id })).rejects.toMatchObject({ status: 409 })
  await mia.api.journal.trash({ id: entry.id })
  await mia.api.journal.trash({ id: entry.id })
  expect((await mia.api.journal.list({})).items).toEqual([])
  expect((await mia.api.journal.list({ bin: true })).items).toMatchObject([{ id: entry.id }])
  await expect(mia.api.journal.save({ ...entry, version: 1 })).rejects.toMatchObject({ code: 'IN_BIN' })
  expect(await mia.api.journal.restore({ id: entry.id })).toMatchObject({ binnedAt: null, files: [{ id: file }] })
  await mia.api.journal.trash({ id: entry.id })
  expect(await mia.api.journal.erase({ id: null })).toEqual({ erased: 1 })
  expect(await mia.api.journal.erase({ id: null })).toEqual({ erased: 0 })
  await expect(mia.api.journal.get({ id: entry.id })).rejects.toMatchObject({ status: 404 })
  expect(await mia.api.file.mine({ ids: [file] })).toEqual({ items: [] })
})

test('only entries that have been in the trash for 30 days are deleted @slow', async () => {
  const mia = await app.person('client', 5)
  const [kept, gone] = [newJournalEntry('kept'), newJournalEntry('gone', { files: [await upload(mia)] })]
  for (const entry of [kept, gone]) await mia.api.journal.save(entry)
  await mia.api.journal.trash({ id: gone.id })
  const days = (n: number) => new Date(app.clock.now().getTime() + n * 24 * 60 * 60_000)
  await deleteExpiredTrash(app.db, days(trashDays - 0.01))
  expect((await mia.api.journal.list({ bin: true })).items).toHaveLength(1)
  await deleteExpiredTrash(app.db, days(trashDays + 0.01))
  expect((await mia.api.journal.list({ bin: true })).items).toEqual([])
  expect((await mia.api.journal.list({})).items).toMatchObject([{ id: kept.id }])
  expect(await mia.api.file.mine({ ids: gone.files })).toEqual({ items: [] })
})

test('prompts are shown until a person switches them off', async () => {
  expect(await ana.api.journal.settings({})).toEqual({ prompts: true })
  await ana.api.journal.saveSettings({ prompts: false })
  expect(await ana.api.journal.settings({})).toEqual({ prompts: false })
  expect(await leo.api.journal.settings({})).toEqual({ prompts: true })
})

test('deleting the account deletes the journal with its files @slow', async () => {
  const mia = await app.person('client', 6)
  await mia.api.journal.save(newJournalEntry('canary of an account', { files: [await upload(mia)] }))
  await mia.api.login.deleteAccount({ password: mia.password })
  const left = await queryAsRole<{ n: string }>(
    'backup',
    app.databaseUrl,
    `select (select count(*) from app.journal_entry where account_id = '${mia.accountId}') + (select count(*) from app.file where account_id = '${mia.accountId}') as n`,
  )
  expect(Number(left[0]?.n)).toBe(0)
})

test('deleting the account of a former client who became a therapist deletes the journal as well @slow', async () => {
  const mia = await app.person('client', 7)
  await mia.api.journal.save(newJournalEntry('from the time before'))
  await app.privileged.definer.query(`update app.profile set role = 'therapist' where account_id = $1`, [mia.accountId])
  await app.db.asActor({ role: 'worker', id: null }, (tx) => tx.run('select def.erase_account($1)', [mia.accountId]))
  const left = await queryAsRole<{ n: string }>(
    'backup',
    app.databaseUrl,
    `select count(*) as n from app.journal_entry where account_id = '${mia.accountId}'`,
  )
  expect(Number(left[0]?.n)).toBe(0)
})

test("entries of the same day of earlier years come before those of earlier months, in the author's zone @slow", async () => {
  const mia = await app.person('client', 9)
  const put = async (title: string, writtenAt: string) =>
    (await mia.api.journal.save(newJournalEntry(title, { title, writtenAt }))).id
  await put('last month', '2026-10-20T10:00:00.000Z')
  await put('a year ago', '2025-11-20T10:00:00.000Z')
  await put('two years ago', '2024-11-20T10:00:00.000Z')
  await put('the day before', '2025-11-19T10:00:00.000Z')
  await put('today', '2026-11-20T10:00:00.000Z')
  await put('later', '2026-12-20T10:00:00.000Z')
  await mia.api.journal.trash({ id: await put('in the trash', '2023-11-20T10:00:00.000Z') })
  const titles = async (day: string) => (await mia.api.journal.onThisDay({ day })).items.map(({ title }) => title)
  expect(await titles('2026-11-20')).toEqual(['a year ago', 'two years ago', 'last month'])
  expect(await titles('2026-11-21')).toEqual([])
})

test('the list shows the first picture of an entry, and none until it is checked @slow', async () => {
  const [sheet, photo] = [
    await uploadFile(app, ana, { name: 'sheet', kind: 'pdf', bytes: pdfOfSize() }),
    await uploadFile(app, ana, { name: 'photo', kind: 'image', bytes: await jpegPicture() }),
  ]
  await Promise.all([waitForCheckedFile(ana, sheet), waitForCheckedFile(ana, photo)])
  const { id } = await ana.api.journal.save(newJournalEntry('with a picture', { files: [sheet, photo] }))
  const { id: without } = await ana.api.journal.save(newJournalEntry('without'))
  const { items } = await ana.api.journal.list({})
  expect(items.find((item) => item.id === id)?.picture).toBe(photo)
  expect(items.find((item) => item.id === without)?.picture).toBeNull()
})
