import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { startSharedApp } from '../../../testing/app.ts'
import { openClamd } from '../../../testing/doubles/clamd.ts'
import { openTwilioDouble, practiceNumbers, setUpTexts, textsTo } from '../../../testing/doubles/twilio.ts'
import { fetchFile, jpegPicture, pdfOfSize } from '../../../testing/files/uploads.ts'
import { storedKinds } from '../../../testing/files/stored-files.ts'
import { consentToTexts, sendWaiting } from '../delivery/delivery.testing.ts'
import { fileCleanups, fileJobs } from '../../care/file/file.jobs.ts'
import { createTestConversation, listedConversation, type TestConversation } from '../message/message.testing.ts'
import { textMessageCleanups, textMessageJobs } from './text-message.jobs.ts'

let pair: TestConversation
let pairs = 0
afterAll(() => Promise.all([double.close(), clamd.close()]))
const [double, clamd] = await Promise.all([openTwilioDouble(), openClamd()])
const config = { clamd: { host: '127.0.0.1', port: clamd.port } }
const app = await startSharedApp({ worker: false, config, ...textsTo(double) })
await setUpTexts(await app.person('admin'), double, { content: true })
beforeEach(async () => {
  pairs += 2
  pair = await createTestConversation(app, pairs)
  double.mediaMode = 'ok'
  double.mediaRequests.length = 0
  await consentToTexts(app, pair.therapist, pair.id, { purposes: ['content'], number: number() })
})

