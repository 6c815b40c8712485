import { runs } from '@attune/contract/common/runs.testing'
import { participantLimits } from '@attune/contract/features/schedule/session/session.rules'
import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { startSharedApp } from '../../../../testing/app.ts'
import { minimalClient } from '../../../../testing/records/clients.ts'
import { connectClient, insertJointSession } from '../../../../testing/records/sessions.ts'
import { timeAhead } from '../../../../testing/time-ahead.ts'

const app = await startSharedApp({ worker: false, poolSize: 8 })
const therapist = await app.person('therapist')
const [ana, ben] = [await app.person('client', 1), await app.person('client', 2)]
const [anaId, benId] = [await connectClient(app, therapist, ana), await connectClient(app, therapist, ben)]
const second = await app.secondBrowser(therapist, 2)
const [desk, phone] = [therapist.api.note, second.api.note]
type Device = typeof desk

const dayMs = 24 * 60 * 60_000
let days = 1
let sessionId = ''
/** A completed session with Ana and Ben, on another day in each test. */
beforeEach(async () => {
  sessionId = await insertJointSession(app, therapist, [anaId, benId], new Date(Date.now() - ++days * dayMs))
})

type PartOf = string | null
const everyPart: readonly PartOf[] = [null, anaId, benId]
const nameOf = (clientId: PartOf) => (clientId === null ? {} : { clientId })
const save = (device: Device, clientId: PartOf, text: string, version = 0) =>
  device.save({ sessionId, ...nameOf(clientId), text, version })
const signAll = (device: Device, version: number, command = randomUUID()) =>
  device.signAll({ sessionId, command, parts: everyPart.map((clientId) => ({ clientId, version })) })
const partsNow = async () => new Map((await desk.parts({ sessionId })).parts.map((part) => [part.clientId, part]))
const historyOf = async (clientId: PartOf) =>
  (await desk.history({ sessionId, ...nameOf(clientId) })).items.map(({ text }) => text)
const codesOf = (results: PromiseSettledResult<unknown>[]) =>
  results.map((result) => (result.status === 'fulfilled' ? 'saved' : (result.reason as { code: string }).code))

test('two devices that save two parts at the same time both save [3.08] @slow', async () => {
  for (let round = 0; round < runs(5, 40); round++) {
    const text = `Text ${round}`
    await Promise.all([save(desk, anaId, `Ana. ${text}`, round), save(phone, benId, `Ben. ${text}`, round)])
    const parts = await partsNow()
    expect([parts.get(anaId), parts.get(benId)]).toMatchObject([
      { text: `Ana. ${text}`, version: round + 1 },
      { text: `Ben. ${text}`, version: round + 1 },
    ])
  }
})

test.each([
  ['the part about a client', () => anaId],
  ['the shared part', () => null],
])('two devices that save %s at the same time: one saves, the other gets its text [3.08] @slow', async (_, part) => {
  for (let round = 0; round < runs(5, 40); round++) {
    const texts = ['From the desk', 'From the phone'].map((text) => `${text} ${round}`)
    const results = await Promise.allSettled([
      save(desk, part(), texts[0] ?? '', round),
      save(phone, part(), texts[1] ?? '', round),
    ])
    expect(codesOf(results).toSorted()).toEqual(['NOTE_CHANGED', 'saved'])
    const won = results.findIndex(({ status }) => status === 'fulfilled')
    const refused = results.find((result) => result.status === 'rejected')
    expect(refused?.reason).toMatchObject({ data: { text: texts[won], version: round + 1 } })
    expect((await partsNow()).get(part())).toMatchObject({ text: texts[won], version: round + 1 })
  }
})

