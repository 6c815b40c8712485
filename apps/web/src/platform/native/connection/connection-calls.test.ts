import { afterEach, expect, test } from 'vitest'
import { api } from '../../api/api.ts'
import { setTransport, transport } from '../../api/transport.ts'
import { PracticeConnection } from './connection.ts'
import { FakeDevice } from '../fake-port.testing.ts'
import type { NativeAnswer } from '../port.ts'
import type { JoinedPractice } from './practice-address.ts'

const practice = { origin: 'https://practice.example', name: 'Lindqvist', key: 'pk_1', settings: {} } as JoinedPractice
const answer = (text: string, headers: Record<string, string>): NativeAnswer => ({ status: 200, headers, text })

afterEach(() => setTransport(null))

async function connect(found: () => NativeAnswer) {
  const device = new FakeDevice(found)
  const connection = new PracticeConnection(device.port)
  await connection.join(practice)
  connection.use()
  return device
}

test('a picture by a fixed path gets an address with its own right, and a file keeps the one that it has', async () => {
  const url = '/api/storage/business-logo/1?pass=y'
  const device = await connect(() => answer(JSON.stringify({ url }), { 'content-type': 'application/json' }))
  const asked = () => device.requests.map(({ body }) => body)
  const found = await transport().address?.('/api/storage/business-logo/1')
  expect(found).toBe(`https://practice.example${url}`)
  await transport().address?.('https://practice.example/api/journal/export/1')
  expect(asked()).toEqual([
    { json: { address: '/api/storage/business-logo/1' } },
    { json: { address: '/api/journal/export/1' } },
  ])
  const own = 'https://practice.example/api/files/1/download?pass=x'
  expect(await transport().address?.(own)).toBe(own)
  expect(await transport().address?.('/api/files/1/download?pass=x')).toBe(own)
  expect(asked()).toHaveLength(2)
})

test("the assistant's answer, which the device's HTTP client returns as a whole, is read like a stream", async () => {
  const events = ['event: message\ndata: {"text":"One "}', ': still here', 'event: message\ndata: {"text":"two."}']
  const end = 'event: done\ndata: {"text":"One two."}'
  let text = `${[...events, end].join('\n\n')}\n\n`
  const headers = { 'content-type': 'text/event-stream' }
  await connect(() => answer(text, headers))
  const ask = async () => {
    const shown: unknown[] = []
    const stream = await api.assistant.ask({} as never)
    for (let step = await stream.next(); ; step = await stream.next()) {
      if (step.done) return { shown, answer: step.value }
      shown.push(step.value)
    }
  }
  expect(await ask()).toEqual({ shown: [{ text: 'One ' }, { text: 'two.' }], answer: { text: 'One two.' } })
  text = `${events[0]}\n\nevent: error\ndata: {"code":"DAILY_LIMIT","status":429,"defined":true}\n\n`
  await expect(ask()).rejects.toMatchObject({ code: 'DAILY_LIMIT' })
  // A truncated answer must not count as complete.
  text = `${events.join('\n\n')}\n\n`
  await expect(ask()).rejects.toMatchObject({ kind: 'NETWORK_ERROR' })
})
