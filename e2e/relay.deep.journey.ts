import { expect, type Page, test } from '@playwright/test'
import { credentialSeconds, relayCredentials } from '../apps/server/src/platform/relay/relay-credentials.ts'
import { openRelay, type Relay } from '../apps/server/src/platform/relay/relay.ts'

const secret = 'the secret of the relay in journeys'
let relay: Relay
test.beforeAll(async () => {
  relay = await openRelay({ secret, host: null, port: 0 })
})
test.afterAll(() => relay.close())

type CallPage = { connection: RTCPeerConnection; channel: RTCDataChannel; received: string[] }

/** Prepares, in a page, a connection that may use only the relay. */
async function prepare(page: Page, person: string, transport: 'udp' | 'tcp', host: string): Promise<void> {
  const until = new Date(Date.now() + credentialSeconds * 1_000)
  const server = {
    urls: [`turn:${host}:${relay.port}?transport=${transport}`],
    ...relayCredentials({ secret, call: transport, person, until }),
  }
  await page.evaluate((iceServer) => {
    const connection = new RTCPeerConnection({ iceServers: [iceServer], iceTransportPolicy: 'relay' })
    const channel = connection.createDataChannel('chat', { negotiated: true, id: 1 })
    const received: string[] = []
    channel.addEventListener('message', ({ data }) => received.push(String(data)))
    Object.assign(window, { call: { connection, channel, received } satisfies CallPage })
  }, server)
}

/** Makes the offer or the answer of a page, and returns it with all of its candidates. */
const describe = (page: Page, remote: RTCSessionDescriptionInit | null) =>
  page.evaluate(async (description) => {
    const { connection } = (window as unknown as { call: CallPage }).call
    if (description) await connection.setRemoteDescription(description)
    await connection.setLocalDescription()
    while (connection.iceGatheringState !== 'complete')
      await new Promise((resolve) => connection.addEventListener('icegatheringstatechange', resolve, { once: true }))
    return connection.localDescription?.toJSON() as RTCSessionDescriptionInit
  }, remote)

const accept = (page: Page, answer: RTCSessionDescriptionInit) =>
  page.evaluate(
    (description) => (window as unknown as { call: CallPage }).call.connection.setRemoteDescription(description),
    answer,
  )

const send = (page: Page, text: string) =>
  page.evaluate(async (data) => {
    const { channel } = (window as unknown as { call: CallPage }).call
    if (channel.readyState !== 'open')
      await new Promise((resolve) => channel.addEventListener('open', resolve, { once: true }))
    channel.send(data)
  }, text)

const received = (page: Page) => page.evaluate(() => (window as unknown as { call: CallPage }).call.received)

for (const { name, transport, host } of [
  { name: 'UDP', transport: 'udp', host: '127.0.0.1' },
  { name: 'TCP', transport: 'tcp', host: '127.0.0.1' },
  { name: 'UDP and IPv6', transport: 'udp', host: '[::1]' },
] as const)
  test(`two browsers that see only the relay exchange data by ${name}`, async ({ browser }) => {
    const bytesBefore = relay.figures().bytes
    const [first, second] = [await browser.newPage(), await browser.newPage()]
    await prepare(first, 'nora', transport, host)
    await prepare(second, 'ana', transport, host)
    const offer = await describe(first, null)
    // The relayed address is the only candidate, and it belongs to no machine.
    expect(offer.sdp).toContain('192.0.2.1')
    expect(offer.sdp).not.toContain('typ host')
    await accept(first, await describe(second, offer))
    await send(first, 'hello')
    await send(second, 'good morning')
    await expect.poll(() => received(second)).toEqual(['hello'])
    await expect.poll(() => received(first)).toEqual(['good morning'])
    expect(relay.figures().bytes).toBeGreaterThan(bytesBefore)
    await Promise.all([first.close(), second.close()])
  })
