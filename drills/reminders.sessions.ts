import { randomInt, randomUUID } from 'node:crypto'
import type pg from 'pg'
import { scheduleSession } from '../apps/server/src/features/schedule/session/commands/create.ts'
import { reminderDueAt } from '../apps/server/src/features/schedule/session/notify/reminder-rules.ts'
import { transitionSession } from '../apps/server/src/features/schedule/session/commands/transitions.ts'
import { moveSession } from '../apps/server/src/features/schedule/session/commands/time-changes.ts'
import { openDb } from '../apps/server/src/platform/database/actor.ts'
import { openPool } from '../apps/server/src/platform/database/pools.ts'
import { writeAsOwner } from '../apps/server/src/testing/practice.ts'
import type { SharedClock } from './reminders.clock.ts'
import type { DrillPair, DrillContext } from './context.ts'

const [minute, hour] = [60_000, 3_600_000]
const before = 1440
const zones = ['Europe/Berlin', 'Europe/Lisbon', 'America/New_York', 'Asia/Tokyo', 'Pacific/Auckland']

export type DrillSession = {
  id: string
  pair: DrillPair
  startsAt: number
  sequence: number
  /** The change of the session just before its first reminder is due. `stand` means no change. */
  will: 'stand' | 'be cancelled' | 'be moved'
  /** The people to remind, with their time zones. */
  readers: { id: string; account: string; zone: string }[]
}

/** Returns functions that create sessions of the pairs, and that cancel or move some of them just before the first reminder. */
export async function createDrillSessions(context: DrillContext, db: pg.Client, clock: SharedClock) {
  const pool = openPool(context.url(), context.secrets, 4)
  const server = openDb(pool)
  const asTherapist = (pair: DrillPair) => ({ role: 'therapist', id: pair.therapistId }) as const
  const made: DrillSession[] = []
  const zoneOf = (n: number) => zones[n % zones.length] ?? 'UTC'
  await writeAsOwner(db, async () => {
    for (const [n, { therapistId, accountId }] of context.pairs.entries()) {
      await db.query('update app.profile set zone = $2 where account_id = $1', [therapistId, zoneOf(n)])
      await db.query('update app.profile set zone = $2 where account_id = $1', [accountId, zoneOf(n * 2 + 1)])
    }
  })
  const firstDue = ({ startsAt, readers }: DrillSession) =>
    Math.min(
      ...readers.map(({ zone }) =>
        reminderDueAt({ startsAt: new Date(startsAt).toISOString(), zone }, before).getTime(),
      ),
    )

  return {
    all: () => made,

    async plan(each: number, from: number, every: number): Promise<void> {
      const now = new Date(clock.now())
      for (const [p, pair] of context.pairs.entries()) {
        for (let n = 0; n < each; n++) {
          const startsAt = from + n * every + randomInt(0, 180) * minute
          const id = randomUUID()
          const { recordId, accountId, therapistId } = pair
          const wish = { id, clientIds: [recordId], startsAt: new Date(startsAt).toISOString(), durationMinutes: 50 }
          const how = {
            format: 'video',
            therapyType: 'individual',
            location: '',
            agreed: true,
            typeId: null,
            groupId: null,
            anyway: false,
          } as const
          await server.asActor(asTherapist(pair), (tx) => scheduleSession(tx, { ...wish, ...how }, now))
          const readers = [
            { id: therapistId, account: therapistId, zone: zoneOf(p) },
            { id: recordId, account: accountId, zone: zoneOf(p * 2 + 1) },
          ]
          const will = n % 10 === 3 ? 'be cancelled' : n % 10 === 5 ? 'be moved' : 'stand'
          made.push({ id, pair, startsAt, sequence: 0, will, readers })
        }
      }
    },

    /**
     * Cancels or moves each session that `will` marks for a change, if its first reminder is due between now and
     * `then`.
     */
    async changeBefore(then: number): Promise<void> {
      const now = new Date(clock.now())
      for (const one of made) {
        if (one.will === 'stand' || one.sequence > 0 || firstDue(one) > then || firstDue(one) <= now.getTime()) continue
        const act = { id: one.id, command: randomUUID() }
        one.sequence++
        if (one.will === 'be cancelled') {
          await server.asActor(asTherapist(one.pair), (tx) => transitionSession(tx, 'cancel', act, now))
        } else {
          one.startsAt += 26 * hour + 200 * minute
          const startsAt = new Date(one.startsAt).toISOString()
          const move = { ...act, startsAt, durationMinutes: 50, agreed: true, anyway: true }
          await server.asActor(asTherapist(one.pair), (tx) => moveSession(tx, move, now))
        }
      }
    },

    close: () => pool.end(),
  }
}
