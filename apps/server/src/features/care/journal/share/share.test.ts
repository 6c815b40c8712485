import { richTextFromPlain } from '@attune/contract/common/rich-text/rich-text'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { queryAsRole } from '../../../../testing/database/database.ts'
import { fetchFile, waitForCheckedFile, pdfOfSize, jpegPicture, uploadFile } from '../../../../testing/files/uploads.ts'
import { startSharedApp } from '../../../../testing/app.ts'
import { newJournalEntry, createSharedEntry } from '../../../../testing/records/journal.ts'
import type { Person } from '../../../../testing/people.ts'
import { connectClient } from '../../../../testing/records/sessions.ts'
import { openTestSocket } from '../../../../testing/socket.ts'

const app = await startSharedApp()
const [nora, jonas, stranger, ana] = await Promise.all([
  app.person('therapist', 1),
  app.person('therapist', 2),
  app.person('therapist', 3),
  app.person('client', 1),
])
const record = await connectClient(app, nora, ana)
await connectClient(app, jonas, ana)

const share = (id: string, therapists: Person[], command = randomUUID()) =>
  ana.api.journal.share({ id, therapistIds: therapists.map(({ accountId }) => accountId), command })
const revoke = (id: string, therapist: Person) => ana.api.journal.revoke({ id, therapistId: therapist.accountId })
const gone = { status: 404 }
const newsOf = async (person: Person, kind: string, id: string) =>
  (await person.api.notification.list({})).items.filter((item) => item.kind === kind && item.relatedId === id)

test('a share shows the published version to the chosen therapists only [3.10] @slow', async () => {
  const entry = newJournalEntry('What I dreamt', { title: 'A dream', mood: 4, tags: ['dreams'] })
  await ana.api.journal.save(entry)
  await expect(nora.api.journal.read({ id: entry.id })).rejects.toMatchObject(gone)
  expect((await share(entry.id, [nora])).shares.map(({ therapist }) => therapist.id)).toEqual([nora.accountId])
  expect(await nora.api.journal.read({ id: entry.id })).toMatchObject({
    title: 'A dream',
    content: entry.content,
    client: { id: record, firstName: ana.firstName },
    comments: [],
    replies: [],
  })
  for (const other of [jonas, stranger])
    await expect(other.api.journal.read({ id: entry.id })).rejects.toMatchObject(gone)
  await ana.api.journal.save({ ...entry, version: 1, content: richTextFromPlain('What I really dreamt') })
  expect(await nora.api.journal.read({ id: entry.id })).toMatchObject({ excerpt: 'What I dreamt' })
  await ana.api.journal.publish({ id: entry.id, version: 2 })
  expect(await nora.api.journal.read({ id: entry.id })).toMatchObject({ excerpt: 'What I really dreamt' })
})

test.each([
  ['nobody', () => [], 400],
  ['a therapist whom she does not know', () => [stranger.accountId], 409],
  ['one whom she knows and one whom she does not', () => [nora.accountId, stranger.accountId], 409],
  ['somebody who is no therapist', () => [ana.accountId], 409],
])('sharing with %s is refused and shares with no one [5.06] @slow', async (_, whom, status) => {
  const entry = newJournalEntry()
  await ana.api.journal.save(entry)
  const answer = await ana.send('journal/share', { id: entry.id, therapistIds: whom(), command: randomUUID() })
  expect(answer.status).toBe(status)
  expect((await ana.api.journal.get({ id: entry.id })).shares).toEqual([])
  await expect(nora.api.journal.read({ id: entry.id })).rejects.toMatchObject(gone)
})