test('among 50 saves and a signature of all parts at the same time, no text is lost or changed after the signature [3.08] @slow', async () => {
  for (let round = 0; round < runs(3, 15); round++) {
    sessionId = await insertJointSession(app, therapist, [anaId, benId], new Date(Date.now() - ++days * dayMs))
    for (const part of everyPart) await save(desk, part, `First ${round}`)
    const saves = Array.from({ length: 50 }, (_, nth) => ({ part: everyPart[nth % 3] ?? null, text: `Save ${nth}` }))
    const [signing, ...results] = await Promise.allSettled([
      signAll(desk, 1),
      ...saves.map(({ part, text }, nth) => save(nth % 2 ? desk : phone, part, text, 1)),
    ])
    const codes = codesOf(results)
    expect(codes.filter((code) => !['saved', 'NOTE_CHANGED', 'NOTE_SIGNED'].includes(code))).toEqual([])
    const parts = await partsNow()
    for (const part of everyPart) {
      const saved = saves.filter((each, nth) => each.part === part && codes[nth] === 'saved')
      expect(saved.length).toBeLessThanOrEqual(1)
      expect(parts.get(part)?.text).toBe(saved[0]?.text ?? `First ${round}`)
      if (saved.length > 0) expect(await historyOf(part)).toContain(`First ${round}`)
    }
    // Signing requires the first texts, so either the signature or some saves succeed, but not both.
    const isSigned = signing.status === 'fulfilled'
    expect([...parts.values()].map(({ signedAt }) => signedAt !== null)).toEqual([isSigned, isSigned, isSigned])
    expect(codes.includes('saved')).toBe(!isSigned)
    if (!isSigned) {
      expect(signing.reason).toMatchObject({ code: 'NOTE_CHANGED' })
      const versions = [...parts.values()].map(({ clientId, version }) => ({ clientId, version }))
      await phone.signAll({ sessionId, command: randomUUID(), parts: versions })
    }
    const signed = await partsNow()
    for (const { clientId, text, version } of signed.values()) {
      expect(text).toBe(parts.get(clientId)?.text)
      await expect(save(phone, clientId, 'Late', version)).rejects.toMatchObject({ code: 'NOTE_SIGNED' })
      expect(await historyOf(clientId)).toContain(text)
    }
    expect(await partsNow()).toEqual(signed)
  }
})

test('a save, its repeat and a signature at the same time: the note has either the signed or the saved text @slow', async () => {
  for (let round = 0; round < runs(10, 60); round++) {
    sessionId = await insertJointSession(app, therapist, [anaId, benId], new Date(Date.now() - ++days * dayMs))
    await save(desk, anaId, 'First')
    const command = randomUUID()
    const results = await Promise.allSettled([
      desk.sign({ sessionId, clientId: anaId, command, version: 1 }),
      save(phone, anaId, 'Second', 1),
      save(phone, anaId, 'Second', 1),
    ])
    const [signed, ...saves] = codesOf(results)
    expect(saves).toEqual(signed === 'saved' ? ['NOTE_SIGNED', 'NOTE_SIGNED'] : ['saved', 'saved'])
    expect((await partsNow()).get(anaId)?.text).toBe(signed === 'saved' ? 'First' : 'Second')
  }
})

test('a client declines while their part is written: it is saved, and signed with the others @slow', async () => {
  const id = randomUUID()
  const startsAt = new Date(timeAhead(60)).toISOString()
  const clientIds = [anaId, benId]
  await therapist.api.session.create({ id, clientIds, startsAt, format: 'video', therapyType: 'couples' })
  sessionId = id
  await save(desk, benId, 'Ben asked to come.')
  const [declined] = await Promise.all([
    ben.api.session.decline({ id, command: randomUUID(), reason: '' }),
    save(phone, benId, 'Ben asked not to come.', 1),
  ])
  expect(declined.status).toBe('cancelled')
  await save(desk, anaId, 'Ana comes alone.')
  const parts = await partsNow()
  expect(parts.get(benId)).toMatchObject({ text: 'Ben asked not to come.', version: 2 })
  await signAllOf(parts)
  expect([...(await partsNow()).values()].map(({ signedAt }) => signedAt !== null)).toEqual([false, true, true])
})

