import { defaultTerms } from '@attune/contract/features/schedule/terms/terms.rules'
import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { startSharedApp } from '../../../testing/app.ts'
import { connectClient } from '../../../testing/records/sessions.ts'
import { timeAhead } from '../../../testing/time-ahead.ts'
import { isInAttuneAfter } from './commands/call-place.ts'

const app = await startSharedApp({ worker: false })
const therapist = await app.person('therapist')
const clients = await Promise.all([1, 2, 3, 4].map((number) => app.person('client', number)))
const records = await Promise.all(clients.map((client) => connectClient(app, therapist, client)))
const [client] = clients
if (!client) throw new Error('four clients are connected')

let slots = 0
const freeHour = () => new Date(timeAhead(200, 6) + slots++ * 3_600_000).toISOString()
const act = (id: string) => ({ id, command: randomUUID() })
const input = (more: object = {}) => ({
  id: randomUUID(),
  clientIds: records.slice(0, 1),
  startsAt: freeHour(),
  format: 'video' as const,
  ...more,
})
const plan = (more: object = {}) => therapist.api.session.create(input(more))
const ofGroup = (count: number) => ({ clientIds: records.slice(0, count), therapyType: 'group' as const })
const link = 'https://own.example/x'
const usual = /^https:\/\/meet\.example\/[\w-]{22}$/
const inAttune = { videoUrl: null, callInAttune: true }
const byLink = (videoUrl: unknown = expect.stringMatching(usual)) => ({ videoUrl, callInAttune: false })
const terms = (callsInAttune: boolean) =>
  therapist.api.terms.save({ ...defaultTerms, videoLink: 'https://meet.example/{room}', callsInAttune })
/** Edits a session to these values. Without `callInAttune`, the edit is that of an older app without this field. */
const edit = ({ id, revision }: { id: string; revision: number }, more: object = {}) =>
  therapist.api.session.edit({ ...act(id), revision, format: 'video', location: '', videoUrl: null, ...more })

beforeEach(() => terms(false))

test('a new video session has its call in Attune if the terms say so, unless it gets a link or another choice [3.08] [2.14]', async () => {
  expect(await plan()).toMatchObject(byLink())
  expect(await plan({ callInAttune: true })).toMatchObject(inAttune)
  await terms(true)
  expect(await plan()).toMatchObject(inAttune)
  expect(await plan({ videoUrl: link })).toMatchObject(byLink(link))
  expect(await plan({ callInAttune: false })).toMatchObject(byLink())
  expect(await plan({ callInAttune: false, videoUrl: link })).toMatchObject(byLink(link))
  expect(await plan({ callInAttune: true, videoUrl: link })).toMatchObject(inAttune)
  expect(await plan({ format: 'phone', callInAttune: true })).toMatchObject(byLink(null))
})

test('client and therapist both see that a call is in Attune [1.05]', async () => {
  const { id } = await plan({ callInAttune: true, agreed: true })
  expect((await client.api.session.get({ id })).session).toMatchObject(inAttune)
  const { items } = await client.api.session.list({ which: 'upcoming', limit: 50 })
  expect(items.find((one) => one.id === id)).toMatchObject(inAttune)
})

test('saving the terms without the default keeps it', async () => {
  await terms(true)
  const { callsInAttune, ...rest } = await therapist.api.terms.mine({})
  expect(callsInAttune).toBe(true)
  await therapist.api.terms.save(rest)
  expect(await therapist.api.terms.mine({})).toMatchObject({ callsInAttune: true })
})

test('a requested session takes the default of the terms when the therapist confirms it [3.08]', async () => {
  await terms(true)
  const request = { ...input(), therapistId: therapist.accountId, durationMinutes: 50 }
  const { clientIds: _own, ...wish } = request
  expect(await client.api.session.request(wish)).toMatchObject(byLink(null))
  expect(await therapist.api.session.confirm(act(wish.id))).toMatchObject(inAttune)
})

test('a requested session takes the default of the terms when the therapist proposes another time', async () => {
  await terms(true)
  const { clientIds: _own, ...wish } = { ...input(), therapistId: therapist.accountId, durationMinutes: 50 }
  await client.api.session.request(wish)
  const time = { startsAt: freeHour(), durationMinutes: 50 }
  expect(await therapist.api.session.counter({ ...act(wish.id), ...time })).toMatchObject(inAttune)
  await terms(false)
  expect(await client.api.session.accept(act(wish.id))).toMatchObject(inAttune)
})

