// @vitest-environment node
import { afterEach, expect, test } from 'vitest'
import { setTransport, transport } from '../../api/transport.ts'
import { PracticeConnection } from './connection.ts'
import { FakeDevice } from '../fake-port.testing.ts'
import type { NativeAnswer } from '../port.ts'
import type { JoinedPractice } from './practice-address.ts'

const practice = { origin: 'https://practice.example', name: 'Lindqvist', key: 'pk_1', settings: {} } as JoinedPractice
const answer = (text: string, headers: Record<string, string> = {}): NativeAnswer => ({ status: 200, headers, text })

afterEach(() => setTransport(null))

async function connect(found: ConstructorParameters<typeof FakeDevice>[0]) {
  const device = new FakeDevice(found)
  const connection = new PracticeConnection(device.port)
  await connection.load()
  await connection.join(practice)
  connection.use()
  return { device, connection }
}

test('a call goes to the practice with the bearer token, outside of the web view', async () => {
  const { device, connection } = await connect(() => answer('{"login":null}'))
  await connection.setToken('secret-token')
  const reply = await transport().send('/api/login/session', {
    method: 'POST',
    headers: { 'x-attune-key': 'pk_1' },
    body: '{"a":1}',
  })
  expect(await reply.json()).toEqual({ login: null })
  expect(device.requests).toEqual([
    {
      url: 'https://practice.example/api/login/session',
      method: 'POST',
      headers: {
        'x-attune-key': 'pk_1',
        authorization: 'Bearer secret-token',
        'user-agent': 'AttuneApp (Android)',
      },
      body: { json: { a: 1 } },
      timeoutMilliseconds: 20_000,
    },
  ])
  expect(transport().uploads?.()).toEqual({
    address: 'https://practice.example/api/uploads',
    headers: { authorization: 'Bearer secret-token' },
  })
})

test('a new login in the answer replaces the token, and an empty one ends it', async () => {
  const headers = { 'x-attune-login': 'second' }
  const { device, connection } = await connect(() => answer('', headers))
  await connection.setToken('first')
  await transport().send('/api/login/unlock', { method: 'POST' })
  expect(device.secrets.get('login')).toBe('second')
  headers['x-attune-login'] = ''
  await transport().send('/api/login/signOut', { method: 'POST' })
  expect(device.secrets.has('login')).toBe(false)
  expect(connection.hasLogin).toBe(false)
})

test('addresses of files in an answer are completed, and texts stay as they were written', async () => {
  const text = JSON.stringify({ url: '/api/files/1?pass=x', avatarUrl: '/avatars/a', text: 'say "url":"/api/x"' })
  await connect(() => answer(text))
  const reply = await transport().send('/api/file/address', { method: 'POST' })
  expect(await reply.json()).toEqual({
    url: 'https://practice.example/api/files/1?pass=x',
    avatarUrl: 'https://practice.example/avatars/a',
    text: 'say "url":"/api/x"',
  })
})

test('pages of other sites, and the sign-in, open in the browser of the system', async () => {
  const { device } = await connect(() => answer(''))
  await transport().open?.('https://pay.example/1')
  await transport().signIn?.()
  expect(device.opened).toEqual([
    'https://pay.example/1',
    expect.stringContaining('https://practice.example/sign-in?app='),
  ])
})

test('a file is sent as its bytes in base64', async () => {
  const { device } = await connect(() => answer(''))
  await transport().send('/api/storage/avatars', { method: 'POST', body: new Blob(['a photo']) })
  expect(device.requests[0]?.body).toEqual({ file: btoa('a photo') })
})

test('a call that the page gives up ends at once', async () => {
  const { connection } = await connect(() => answer(''))
  const signal = AbortSignal.abort(new Error('left'))
  await expect(connection.send('/api/x', { signal })).rejects.toThrow('left')
})

test('after its storage was erased, the app has no practice and no login', async () => {
  const { device } = await connect(() => answer(''))
  device.secrets.clear()
  const again = new PracticeConnection(device.port)
  await again.load()
  expect([again.practice, again.hasLogin]).toEqual([null, false])
})

test('a token without its practice, and unreadable content, count as erased', async () => {
  const device = new FakeDevice()
  device.secrets.set('login', 'token').set('practice', 'not json')
  const connection = new PracticeConnection(device.port)
  await connection.load()
  expect([connection.practice, connection.hasLogin]).toEqual([null, false])
})

test('another practice ends the login of the one before', async () => {
  const { device, connection } = await connect(() => answer(''))
  await connection.setToken('token')
  await connection.join({ ...practice, name: 'New name' })
  expect(connection.hasLogin).toBe(true)
  await connection.join({ ...practice, origin: 'https://other.example' })
  expect(connection.hasLogin).toBe(false)
  await connection.leave()
  expect(device.secrets.size).toBe(0)
})
