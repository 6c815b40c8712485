import pg from 'pg'
import { connectionOptions } from '../apps/server/src/platform/database/pools.ts'
import { openTestSocket } from '../apps/server/src/testing/socket.ts'
import { median } from './load.ts'
import { fillMessages, messagesOwner } from './messages.ts'
import { createBenchPractice, headersOf, ids } from './practice.ts'
import { startBenchServer } from './server.ts'

/**
 * Medians in milliseconds from the moment at which a client's browser starts to send a message: `listen` until a connection with only LISTEN is
 * notified of the commit, `push` until the therapist's socket receives the change, and `text` until the therapist's browser has the text. `missed` is
 * the number of messages that the socket did not report.
 */
export type MessageSocketFigures = { listen: number; push: number; text: number; missed: number }

/** Measures the time until a message from one browser arrives in the other. */
export async function measureMessageSockets(events: number): Promise<MessageSocketFigures> {
  const practice = await createBenchPractice(8_000, 1_000)
  await fillMessages(practice.url)
  const server = await startBenchServer({ DATABASE_URL: practice.url, ATTUNE_DATA: practice.dataDir })
  const listener = new pg.Client(connectionOptions(practice.url, 'attune_relay', practice.secrets))
  const headersFor = (who: 'client' | 'therapist') => headersOf(practice, server.address, who, messagesOwner)
  const ask = async (who: 'client' | 'therapist', path: string, input: object) => {
    const sent = { method: 'POST', headers: headersFor(who), body: JSON.stringify(input) }
    const answer = await fetch(`${server.address}/api/${path}`, sent)
    if (!answer.ok) throw new Error(`${path} answered ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as { items?: { text: string }[]; seq?: number }
  }
  const socket = openTestSocket(server.address, { cookies: () => headersFor('therapist').cookie })
  try {
    await listener.connect()
    await listener.query('listen attune_change')
    let notified = () => {}
    listener.on('notification', () => notified())
    await socket.frame('welcome')
    socket.send({ type: 'subscribe', ref: 'messages', table: 'messages' })
    await socket.frame('subscribed')
    const id = ids.record(messagesOwner)
    const times = { listen: [] as number[], push: [] as number[], text: [] as number[] }
    let missed = 0
    let after = (await ask('client', 'message/send', message(id, 'First.'))).seq ?? 0
    for (let event = 0; event < events; event++) {
      // Pauses between messages, because a socket gets a limited number of events per second.
      await new Promise((resolve) => setTimeout(resolve, 150))
      socket.frames.length = 0
      const text = `Message ${event}.`
      const begun = performance.now()
      const since = () => performance.now() - begun
      const listened = new Promise<number>((resolve) => (notified = () => resolve(since())))
      const pushed = socket.frame('change').then(since, () => null)
      const sent = ask('client', 'message/send', message(id, text))
      const push = await pushed
      if (push === null) missed++
      else {
        const seen = await ask('therapist', 'message/messages', { id, after, limit: 50 })
        if (seen.items?.at(-1)?.text !== text) throw new Error('the change was announced before the message')
        times.text.push(since())
        times.push.push(push)
        times.listen.push(await listened)
      }
      after = (await sent).seq ?? after
    }
    return { listen: median(times.listen), push: median(times.push), text: median(times.text), missed }
  } finally {
    socket.close()
    await listener.end()
    await server.stop()
    await practice.close()
  }
}

const message = (conversationId: string, text: string) => ({ id: crypto.randomUUID(), conversationId, text })
