import { randomUUID } from 'node:crypto'
import type { ApiClient } from '../../../../testing/browser.ts'
import { hour, icsTime, later, minute, movedFile, otherEvent } from './files.testing.ts'

/** The files of a calendar by name, which a test changes as another calendar program of the therapist would. */
export type FilesThere = {
  list(): Promise<Map<string, string>>
  read(name: string): Promise<string | undefined>
  write(name: string, data: string): Promise<unknown>
  delete(name: string): Promise<unknown>
}

export type RandomTarget = {
  /** The API of the signed-in therapist. */
  api: () => Pick<ApiClient, 'session' | 'calendar' | 'externalCalendar'>
  /** The id of a client's record. */
  record: string
  /** The first time at which the test may schedule something. All later times must be free. */
  from: string
  there: FilesThere
  sync(): Promise<unknown>
  /** Syncs while something fails, for example the connection or the process. */
  interrupt(): Promise<unknown>
  /** Syncs, and runs `change` between reading the calendar and writing to it. */
  collide(change: () => Promise<void>): Promise<unknown>
}

/** The differences after everything was synced and answered. Every number must be 0. */
export type RandomFindings = {
  duplicated: number
  lost: number
  'at another time there': number
  'moved without confirmation': number
  'asked about although nothing was changed there': number
  'events of others that block nothing, or block although they are gone': number
  'questions that stay open': number
}

/** Returns a generator of numbers from 0 to 1 that is the same in each run. */
export function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

/** Changes a calendar randomly on both sides and then compares both sides. Only the therapist's answers may move or cancel sessions. */
export function randomChanges(target: RandomTarget, next: () => number) {
  const { api, record, there } = target
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(next() * items.length)]
  /** The times at which each session and busy time must be in the calendar. */
  const [sessions, busy] = [new Map<string, string>(), new Map<string, string>()]
  const [foreign, touched, unfounded] = [new Set<string>(), new Set<string>(), new Set<string>()]
  const nameOf = (id: string) => `${id}.ics`
  let slot = 0
  const freeTime = () => later(target.from, slot++ * 4 * hour)
  const someone = () => pick([...sessions.keys(), ...busy.keys()]) ?? ''

  const openQuestions = async () => {
    const { items } = await api().externalCalendar.questions({})
    for (const { subjectId } of items) if (!touched.has(subjectId)) unfounded.add(subjectId)
    return items
  }
  const moveThere = async (id: string) => {
    const data = await there.read(nameOf(id))
    if (data === undefined) return
    touched.add(id)
    await there.write(nameOf(id), movedFile(data, (1 + Math.floor(next() * 5)) * 15 * minute))
  }
  const moveHere = async (id: string) => {
    const [startsAt, { session }] = [freeTime(), await api().session.get({ id })]
    const moved = { id, command: randomUUID(), startsAt, durationMinutes: 50, revision: session.revision }
    await api().session.move(moved)
    sessions.set(id, startsAt)
  }

  const steps = {
    plan: async () => {
      const [id, startsAt] = [randomUUID(), freeTime()]
      await api().session.create({ id, clientIds: [record], startsAt, format: 'video', agreed: true })
      sessions.set(id, startsAt)
    },
    move: async () => {
      const id = pick([...sessions.keys()])
      if (id) await moveHere(id)
    },
    cancel: async () => {
      const id = pick([...sessions.keys()])
      if (!id || sessions.size < 5) return
      await api().session.cancel({ id, command: randomUUID() })
      sessions.delete(id)
    },
    block: async () => {
      const [id, startsAt] = [randomUUID(), freeTime()]
      await api().calendar.addEvent({ id, title: 'Supervision', startsAt, endsAt: later(startsAt, hour) })
      busy.set(id, startsAt)
    },
    moveThere: () => moveThere(someone()),
    deleteThere: async () => {
      const id = someone()
      if ((await there.read(nameOf(id))) === undefined) return
      touched.add(id)
      await there.delete(nameOf(id))
    },
    addThere: async () => {
      const name = nameOf(`other-${randomUUID()}`)
      await there.write(name, otherEvent(freeTime(), 'Dentist').replace(/@other/, `-${name}@other`))
      foreign.add(name)
    },
    removeThere: async () => {
      const name = pick([...foreign])
      if (!name) return
      await there.delete(name)
      foreign.delete(name)
    },
    answer: async () => {
      const question = pick(await openQuestions())
      if (!question) return
      const { id, subjectId, newStartsAt, answers } = question
      const answer = pick(answers.filter((one) => one !== 'offer' && one !== 'keep')) ?? 'put-back'
      const known = busy.has(subjectId) ? busy : sessions
      await api().externalCalendar.answer({ id, answer })
      if (answer !== 'put-back' && newStartsAt) known.set(subjectId, newStartsAt)
      else if (answer !== 'put-back') known.delete(subjectId)
    },
    collide: async () => {
      const id = pick([...sessions.keys()])
      if (!id) return
      await moveHere(id)
      await target.collide(() => moveThere(id))
    },
    // Something new must be written when the sync is interrupted.
    interrupt: async () => {
      await steps.plan()
      await target.interrupt()
    },
    sync: target.sync,
  }
  type StepName = keyof typeof steps
  const names = [...(Object.keys(steps) as StepName[]), 'interrupt', 'interrupt', 'cancel'] as const

  /** Syncs and answers questions until none is open. */
  const settle = async () => {
    for (let round = 0; round < 20; round++) {
      await target.sync()
      const open = await openQuestions()
      if (open.length === 0) break
      for (const { id } of open) await api().externalCalendar.answer({ id, answer: 'put-back' })
    }
    await target.sync()
  }

  return {
    /** Takes a random step. Ignores a refusal because a question has ended or a time was taken in the meantime. */
    step: async () => {
      const name = pick(names) ?? 'sync'
      await Promise.resolve(steps[name]()).catch((error: unknown) => {
        if (!['ANSWERED', 'SLOT_TAKEN'].includes(String((error as { code?: unknown }).code))) throw error
      })
      return name
    },
    settle,
    /** Compares both sides. `calendar` contains the number of external events that block times. A control test passes other `files`. */
    compare: async (calendar: { events: number }, changed?: Map<string, string>): Promise<RandomFindings> => {
      const files = changed ?? (await there.list())
      const found = Map.groupBy(
        [...files.values()].filter((data) => /UID:[^\r\n]*@attune/.test(data)),
        (data) => /UID:([^@\r\n]*)/.exec(data)?.[1] ?? '',
      )
      const wanted = [...sessions, ...busy]
      let movedHere = 0
      for (const [id, startsAt] of sessions) {
        const { session } = await api().session.get({ id })
        if (session.startsAt !== startsAt || session.status === 'cancelled') movedHere++
      }
      const known = new Map(wanted)
      return {
        duplicated: [...found].reduce((sum, [id, { length }]) => sum + length - (known.has(id) ? 1 : 0), 0),
        lost: wanted.filter(([id]) => !found.has(id)).length,
        'at another time there': wanted.filter(([id, startsAt]) =>
          found.get(id)?.some((data) => !data.includes(`DTSTART:${icsTime(startsAt)}`)),
        ).length,
        'moved without confirmation': movedHere,
        'asked about although nothing was changed there': unfounded.size,
        'events of others that block nothing, or block although they are gone': Math.abs(
          calendar.events - foreign.size,
        ),
        'questions that stay open': (await openQuestions()).length,
      }
    },
    count: () => sessions.size + busy.size,
  }
}
