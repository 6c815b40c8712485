import { runs } from '@attune/contract/common/runs.testing'
import { richTextFromPlain } from '@attune/contract/common/rich-text/rich-text'
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, test } from 'vitest'
import { waitForCheckedFile, pdfOfSize, jpegPicture, uploadFile } from '../../../../testing/files/uploads.ts'
import { startSharedApp } from '../../../../testing/app.ts'
import { newJournalEntry, createSharedEntry } from '../../../../testing/records/journal.ts'
import { seedJournal } from '../../../../testing/records/journal-seed.ts'
import type { Person } from '../../../../testing/people.ts'
import { connectClient } from '../../../../testing/records/sessions.ts'
import { unzip } from '../../../../testing/files/unzip.ts'

const app = await startSharedApp()
const [nora, ana, leo] = await Promise.all([app.person('therapist'), app.person('client'), app.person('client', 2)])
await connectClient(app, nora, ana)

const fetchAs = (person: Person | null, url: string) =>
  fetch(app.address + url, { headers: person ? { cookie: person.cookies() } : {} })
async function exported(person: Person, as: 'pdf' | 'markdown'): Promise<Buffer> {
  const { url } = await person.api.journal.exportAll({ as })
  const answer = await fetchAs(person, url)
  expect(answer.status).toBe(200)
  return Buffer.from(await answer.arrayBuffer())
}

