import { runs } from '@attune/contract/common/runs.testing'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../testing/app.ts'
import { createTestConversation } from '../message/message.testing.ts'
import { stopNumber } from './delivery.settle.ts'
import { receiveText } from '../text-message/text-message.ts'
import {
  consentToTexts,
  openTextsDouble,
  ourNumber,
  runDeliveryJob,
  sendWaiting,
  waitingDeliveries,
} from './delivery.testing.ts'

const texts = openTextsDouble()
const app = await startSharedApp({ worker: false, texts, poolSize: 8 })

test('nothing is requested from the provider after STOP was committed, however STOP meets the sends in progress @slow', async () => {
  const { therapist, id } = await createTestConversation(app)
  const worker = { role: 'worker', id: therapist.accountId } as const
  const requestedAfterStop: string[] = []
  texts.outcome = async ({ to }) => {
    const { rows } = await app.privileged.definer.query(
      'select from def.text_consents_in_force($1) f where f.number = $2',
      [id, to],
    )
    if (rows.length === 0) requestedAfterStop.push(to)
    return { state: 'accepted', providerId: randomUUID(), segments: 1 }
  }
  const stops = runs(20, 300, 1_000)
  for (let n = 0; n < stops; n++) {
    const number = `+4915${10_000_000 + n}`
    await consentToTexts(app, therapist, id, { purposes: ['content'], number })
    for (const text of ['One.', 'Two.'])
      await therapist.api.message.send({ id: randomUUID(), conversationId: id, text, channel: 'sms' })
    const waiting = await waitingDeliveries(app, therapist)
    const stop = app.db.asActor({ role: 'worker', id: null }, (tx) => stopNumber(tx, number, app.clock.now()))
    const stopped = stop.then(() => new Date(app.clock.now()))
    await Promise.all([...waiting.map((one) => runDeliveryJob(app, therapist, one)), stopped])
    const committedAt = await stopped
    await sendWaiting(app, therapist)
    const { rows } = await app.db.asActor(worker, (tx) =>
      tx.run<{ askedAt: string | null; failed: string | null; accepted: boolean }>(
        `select asked_at as "askedAt", failed, is_accepted as accepted from app.delivery where number = $1`,
        [number],
      ),
    )
    expect(rows).toHaveLength(2)
    expect(requestedAfterStop).toEqual([])
    for (const { askedAt, failed, accepted } of rows) {
      if (accepted) expect(new Date(askedAt ?? '') <= committedAt).toBe(true)
      else expect(['stopped', 'no-consent']).toContain(failed)
    }
    expect(texts.sent.filter(({ to }) => to === number)).toHaveLength(rows.filter(({ accepted }) => accepted).length)
  }
})

test('the end of a connection, STOP and texts from the client meet in any order: nothing leaves afterwards, and no text is lost', async () => {
  for (let n = 1; n <= runs(2, 40, 100); n++) {
    const { therapist, client, id } = await createTestConversation(app, n + 1)
    const number = `+4916${10_000_000 + n}`
    texts.outcome = () => ({ state: 'accepted', providerId: randomUUID(), segments: 1 })
    await consentToTexts(app, therapist, id, { purposes: ['content'], number })
    const write = (text: string) =>
      therapist.api.message.send({ id: randomUUID(), conversationId: id, text, channel: 'sms' })
    await write('One.')
    await sendWaiting(app, therapist)
    await write('Two.')
    const [waiting = ''] = await waitingDeliveries(app, therapist)
    const receive = (body: string) =>
      receiveText(app, { providerId: randomUUID(), channel: 'sms', from: number, to: ourNumber, body, media: [] })
    const disconnect = () => client.api.connection.disconnect({ clientId: id, command: randomUUID() })
    const erase = () => app.privileged.definer.query('select def.erase_account($1)', [client.accountId])
    const steps: (() => Promise<unknown>)[] = [
      n % 2 ? disconnect : erase,
      () => receive('STOP'),
      () => receive('Answer.'),
      () => runDeliveryJob(app, therapist, waiting),
    ]
    await Promise.all([...steps.slice(n % 4), ...steps.slice(0, n % 4)].map((step) => step()))
    const left = texts.sent.length
    await sendWaiting(app, therapist)
    expect(texts.sent).toHaveLength(left)
    const { rows } = await app.privileged.definer.query('select from def.text_consents_in_force($1)', [id])
    expect(rows).toEqual([])
    expect((await therapist.api.message.messages({ id })).items.map(({ text }) => text)).toContain('Answer.')
  }
})