test('a repeated share notifies and shares only once @slow', async () => {
  const entry = newJournalEntry()
  await ana.api.journal.save(entry)
  const command = randomUUID()
  await share(entry.id, [nora], command)
  await Promise.all([share(entry.id, [nora, nora], command), share(entry.id, [nora])])
  expect(await newsOf(nora, 'entry-shared', entry.id)).toHaveLength(1)
  await revoke(entry.id, nora)
  expect((await share(entry.id, [nora], command)).shares).toEqual([])
  await expect(nora.api.journal.read({ id: entry.id })).rejects.toMatchObject(gone)
  const other = newJournalEntry()
  await ana.api.journal.save(other)
  await expect(share(other.id, [nora], command)).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('the notification of a share contains no text of the entry and disappears with an unread share, like the email @slow', async () => {
  const entry = newJournalEntry('canary of the words', { title: 'canary of the title' })
  await ana.api.journal.save(entry)
  await share(entry.id, [jonas])
  const [told] = await newsOf(jonas, 'entry-shared', entry.id)
  expect(told).toMatchObject({ relatedType: 'entry', isRead: false })
  expect(JSON.stringify(told)).not.toContain('canary')
  const mail = await app.inbox.mailTo(jonas.email, /An entry was shared/)
  const words = `${mail.subject} ${mail.text?.replaceAll(/https?:\S+/g, '')}`
  expect(words).toMatch(/[Ss]ign in to read it/)
  expect(words).not.toMatch(/canary|journal|Clara/)
  expect(mail.text).not.toMatch(/canary|Clara/)
  await revoke(entry.id, jonas)
  expect(await newsOf(jonas, 'entry-shared', entry.id)).toEqual([])
})

test('revoking removes the entry, lists, counts, files, file addresses and thumbnails @slow', async () => {
  const [photo, sheet] = await Promise.all([
    uploadFile(app, ana, { name: 'photo', kind: 'image', bytes: await jpegPicture() }),
    uploadFile(app, ana, { name: 'sheet', kind: 'pdf', bytes: pdfOfSize() }),
  ])
  await Promise.all([waitForCheckedFile(ana, photo), waitForCheckedFile(ana, sheet)])
  const entry = newJournalEntry('with files', { files: [photo] })
  await ana.api.journal.save(entry)
  await share(entry.id, [nora, jonas])
  await ana.api.journal.save({ ...entry, version: 1, files: [photo, sheet] })
  await ana.api.journal.publish({ id: entry.id, version: 2 })
  expect((await nora.api.journal.read({ id: entry.id })).files.map(({ id }) => id)).toEqual([photo, sheet])
  expect((await fetchFile(app, nora, sheet)).status).toBe(200)
  await ana.api.journal.save({ ...entry, version: 2, files: [photo] })
  await ana.api.journal.publish({ id: entry.id, version: 3 })
  await expect(nora.api.file.address({ id: sheet, variant: 'whole' })).rejects.toMatchObject(gone)
  const addresses = await Promise.all(
    (['whole', 'thumbnail', 'download'] as const).map((variant) => nora.api.file.address({ id: photo, variant })),
  )
  const statuses = (person: Person) =>
    Promise.all(
      addresses.map(
        async ({ url }) => (await fetch(app.address + url, { headers: { cookie: person.cookies() } })).status,
      ),
    )
  expect(await statuses(nora)).toEqual([200, 200, 200])
  const before = await nora.api.journal.counts({})
  await revoke(entry.id, nora)
  expect(await statuses(nora)).toEqual([404, 404, 404])
  await expect(nora.api.file.address({ id: photo, variant: 'whole' })).rejects.toMatchObject(gone)
  await expect(nora.api.journal.read({ id: entry.id })).rejects.toMatchObject(gone)
  for (const answer of [
    await nora.api.journal.shared({}),
    await nora.api.journal.shared({ clientId: record, newOnly: true }),
  ])
    expect(JSON.stringify(answer)).not.toContain(entry.id)
  expect((await nora.api.journal.counts({})).new).toBe(before.new - 1)
  // Jonas, the second therapist, can still read the file.
  expect((await jonas.api.journal.read({ id: entry.id })).files).toHaveLength(1)
  expect((await fetchFile(app, jonas, photo)).status).toBe(200)
  await expect(
    jonas.api.journal.addComment({ id: randomUUID(), entryId: randomUUID(), text: 'x' }),
  ).rejects.toMatchObject(gone)
})

test('open pages of the therapist receive the start, changes and end of a share, with ids only', async () => {
  const socket = openTestSocket(app.address, nora)
  await socket.frame('welcome')
  for (const table of ['journal_shares', 'journal_entries', 'journal_publications'])
    socket.send({ type: 'subscribe', ref: table, table })
  await socket.frame('subscribed', ({ ref }) => ref === 'journal_publications')
  const id = await createSharedEntry(ana, nora, 'canary of a socket')
  await socket.frame('change', (frame) => frame.event === 'INSERT' && frame.id === id)
  await ana.api.journal.save(newJournalEntry('canary of a socket, again', { id, version: 1 }))
  await ana.api.journal.publish({ id, version: 2 })
  await socket.frame(
    'change',
    (frame) => frame.table === 'journal_publications' && frame.event === 'UPDATE' && frame.id === id,
  )
  await revoke(id, nora)
  await socket.frame('change', (frame) => frame.event === 'DELETE' && frame.id === id)
  expect(JSON.stringify(socket.frames)).not.toContain('canary')
  // Only the author receives a change of the working copy.
  expect(socket.frames.filter((frame) => frame.type === 'change' && frame.table === 'journal_entries')).toEqual([])
  socket.close()
})

test('an entry in the trash can be read by no one else, and is restored unshared', async () => {
  const id = await createSharedEntry(ana, nora)
  await ana.api.journal.trash({ id })
  await expect(nora.api.journal.read({ id })).rejects.toMatchObject(gone)
  await expect(share(id, [nora])).rejects.toMatchObject({ code: 'IN_BIN' })
  expect((await ana.api.journal.restore({ id })).shares).toEqual([])
  await expect(nora.api.journal.read({ id })).rejects.toMatchObject(gone)
})

test.each(['therapist', 'client'] as const)(
  'after the %s disconnects the therapist reads nothing of the journal, and a new connection does not change that @slow',
  async (by) => {
    const mia = await app.person('client', by === 'client' ? 2 : 3)
    const clientId = await connectClient(app, stranger, mia)
    const photo = await uploadFile(app, mia, { name: 'photo', kind: 'image', bytes: await jpegPicture() })
    await waitForCheckedFile(mia, photo)
    const id = await createSharedEntry(mia, stranger, 'shared words', { files: [photo] })
    const { url } = await stranger.api.file.address({ id: photo, variant: 'whole' })
    await (by === 'client' ? mia : stranger).api.connection.disconnect({ clientId, command: randomUUID() })
    const stays = async () => {
      await expect(stranger.api.journal.read({ id })).rejects.toMatchObject(gone)
      expect((await fetch(app.address + url, { headers: { cookie: stranger.cookies() } })).status).toBe(404)
      expect((await mia.api.journal.get({ id })).shares).toEqual([])
    }
    await stays()
    await expect(
      mia.api.journal.share({ id, therapistIds: [stranger.accountId], command: randomUUID() }),
    ).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
    expect(await mia.api.journal.therapists({})).toEqual({ items: [] })
    await app.privileged.definer.query(
      `update app.client set status = 'active', disconnected_at = null where id = $1`,
      [clientId],
    )
    await stays()
    await mia.api.journal.share({ id, therapistIds: [stranger.accountId], command: randomUUID() })
    expect(await stranger.api.journal.read({ id })).toMatchObject({ excerpt: 'shared words' })
  },
)

test('sharing and disconnecting at once leaves no share @slow', async () => {
  const mia = await app.person('client', 4)
  const clientId = await connectClient(app, stranger, mia)
  for (let round = 0; round < 10; round++) {
    const entry = newJournalEntry()
    await mia.api.journal.save(entry)
    await Promise.allSettled([
      mia.api.journal.share({ id: entry.id, therapistIds: [stranger.accountId], command: randomUUID() }),
      stranger.api.connection.disconnect({ clientId, command: randomUUID() }),
    ])
    await expect(stranger.api.journal.read({ id: entry.id })).rejects.toMatchObject(gone)
    await app.privileged.definer.query(
      `update app.client set status = 'active', disconnected_at = null where id = $1`,
      [clientId],
    )
  }
})

test('shares stay when an account moves to another record, but not when its connection is undone @slow', async () => {
  const [undone, moved] = await Promise.all([app.person('client', 5), app.person('client', 6)])
  const first = await connectClient(app, stranger, undone)
  const id = await createSharedEntry(undone, stranger)
  await stranger.api.connection.undoJoin({ id: first, command: randomUUID() })
  expect((await undone.api.journal.get({ id })).shares).toEqual([])
  const from = await connectClient(app, stranger, moved)
  const kept = await createSharedEntry(moved, stranger, 'kept')
  const into = randomUUID()
  await app.db.asActor({ role: 'therapist', id: stranger.accountId }, (tx) =>
    tx.kysely
      .insertInto('client')
      .values({ id: into, therapist_id: stranger.accountId, first_name: 'Clara', last_name: 'Double' })
      .execute(),
  )
  await stranger.api.client.merge({ id: from, into, command: randomUUID() })
  expect(await stranger.api.journal.read({ id: kept })).toMatchObject({ client: { id: into } })
})

test('deleting a client account deletes its shares but not the therapist’s comments @slow', async () => {
  const mia = await app.person('client', 7)
  await connectClient(app, stranger, mia)
  const id = await createSharedEntry(mia, stranger)
  await stranger.api.journal.addComment({ id: randomUUID(), entryId: id, text: 'To come back to.' })
  await mia.api.login.deleteAccount({ password: mia.password })
  await expect(stranger.api.journal.read({ id })).rejects.toMatchObject(gone)
  expect(await newsOf(stranger, 'entry-shared', id)).toEqual([])
  const rows = await queryAsRole<{ text: string }>(
    'backup',
    app.databaseUrl,
    `select text from app.journal_comment where entry_id = '${id}'`,
  )
  expect(rows).toEqual([{ text: 'To come back to.' }])
})
