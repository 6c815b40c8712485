import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { ORPCError } from '@orpc/client'
import type { DrillPair, DrillContext } from './context.ts'

type Entry = 'intent' | 'acknowledged' | 'refused'

/** The result of each request, by the id that the client chose. `intent` is recorded before a request is sent. */
export type DrillLedger = { plans: Map<string, Entry>; commands: Map<string, Entry>; records: Map<string, Entry> }

export type DrillLoad = {
  ledger: DrillLedger
  /** The number of responses per status. Status 0 means no response. */
  answers: Map<number, number>
  /** The number of 503 responses without Retry-After. */
  rude: number
  /** The longest time until a response, in milliseconds. `longestCall` is the path of that call. */
  longest: number
  longestCall: string
  acknowledged(): number
  /** The time of the last acknowledged request, in milliseconds of `performance.now`. */
  lastSuccess: number
  /** The times at which requests were acknowledged, by their ids. */
  acknowledgedAt: Map<string, number>
  stop(): Promise<void>
}

const hour = 60 * 60 * 1000

/**
 * Starts the load. Every pair schedules, moves, cancels and accepts sessions and adds records, one request after another, at the server's current
 * address. `pauseMilliseconds` is the pause between two requests of a pair.
 */
export function startDrillLoad(
  context: DrillContext,
  address: () => string,
  { pauseMilliseconds = 0 }: { pauseMilliseconds?: number } = {},
): DrillLoad {
  const ledger: DrillLedger = { plans: new Map(), commands: new Map(), records: new Map() }
  let running = true
  const load: DrillLoad = {
    ledger,
    answers: new Map(),
    rude: 0,
    longest: 0,
    longestCall: '',
    lastSuccess: 0,
    acknowledgedAt: new Map(),
    acknowledged: () =>
      Object.values(ledger).reduce(
        (sum, book) => sum + [...book.values()].filter((entry) => entry === 'acknowledged').length,
        0,
      ),
    async stop() {
      running = false
      await Promise.all(lanes)
    },
  }

  async function enter(
    book: Map<string, Entry>,
    id: string,
    pair: DrillPair,
    who: 'therapist' | 'client',
    path: string,
    input: object,
  ): Promise<boolean> {
    book.set(id, 'intent')
    const begun = performance.now()
    let status = 0
    try {
      const answer = await context.caller(address(), pair, who).send(path, input)
      status = answer.status
      await answer.text()
      if (status === 503 && !answer.headers.get('retry-after')) load.rude++
      if (answer.ok) {
        book.set(id, 'acknowledged')
        load.lastSuccess = performance.now()
        load.acknowledgedAt.set(id, load.lastSuccess)
      } else if (status < 500) book.set(id, 'refused')
    } catch (error) {
      // The connection ended before the response, so the result is unknown.
      if (error instanceof ORPCError) throw error
      status = 0
    }
    load.answers.set(status, (load.answers.get(status) ?? 0) + 1)
    const took = performance.now() - begun
    if (took > load.longest) {
      load.longest = took
      load.longestCall = path
    }
    // Each attempt uses another hour of the calendar. Without a pause while the server is down, the attempts would reach the end of the period in
    // which sessions can be scheduled.
    if (status === 0 || status === 503) await pause(Math.max(20, pauseMilliseconds))
    else if (pauseMilliseconds > 0) await pause(pauseMilliseconds)
    return book.get(id) === 'acknowledged'
  }

  async function lane(pair: DrillPair) {
    let slot = 0
    const startsAt = () => new Date(Date.UTC(2028, 0, 1) + slot++ * hour).toISOString()
    const standing: string[] = []
    while (running) {
      const dice = randomInt(10)
      const id = standing.at(-1)
      if (dice < 5 || !id) {
        const made = randomUUID()
        const plan = { id: made, clientIds: [pair.recordId], startsAt: startsAt(), format: 'video' }
        if (await enter(ledger.plans, made, pair, 'therapist', 'session/create', plan)) standing.push(made)
      } else if (dice < 7) {
        const command = randomUUID()
        await enter(ledger.commands, command, pair, 'therapist', 'session/move', {
          id,
          command,
          startsAt: startsAt(),
          durationMinutes: 50,
        })
      } else if (dice < 8) {
        const command = randomUUID()
        await enter(ledger.commands, command, pair, 'client', 'session/accept', { id, command })
        standing.pop()
      } else if (dice < 9) {
        const command = randomUUID()
        await enter(ledger.commands, command, pair, 'therapist', 'session/cancel', { id, command })
        standing.pop()
      } else {
        const made = randomUUID()
        await enter(ledger.records, made, pair, 'therapist', 'client/add', { ...record, id: made })
      }
    }
  }
  const lanes = context.pairs.map(lane)
  return load
}

const record = {
  firstName: 'Ada',
  lastName: 'Adler',
  email: null,
  phone: '',
  dateOfBirth: null,
  address: '',
  emergencyName: 'Bo',
  emergencyPhone: '',
  emergencyRelationship: '',
  notes: 'kept',
  language: 'en',
  invite: false,
}