test('the whole journal is exported as Markdown with its files, one file per entry @slow', async () => {
  const [photo, sheet] = [
    await uploadFile(app, ana, { name: 'Kitchen.jpg', kind: 'image', bytes: await jpegPicture() }),
    await uploadFile(app, ana, { name: '../../etc/passwd', kind: 'pdf', bytes: pdfOfSize(3_000) }),
  ]
  await Promise.all([waitForCheckedFile(ana, photo), waitForCheckedFile(ana, sheet)])
  const content = {
    type: 'doc' as const,
    content: [
      ...richTextFromPlain('Look').content,
      { type: 'image' as const, attrs: { fileId: photo, alt: 'The table' } },
    ],
  }
  const id = await createSharedEntry(ana, nora, '', {
    content,
    title: 'A/B: <script>',
    mood: 4,
    tags: ['home'],
    files: [photo, sheet],
    writtenAt: '2026-11-20T23:30:00.000Z',
  })
  await nora.api.journal.reply({ id: randomUUID(), entryId: id, text: 'Thank you.\n# no heading' })
  for (let n = 0; n < 120; n++) await ana.api.journal.save(newJournalEntry(`Entry ${n}`))
  const binned = newJournalEntry('thrown away')
  await ana.api.journal.save(binned)
  await ana.api.journal.trash({ id: binned.id })
  await leo.api.journal.save(newJournalEntry('of somebody else'))

  const files = unzip(await exported(ana, 'markdown'))
  const texts = [...files].filter(([name]) => name.endsWith('.md'))
  expect(texts).toHaveLength(121)
  // The entry was written at half past midnight in Berlin time.
  const name = `2026-11-21 00.30 A B script ${id.slice(0, 8)}.md`
  const text = String(files.get(name))
  expect(text).toMatch(/^# A\/B: \\<script\\>\n\n.*2026.* · Mood 4 of 5 · Tags: home\n\nLook\n/)
  const [, path = ''] = /!\[The table\]\(<([^>]+)>\)/.exec(text) ?? []
  expect(files.get(path)?.subarray(0, 3).toString('hex')).toBe('ffd8ff')
  // The picture is part of the text, so the list of files omits it.
  expect(text).toMatch(/## Files\n\n- \[[^\]]*passwd\]\(<[^)]+>\)\n\n## Replies/)
  expect((await nora.api.journal.read({ id })).excerpt).toBe('Look')
  expect(text).toContain('> Thank you.')
  expect(text).not.toMatch(/^# no heading/m)
  const others = [...files.keys()].filter((file) => file.startsWith('files/'))
  expect(others).toHaveLength(2)
  expect(others.filter((file) => /\.\.|etc\//.test(file))).toEqual([])
  const all = texts.map(([, bytes]) => bytes.toString()).join()
  expect(all).not.toMatch(/thrown away|of somebody else/)
})

test('the whole journal is exported as a PDF, whatever it contains @slow', async () => {
  const mia = await app.person('client', 3)
  const photo = await uploadFile(app, mia, { name: 'photo', kind: 'image', bytes: await jpegPicture() })
  await waitForCheckedFile(mia, photo)
  const link = { type: 'link' as const, attrs: { href: 'https://example.org/walk' } }
  const paragraph = (text: string, marks: object[] = []) => ({
    type: 'paragraph',
    content: [{ type: 'text', text, marks }],
  })
  const content = {
    type: 'doc',
    content: [
      { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Привет, Ελλάδα, žluťoučký' }] },
      paragraph('🌧 日本 עברית (parentheses) \\ <script>'),
      paragraph('a link', [link, { type: 'bold' }, { type: 'italic' }]),
      {
        type: 'orderedList',
        content: [
          {
            type: 'listItem',
            content: [
              paragraph('one'),
              { type: 'bulletList', content: [{ type: 'listItem', content: [paragraph('deeper')] }] },
            ],
          },
        ],
      },
      { type: 'blockquote', content: [paragraph('quoted '.repeat(600))] },
      { type: 'horizontalRule' },
      { type: 'image', attrs: { fileId: photo, alt: 'a photo' } },
      { type: 'paragraph' },
    ],
  } as ReturnType<typeof richTextFromPlain>
  await mia.api.journal.save(newJournalEntry('', { content, files: [photo], title: 'Everything' }))
  for (let n = 0; n < 60; n++) await mia.api.journal.save(newJournalEntry(`Entry ${n}: ${'a long day '.repeat(40)}`))
  const book = (await exported(mia, 'pdf')).toString('latin1')
  expect(book.slice(0, 5)).toBe('%PDF-')
  expect(book.trimEnd().slice(-5)).toBe('%%EOF')
  expect(book.match(/\/Type \/Page\b(?!s)/g)?.length).toBeGreaterThan(5)
  expect(book).toContain('https://example.org/walk')
  expect(book).toContain('/Subtype /Image')
  // Each of the 61 entries has a heading, including the entries without a title.
  expect(book.match(/\/S \/H2\n/g)).toHaveLength(61)
  expect(book).toContain('/Alt (a photo)')
  // A person without entries also gets a PDF.
  expect((await exported(await app.person('client', 4), 'pdf')).subarray(0, 5).toString()).toBe('%PDF-')
  expect(unzip(await exported(await app.person('client', 4), 'markdown')).size).toBe(0)
})

const entries = runs(150, 3_000)
test(`${entries} entries are exported completely and in order, as Markdown and as PDF @slow`, async () => {
  const eve = await app.person('client', 5)
  const clientId = await connectClient(app, nora, eve)
  const installer = new pg.Client(app.databaseUrl)
  await installer.connect()
  const clients = [{ id: clientId, accountId: eve.accountId }]
  await seedJournal(installer, { id: nora.accountId, clients }, 0, entries, 30).finally(() => installer.end())
  const texts = [...unzip(await exported(eve, 'markdown'))].map(([, bytes]) => String(bytes))
  const found = texts.map((text) => Number(/^word(\d+) /m.exec(text)?.[1]))
  expect(found).toEqual(Array.from({ length: entries }, (_, n) => entries - 1 - n))
  const making = await fetchAs(eve, (await eve.api.journal.exportAll({ as: 'pdf' })).url)
  // While this PDF is being made, a second PDF is refused and a Markdown export is not.
  await expect(eve.api.journal.exportAll({ as: 'pdf' })).rejects.toMatchObject({ code: 'BUSY' })
  await eve.api.journal.exportAll({ as: 'markdown' })
  const book = Buffer.from(await making.arrayBuffer()).toString('latin1')
  expect(book.slice(0, 5)).toBe('%PDF-')
  expect(book.trimEnd().slice(-5)).toBe('%%EOF')
  expect(book.match(/\/Type \/Page\b(?!s)/g)?.length).toBeGreaterThan(entries / 10)
})

test('after twenty exports in an hour the refusal contains the time to wait and no address', async () => {
  const eager = await app.person('client', 7)
  for (let n = 0; n < 20; n++) await eager.api.journal.exportAll({ as: n % 2 ? 'pdf' : 'markdown' })
  const refused = await eager.api.journal.exportAll({ as: 'pdf' }).catch((error: unknown) => error)
  expect(refused).toMatchObject({ code: 'TOO_MANY', status: 429, data: { retryAfterSeconds: expect.any(Number) } })
  const { retryAfterSeconds } = (refused as { data: { retryAfterSeconds: number } }).data
  expect(retryAfterSeconds).toBeGreaterThan(3_500)
  expect(retryAfterSeconds).toBeLessThanOrEqual(3_600)
  await leo.api.journal.exportAll({ as: 'markdown' })
  app.clock.advance(retryAfterSeconds * 1000)
  expect((await fetchAs(eager, (await eager.api.journal.exportAll({ as: 'markdown' })).url)).status).toBe(200)
})

test('an export that is refused because its login has ended is not counted', async () => {
  const gone = await app.person('client', 8)
  for (let n = 0; n < 2; n++) await gone.api.journal.settings({})
  const counted = async () => (await app.privileged.auth.query('select sum(n) as n from auth.rate_limit')).rows
  const before = await counted()
  await app.privileged.auth.query('delete from auth.login where user_id = $1', [gone.accountId])
  expect((await gone.send('journal/exportAll', { as: 'markdown' })).status).toBe(401)
  expect(await counted()).toEqual(before)
})

test('an address works only for its reader, within a minute, once and unchanged', async () => {
  const { url, expiresAt } = await ana.api.journal.exportAll({ as: 'markdown' })
  expect(Date.parse(expiresAt) - app.clock.now().getTime()).toBeLessThanOrEqual(60_000)
  expect((await fetchAs(null, url)).status).toBe(401)
  for (const other of [leo, nora]) expect((await fetchAs(other, url)).status).toBe(404)
  for (const changed of [
    url.replace('/markdown', '/pdf'),
    url.replace(ana.accountId, leo.accountId),
    url.replace(/until=\d+/, 'until=2999999999'),
    url.replace(/seal=.{4}/, 'seal=AAAA'),
    '/api/journal/export/markdown',
  ])
    expect((await fetchAs(ana, changed)).status, changed).toBe(403)
  expect((await fetchAs(ana, url)).status).toBe(200)
  expect((await fetchAs(ana, url)).status).toBe(403)
  const late = await ana.api.journal.exportAll({ as: 'markdown' })
  app.clock.advance(62_000)
  expect((await fetchAs(ana, late.url)).status).toBe(403)
})
