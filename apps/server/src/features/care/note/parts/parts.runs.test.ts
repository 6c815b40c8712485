import { runs } from '@attune/contract/common/runs.testing'
import fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../../testing/app.ts'
import { connectClient, insertJointSession } from '../../../../testing/records/sessions.ts'

const app = await startSharedApp({ worker: false })
const therapist = await app.person('therapist')
const clientIds = [
  await connectClient(app, therapist, await app.person('client', 1)),
  await connectClient(app, therapist, await app.person('client', 2)),
  await connectClient(app, therapist, await app.person('client', 3)),
] as const
const devices = [therapist.api.note, (await app.secondBrowser(therapist, 2)).api.note] as const
const partIds: readonly (string | null)[] = [null, ...clientIds]

/** A part as the model knows it. `history` has the oldest text first, with the time at which it was saved. */
type ModelPart = {
  text: string
  version: number
  savedAt: number
  isSigned: boolean
  addenda: string[]
  history: { text: string; at: number }[]
}
const emptyPart = (): ModelPart => ({ text: '', version: 0, savedAt: 0, isSigned: false, addenda: [], history: [] })
type Model = ModelPart[]
/** The versions of the parts that each device has seen. */
type Seen = [number[], number[]]

const tenMinutes = 10 * 60_000

function saveInModel(part: ModelPart, text: string, seen: number, now: number): string {
  if (part.isSigned) return 'NOTE_SIGNED'
  if (part.version === seen + 1 && part.text === text && part.version > 0) return 'done'
  if (part.version !== seen) return 'NOTE_CHANGED'
  if (part.text.trim() !== '' && part.text !== text && part.history.every(({ at }) => at <= now - tenMinutes))
    part.history.push({ text: part.text, at: part.savedAt })
  Object.assign(part, { text, version: seen + 1, savedAt: now })
  return 'done'
}

function signInModel(part: ModelPart, seen: number): string {
  if (part.isSigned) return 'done'
  if (part.version !== seen) return 'NOTE_CHANGED'
  if (part.text.trim() === '') return 'EMPTY'
  part.isSigned = true
  part.history.push({ text: part.text, at: part.savedAt })
  return 'done'
}

function signAllInModel(model: Model, seen: readonly number[]): string {
  const written = model.flatMap((part, place) => (part.text.trim() === '' ? [] : [{ part, place }]))
  if (written.length === 0) return 'EMPTY'
  const unsigned = written.filter(({ part }) => !part.isSigned)
  if (unsigned.some(({ part, place }) => part.version !== seen[place])) return 'NOTE_CHANGED'
  for (const { part, place } of unsigned) signInModel(part, seen[place] ?? 0)
  return 'done'
}

function addInModel(part: ModelPart, text: string): string {
  if (!part.isSigned) return 'NOT_SIGNED'
  part.addenda.push(text)
  return 'done'
}

const device = fc.constantFrom(0 as const, 1 as const)
const place = fc.nat(partIds.length - 1)
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('save' as const), device, place, word: fc.nat(4) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('open' as const), device }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('sign' as const), device, place }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('addendum' as const), device, place, word: fc.nat(4) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('signAll' as const), device }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('wait' as const), minutes: fc.nat(14) }) },
)
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

const words = ['', '  ', 'Calm.', 'Very calm.', 'They left early.']
const outcomeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error as { code: string }).code,
  )

/** Makes a step in the product and in the model. Returns the two outcomes. */
async function make(one: Step, { model, seen, sessionId }: { model: Model; seen: Seen; sessionId: string }) {
  const now = app.clock.now().getTime()
  if (one.kind === 'wait') {
    app.clock.advance(one.minutes * 60_000)
    return []
  }
  const note = devices[one.device]
  const versions = seen[one.device]
  if (one.kind === 'open') {
    for (const [at, { version }] of (await partsOf(sessionId, one.device)).entries()) versions[at] = version
    return []
  }
  const command = randomUUID()
  if (one.kind === 'signAll') {
    const parts = partIds.map((clientId, at) => ({ clientId, version: versions[at] ?? 0 }))
    return [await outcomeOf(note.signAll({ sessionId, command, parts })), signAllInModel(model, versions)]
  }
  const part = model[one.place] ?? emptyPart()
  const clientId = partIds[one.place]
  const name = { sessionId, ...(clientId ? { clientId } : {}) }
  const version = versions[one.place] ?? 0
  if (one.kind === 'sign')
    return [await outcomeOf(note.sign({ ...name, command, version })), signInModel(part, version)]
  const text = words[one.word] ?? ''
  if (one.kind === 'addendum') {
    const added = `Later: ${text}`
    return [await outcomeOf(note.addendum({ ...name, id: command, text: added })), addInModel(part, added.trim())]
  }
  const outcomes = [await outcomeOf(note.save({ ...name, text, version })), saveInModel(part, text, version, now)]
  if (outcomes[0] === 'done') versions[one.place] = version + 1
  return outcomes
}

async function partsOf(sessionId: string, of: 0 | 1 = 0) {
  const { parts } = await devices[of].parts({ sessionId })
  return partIds.flatMap((id) => parts.find(({ clientId }) => clientId === id) ?? [])
}

async function stateOf(sessionId: string) {
  const parts = await partsOf(sessionId)
  return Promise.all(
    parts.map(async ({ clientId, text, version, signedAt, addenda }) => ({
      text,
      version,
      isSigned: signedAt !== null,
      addenda: addenda.map((each) => each.text),
      history: (await devices[1].history({ sessionId, ...(clientId ? { clientId } : {}) })).items.map(
        (each) => each.text,
      ),
    })),
  )
}

test('after random saves, signatures and addenda of two devices, texts, versions, history and locks are those of the model [3.08]', async () => {
  let days = 1
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      const at = new Date(app.clock.now().getTime() - ++days * 24 * 60 * 60_000)
      const sessionId = await insertJointSession(app, therapist, [...clientIds], at)
      const model = partIds.map(emptyPart)
      const state = { model, seen: [partIds.map(() => 0), partIds.map(() => 0)] as Seen, sessionId }
      for (const one of steps) {
        const [real, expected] = await make(one, state)
        expect(real, JSON.stringify(one)).toBe(expected)
      }
      expect(await stateOf(sessionId)).toEqual(
        model.map(({ text, version, isSigned, addenda, history }) => {
          const kept = history.map((each) => each.text).toReversed()
          return { text, version, isSigned, addenda, history: kept }
        }),
      )
    }),
    { numRuns: runs(12, 250, 2000) },
  )
})