const signAllOf = (parts: Awaited<ReturnType<typeof partsNow>>) =>
  desk.signAll({
    sessionId,
    command: randomUUID(),
    parts: [...parts.values()].map(({ clientId, version }) => ({ clientId, version })),
  })

test('each command that is repeated, on the same or another device, changes nothing [3.08] @slow', async () => {
  const saved = await save(desk, anaId, 'Ana was calm.')
  expect(await save(phone, anaId, 'Ana was calm.')).toEqual(saved)
  const signing = { sessionId, clientId: anaId, command: randomUUID(), version: 1 }
  expect(await phone.sign(signing)).toEqual(await desk.sign(signing))
  const addendum = { id: randomUUID(), sessionId, clientId: anaId, text: 'She called.' }
  await Promise.all([desk.addendum(addendum), phone.addendum(addendum)])
  expect((await desk.addendum(addendum)).addenda).toHaveLength(1)
  await expect(phone.addendum({ ...addendum, text: 'Other' })).rejects.toMatchObject({ code: 'CONFLICT' })
  await save(desk, benId, 'Ben was quiet.')
  const command = randomUUID()
  await Promise.all([signAll(desk, 1, command), signAll(phone, 1, command)])
  const before = await partsNow()
  await signAll(phone, 1, command)
  await signAll(phone, 1)
  expect(await partsNow()).toEqual(before)
  expect(await historyOf(benId)).toEqual(['Ben was quiet.'])
})

test('a group takes 12 people and a note of 13 parts, a couple two; one more is refused @slow', async () => {
  const ids = Array.from({ length: 11 }, () => randomUUID())
  for (const [nth, id] of ids.entries())
    await therapist.api.client.add({ ...minimalClient, id, firstName: 'Guest', lastName: `G${nth}`, invite: false })
  const startsAt = new Date(timeAhead(90)).toISOString()
  const create = (therapyType: 'group' | 'family' | 'couples', clientIds: string[]) =>
    therapist.api.session.create({ id: randomUUID(), clientIds, startsAt, format: 'video', therapyType })
  for (const type of ['group', 'family'] as const)
    await expect(create(type, [anaId, benId, ...ids])).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  await expect(create('couples', [anaId, benId, ids[0] ?? ''])).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  const most = participantLimits.group[1]
  const group = await create('group', [anaId, benId, ...ids].slice(0, most))
  sessionId = group.id
  const { parts } = await desk.parts({ sessionId })
  expect(parts).toHaveLength(most + 1)
  await Promise.all(parts.map(({ clientId }, nth) => save(nth % 2 ? desk : phone, clientId, `Part ${nth}`)))
  await signAllOf(await partsNow())
  expect([...(await partsNow()).values()].every(({ signedAt }) => signedAt !== null)).toBe(true)
  const tooMany = Array.from({ length: most + 2 }, () => ({ clientId: anaId, version: 1 }))
  await expect(desk.signAll({ sessionId, command: randomUUID(), parts: tooMany })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  })
})

test('a device whose login was ended can no longer read, save or sign a part, and its text is not stored', async () => {
  const lost = await app.secondBrowser(therapist, 2)
  await save(lost.api.note, anaId, 'Written on the lost phone.')
  const current = (await lost.api.login.logins({})).items.find(({ current: isCurrent }) => isCurrent)
  await therapist.api.login.endLogin({ id: current?.id ?? '' })
  const attempts = [
    () => save(lost.api.note, anaId, 'Changed by a stranger.', 1),
    () => save(lost.api.note, benId, 'Changed by a stranger.'),
    () => signAll(lost.api.note, 1),
    () => lost.api.note.parts({ sessionId }),
  ]
  for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ code: 'NO_LOGIN' })
  const parts = await partsNow()
  expect(everyPart.map((part) => parts.get(part)?.text)).toEqual(['', 'Written on the lost phone.', ''])
  expect([...parts.values()].map(({ signedAt }) => signedAt)).toEqual([null, null, null])
})