const number = () => `+49151${2_000_000 + pairs}0`
const eicar = Buffer.from(['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join(''))

/** Delivers a text with files to the webhook, as the provider does. */
async function receive(files: Buffer[], MessageSid = `SM${randomUUID()}`): Promise<void> {
  const media = files.flatMap((bytes, n) => [[`MediaUrl${n}`, double.addMedia(bytes)]])
  const numbers = { From: number(), To: practiceNumbers.sms }
  const fields = { ...numbers, MessageSid, Body: '', NumMedia: String(files.length), ...Object.fromEntries(media) }
  expect((await double.deliver(app.address, fields)).status).toBe(200)
}
async function writeFirst() {
  const written = { id: randomUUID(), conversationId: pair.id, text: 'How are you?', channel: 'sms' } as const
  await pair.therapist.api.message.send(written)
  await sendWaiting(app, pair.therapist)
}
/** Runs the jobs of the waiting files, each twice in parallel, like two servers. Returns the ids of the files. */
async function fetchWaiting(last = false) {
  const therapistId = pair.therapist.accountId
  const { rows } = await app.db.asActor({ role: 'worker', id: therapistId }, (tx) =>
    tx.run<{ id: string }>('select id from app.text_media where address is not null order by received_at, place'),
  )
  const run = (mediaId: string) =>
    textMessageJobs['text-media'].run(app, { mediaId, therapistId }, { retryCount: 0, last })
  await Promise.all(rows.flatMap(({ id }) => [run(id), run(id)]))
  return rows.map(({ id }) => id)
}
async function fetchAndCheck() {
  const ids = await fetchWaiting()
  const check = (fileId: string) =>
    fileJobs['file-check'].run(app, { fileId, accountId: pair.therapist.accountId }, { retryCount: 0, last: false })
  await Promise.all(ids.map(check))
  return ids
}
const lastMessage = async (person = pair.therapist) => (await person.api.message.messages({ id: pair.id })).items.at(-1)
const unassigned = async () => (await pair.therapist.api.textMessage.unassigned({})).items
const isStored = async (id: string) => (await storedKinds(app, id)).length > 0

test('a picture that came with a text is fetched once, scanned, and read by therapist and client [1.08] @slow', async () => {
  await writeFirst()
  const [scans, sid] = [clamd.scans, `SM${randomUUID()}`]
  const picture = await jpegPicture()
  await receive([picture, pdfOfSize()], sid)
  await receive([picture, pdfOfSize()], sid)
  const waiting = { id: expect.any(String) as string, state: 'waiting', refusal: null }
  expect(await lastMessage()).toMatchObject({ text: '', attachments: [], media: [waiting, waiting], mediaCount: 0 })
  expect(await listedConversation(pair.therapist, pair.id)).toMatchObject({ latest: { files: 2 } })
  const [id = ''] = await fetchAndCheck()
  expect(clamd.scans).toBe(scans + 2)
  for (const person of [pair.therapist, pair.client]) {
    expect(await lastMessage(person)).toMatchObject({
      media: [],
      attachments: [
        { id, name: 'SMS 1.jpg', kind: 'image', state: 'ready', hasThumbnail: true },
        { name: 'SMS 2.pdf', kind: 'pdf', state: 'ready' },
      ],
    })
    expect((await fetchFile(app, person, id)).status).toBe(200)
  }
  expect(await listedConversation(pair.therapist, pair.id)).toMatchObject({ latest: { files: 2 } })
  const log = await pair.client.api.access.mine({})
  expect(log.items).toContainEqual(expect.objectContaining({ thing: 'file' }))
  const stranger = await app.person('client', pairs + 1)
  await expect(stranger.api.file.address({ id, variant: 'whole' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('the key of the account goes to the API of the provider alone, not to the server that has the bytes @slow', async () => {
  await writeFirst()
  await receive([await jpegPicture()])
  await fetchWaiting()
  const basic = `Basic ${Buffer.from(`${double.account.sid}:${double.account.token}`).toString('base64')}`
  for (const { path, authorization } of double.mediaRequests) {
    expect(authorization, path).toBe(path.startsWith('/2010-04-01/') ? basic : undefined)
  }
  expect(new Set(double.mediaRequests.map(({ path }) => path.split('/')[1]))).toEqual(
    new Set(['2010-04-01', 'signed', 'files']),
  )
})

test('a file that is infected, damaged, too large or of another type says so and is not kept @slow', async () => {
  await writeFirst()
  const infected = Buffer.concat([await jpegPicture(), eicar])
  await receive([infected, Buffer.from('BEGIN:VCARD'), Buffer.alloc(0), Buffer.alloc(21 * 1024 * 1024)])
  const ids = await fetchAndCheck()
  const reasons = ['infected', 'type', 'broken', 'too-large']
  expect(await lastMessage()).toMatchObject({
    attachments: [],
    media: reasons.map((refusal) => ({ state: 'refused', refusal })),
  })
  expect(await Promise.all(ids.map((id) => storedKinds(app, id)))).toEqual([['quarantine'], [], [], []])
})

test.each(['elsewhere', 'gone'] as const)(
  'a file of which the provider says %s is unavailable at once @slow',
  async (mode) => {
    await writeFirst()
    await receive([await jpegPicture()])
    double.mediaMode = mode
    await fetchWaiting()
    expect(await lastMessage()).toMatchObject({ media: [{ state: 'refused', refusal: 'unavailable' }] })
  },
)

test('a file that cannot be fetched is tried again, and given up after the last attempt @slow', async () => {
  await writeFirst()
  await receive([await jpegPicture()])
  for (const mode of ['broken', 'missing'] as const) {
    double.mediaMode = mode
    await expect(fetchWaiting()).rejects.toThrow('could not be fetched')
    expect(await lastMessage()).toMatchObject({ media: [{ state: 'waiting' }] })
  }
  await fetchWaiting(true)
  expect(await lastMessage()).toMatchObject({ media: [{ state: 'refused', refusal: 'unavailable' }] })
})

test('a file whose job was lost is fetched by another one @slow', async () => {
  await writeFirst()
  await receive([await jpegPicture()])
  const { accountId } = pair.therapist
  const jobs = async () => {
    const { rows } = await app.db.asActor({ role: 'worker', id: null }, (tx) =>
      tx.run(`select from jobs.job_common where name = 'text-media' and data->>'therapistId' = $1`, [accountId]),
    )
    return rows.length
  }
  for (const cleanup of textMessageCleanups) await cleanup(app)
  expect(await jobs()).toBe(1)
  app.clock.advance(7 * 3_600_000)
  for (const cleanup of textMessageCleanups) await cleanup(app)
  expect(await jobs()).toBe(2)
})

test('the files of an unassigned text move along to the conversation, and go when it is discarded @slow', async () => {
  await receive([await jpegPicture(), pdfOfSize()])
  const [id = ''] = await fetchAndCheck()
  const [text] = await unassigned()
  expect(text).toMatchObject({ text: '', mediaCount: 0, media: [{ state: 'ready' }, { state: 'ready' }] })
  await expect(pair.client.api.file.address({ id, variant: 'whole' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await pair.therapist.api.textMessage.assign({ id: text?.id ?? '', conversationId: pair.id })
  expect(await lastMessage(pair.client)).toMatchObject({ media: [], attachments: [{ id }, { kind: 'pdf' }] })
  expect((await fetchFile(app, pair.client, id)).status).toBe(200)

  await receive([await jpegPicture()])
  const [discarded = ''] = await fetchAndCheck()
  expect(await isStored(discarded)).toBe(true)
  await pair.therapist.api.textMessage.discard({ id: (await unassigned())[0]?.id ?? '' })
  expect((await pair.therapist.api.file.mine({ ids: [discarded, id] })).items).toMatchObject([{ id }])
  for (const cleanup of fileCleanups) await cleanup(app)
  expect([await isStored(discarded), await isStored(id)]).toEqual([false, true])
})

test('a text that is moved or discarded while its file is fetched takes the file along, or ends it', async () => {
  await receive([await jpegPicture()])
  const [moved] = await unassigned()
  await Promise.all([
    fetchWaiting(),
    pair.therapist.api.textMessage.assign({ id: moved?.id ?? '', conversationId: pair.id }),
  ])
  await receive([await jpegPicture()])
  const [discarded] = await unassigned()
  const [ids] = await Promise.all([fetchWaiting(), pair.therapist.api.textMessage.discard({ id: discarded?.id ?? '' })])
  for (const cleanup of fileCleanups) await cleanup(app)
  expect(await Promise.all(ids.map(isStored))).toEqual(ids.map(() => false))
  const { rows } = await app.privileged.definer.query<{ n: string }>(
    'select count(*) as n from app.message_file where therapist_id = $1',
    [pair.therapist.accountId],
  )
  expect(rows[0]?.n).toBe('1')
})

test('the files of a record are read by an account that the client gets later, until it is erased @slow', async () => {
  await writeFirst()
  const set = (account: string | null) =>
    app.privileged.definer.query('update app.client set account_id = $2 where id = $1', [pair.id, account])
  await set(null)
  await receive([await jpegPicture()])
  const [id = ''] = await fetchAndCheck()
  const address = () => pair.client.api.file.address({ id, variant: 'whole' })
  await expect(address()).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await set(pair.client.accountId)
  await address()
  await set(null)
  await expect(address()).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await set(pair.client.accountId)
  await app.privileged.definer.query('select def.erase_account($1)', [pair.client.accountId])
  expect(await lastMessage()).toMatchObject({ attachments: [], media: [] })
  for (const cleanup of fileCleanups) await cleanup(app)
  expect(await isStored(id)).toBe(false)
})