test('an edit moves the call to Attune and back to the link', async () => {
  const session = await plan({ videoUrl: link })
  const moved = await edit(session, { callInAttune: true })
  expect(moved).toMatchObject(inAttune)
  const back = await edit(moved, { callInAttune: false })
  expect(back).toMatchObject(byLink())
  expect(await edit(back, { callInAttune: false, videoUrl: link })).toMatchObject(byLink(link))
})

test('an edit from an app that does not know the field leaves the call in Attune, unless it has a link or another format', async () => {
  const session = await plan({ callInAttune: true })
  const same = await edit(session, { location: 'Room 1' })
  expect(same).toMatchObject({ ...inAttune, location: 'Room 1' })
  const linked = await edit(same, { videoUrl: link })
  expect(linked).toMatchObject(byLink(link))
  await terms(true)
  expect(await edit(linked)).toMatchObject(byLink())
  const other = await plan({ callInAttune: true })
  const phone = await edit(other, { format: 'phone' })
  expect(phone).toMatchObject(byLink(null))
  expect(await edit(phone)).toMatchObject(byLink())
})

test('whether a call is in Attune after an edit', () => {
  const [inside, outside] = [
    { videoUrl: null, callInAttune: true },
    { videoUrl: link, callInAttune: false },
  ]
  const video = { format: 'video', videoUrl: null }
  expect(isInAttuneAfter(video, inside)).toBe(true)
  expect(isInAttuneAfter(video, outside)).toBe(false)
  expect(isInAttuneAfter({ ...video, videoUrl: link }, inside)).toBe(false)
  expect(isInAttuneAfter({ ...video, callInAttune: false }, inside)).toBe(false)
  expect(isInAttuneAfter({ ...video, callInAttune: true }, outside)).toBe(true)
  expect(isInAttuneAfter({ ...video, format: 'phone', callInAttune: true }, inside)).toBe(false)
})

test('a move, a cancellation and its undo keep the place of the call', async () => {
  const { id } = await plan({ callInAttune: true })
  const time = { startsAt: freeHour(), durationMinutes: 50 }
  expect(await therapist.api.session.move({ ...act(id), ...time })).toMatchObject(inAttune)
  expect(await therapist.api.session.cancel(act(id))).toMatchObject(inAttune)
  expect(await therapist.api.session.restore(act(id))).toMatchObject(inAttune)
})

test('a new session with four clients is refused in Attune, and gets the link although the terms say otherwise', async () => {
  expect(await plan({ ...ofGroup(3), callInAttune: true })).toMatchObject(inAttune)
  const four = { ...input({ ...ofGroup(4), callInAttune: true }) }
  await expect(therapist.api.session.create(four)).rejects.toMatchObject({ status: 400 })
  await terms(true)
  expect(await plan(ofGroup(4))).toMatchObject(byLink())
})

test('an edit to Attune is refused for a session with four clients, until one of them has declined', async () => {
  const session = await plan(ofGroup(4))
  await expect(edit(session, { callInAttune: true })).rejects.toMatchObject({ code: 'CALL_TOO_LARGE', status: 409 })
  expect(await therapist.api.session.get({ id: session.id })).toMatchObject({ session: byLink() })
  await clients[3]?.api.session.decline(act(session.id))
  const { revision } = (await therapist.api.session.get({ id: session.id })).session
  expect(await edit({ id: session.id, revision }, { callInAttune: true })).toMatchObject(inAttune)
})

test('the database refuses a call in Attune with a link or another format', async () => {
  const { id } = await plan({ callInAttune: true })
  const set = (columns: object) =>
    app.db.asActor({ role: 'therapist', id: therapist.accountId }, ({ kysely }) =>
      kysely.updateTable('session').set(columns).where('id', '=', id).execute(),
    )
  await expect(set({ video_url: link })).rejects.toThrow('session_call_in_attune')
  await expect(set({ format: 'phone' })).rejects.toThrow('session_call_in_attune')
})
