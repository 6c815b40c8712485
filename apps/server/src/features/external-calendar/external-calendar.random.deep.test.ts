import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hour, icsTime, later, minute, movedFile, setUpSyncTest } from './external-calendar.testing.ts'

type Setup = Awaited<ReturnType<typeof setUpSyncTest>>
let setup: Setup
beforeAll(async () => {
  setup = await setUpSyncTest()
})
afterAll(() => setup.close())

/** Returns numbers from 0 to 1, the same for each run. */
function random(seed: number) {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

test(
  '500 random changes on both sides with interruptions leave both equal, without a duplicate, a loss or a moved session',
  { timeout: 600_000 },
  async () => {
    const { caldav, connect, addClient, at } = setup
    const next = random(20_261_123)
    const pick = <Item>(items: readonly Item[]) => items[Math.floor(next() * items.length)]
    const linked = await connect()
    const { therapist } = linked
    const { record } = await addClient(therapist)
    const { items } = caldav.calendarAt()
    /** Where each session must be: only the therapist's own actions here change it. */
    const expected = new Map<string, string>()
    const busy = new Map<string, string>()
    const pathOf = (id: string) => `/thea/private/${id}.ics`
    let slot = 0
    const freeTime = () => later(at(1), slot++ * 2 * hour)
    const ours = () => [...expected.keys(), ...busy.keys()].filter((id) => items.has(pathOf(id)))

    const steps: Record<string, () => unknown> = {
      plan: async () => {
        const [id, startsAt] = [randomUUID(), freeTime()]
        await therapist.api.session.plan({ id, clientIds: [record], startsAt, format: 'video', agreed: true })
        expected.set(id, startsAt)
      },
      move: async () => {
        const id = pick([...expected.keys()])
        if (!id) return
        const [startsAt, { session }] = [freeTime(), await therapist.api.session.get({ id })]
        await therapist.api.session.move({
          id,
          command: randomUUID(),
          startsAt,
          durationMinutes: 50,
          revision: session.revision,
        })
        expected.set(id, startsAt)
      },
      cancel: async () => {
        const id = pick([...expected.keys()])
        if (!id || expected.size < 5) return
        await therapist.api.session.cancel({ id, command: randomUUID() })
        expected.delete(id)
      },
      block: async () => {
        const [id, startsAt] = [randomUUID(), freeTime()]
        await therapist.api.calendar.addEvent({ id, title: 'Supervision', startsAt, endsAt: later(startsAt, hour) })
        busy.set(id, startsAt)
      },
      moveThere: () => {
        const path = pathOf(pick(ours()) ?? '')
        const item = items.get(path)
        if (item) caldav.write(path, movedFile(item.data, (1 + Math.floor(next() * 5)) * 15 * minute))
      },
      deleteThere: () => {
        const path = pathOf(pick(ours()) ?? '')
        if (items.has(path)) caldav.delete(path)
      },
      answer: async () => {
        const question = pick(await linked.questions())
        if (question) await therapist.api.externalCalendar.answer({ id: question.id, answer: 'put-back' })
      },
      interrupt: async () => {
        const faults = pick([{ status: 503 }, { losesAnswers: true }, { tokenStatus: 500 }, { etags: 'none' }] as const)
        caldav.fails(faults ?? {})
        await linked.sync()
        caldav.fails({})
      },
      sync: () => linked.sync(),
    }
    const names = Object.keys(steps)
    for (let number = 0; number < 500; number++) await steps[pick(names) ?? 'sync']?.()

    for (let round = 0; round < 10; round++) {
      await linked.sync()
      const open = await linked.questions()
      if (open.length === 0) break
      for (const { id } of open) await therapist.api.externalCalendar.answer({ id, answer: 'put-back' })
    }
    await linked.sync()
    const wanted = [...expected, ...busy].map(([id, startsAt]) => `${pathOf(id)} ${icsTime(startsAt)}`).toSorted()
    const there = [...items].map(([path, { data }]) => `${path} ${/DTSTART:(\S+)/.exec(data)?.[1]}`).toSorted()
    expect(there).toEqual(wanted)
    for (const [id, startsAt] of expected)
      expect((await therapist.api.session.get({ id })).session.startsAt).toBe(startsAt)
    expect(await linked.questions()).toEqual([])
  },
)
