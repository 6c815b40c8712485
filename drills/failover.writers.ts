import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { connectDatabase, type DrillContext, type DrillPair } from './context.ts'

/** Writers of messages that send a message again, with its id, until the server acknowledges it, as the web app does. */
export type RepeatingWriters = {
  /** The ids of the messages that the server acknowledged. */
  acknowledged: Set<string>
  /** The number of messages that were acknowledged only when they were sent again. */
  repeated: number
  stop(): Promise<void>
}

const pauses = { next: 50, again: 100 }

/** Starts one writer per pair. */
export function startRepeatingWriters(context: DrillContext, address: string): RepeatingWriters {
  let isRunning = true
  const writers: RepeatingWriters = {
    acknowledged: new Set(),
    repeated: 0,
    async stop() {
      isRunning = false
      await Promise.all(lanes)
    },
  }

  async function send(pair: DrillPair, id: string): Promise<boolean> {
    const message = { id, conversationId: pair.recordId, text: 'Before the failover.' }
    const answer = await context.caller(address, pair, 'client').send('message/send', message)
    await answer.text()
    return answer.ok
  }

  async function lane(pair: DrillPair) {
    while (isRunning) {
      const id = randomUUID()
      for (let tries = 1; isRunning; tries++) {
        if (await send(pair, id).catch(() => false)) {
          writers.acknowledged.add(id)
          if (tries > 1) writers.repeated++
          break
        }
        await pause(pauses.again)
      }
      await pause(pauses.next)
    }
  }
  const lanes = context.pairs.map(lane)
  return writers
}

/** Returns the number of acknowledged messages that the database lacks. */
export async function countLostMessages(url: string, { acknowledged }: RepeatingWriters): Promise<number> {
  const db = await connectDatabase(url)
  try {
    await db.query('begin; set local role attune_owner; alter table app.message no force row level security')
    const { rows } = await db.query<{ id: string }>('select id from app.message')
    const stored = new Set(rows.map(({ id }) => id))
    return [...acknowledged].filter((id) => !stored.has(id)).length
  } finally {
    await db.query('rollback').catch(() => {})
    await db.end()
  }
}
