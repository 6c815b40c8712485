import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { mockServer, refusalResponse, renderPage } from '../../../../testing/render-page.tsx'
import { uiText, uiTextPattern } from '../../../../testing/ui-text.ts'
import { fakeConnections, type FakeWay } from './fake-connection.testing.ts'
import { canPassBytes } from './try-connection.ts'
import { excludedBy, type PathResults } from './video-paths.ts'
import { VideoSettings } from './VideoSettings.tsx'

afterEach(() => vi.unstubAllGlobals())

const [udp, tcp, tls] = [
  'turn:practice.example:3478?transport=udp',
  'turn:practice.example:3478?transport=tcp',
  'turns:practice.example:3478?transport=tcp',
]
const urlOf = ({ iceServers }: RTCConfiguration) => String(iceServers?.[0]?.urls ?? 'direct')

/** Opens the page in a fake browser. `ways` defines the behavior of each path by its URL. */
async function open(urls: readonly string[], ways: Partial<Record<string, FakeWay>> = {}, isStored = true) {
  let passed: { at: string; by: string } | null = null
  const configurations: RTCConfiguration[] = []
  const fakes = fakeConnections((configuration) => {
    configurations.push(configuration)
    return ways[urlOf(configuration)] ?? 'open'
  })
  vi.stubGlobal('RTCPeerConnection', fakes.FakeConnection)
  const { inputsOf } = mockServer({
    'administration/videoCalls': () => ({ calls: 12, minutes: 584, passed }),
    'administration/passVideoTest': () => {
      if (!isStored) return refusalResponse(429, 'TOO_MANY_REQUESTS')
      passed = { at: '2026-11-20T10:00:00.000Z', by: 'Ada Host' }
      return { done: true }
    },
    'login/session': () => ({ login: { userId: 'admin', role: 'admin', need: null } }),
    'account/me': () => ({ id: 'admin', role: 'admin', language: 'en', zone: 'Europe/Berlin' }),
    'administration/videoRelay': () => ({
      items: urls.length > 0 ? [{ urls, username: '1800000300:call.test', credential: 'secret' }] : [],
      health: { reason: urls.length > 0 ? 'relay-ok' : 'relay-off', figures: { port: 3478, milliseconds: 2 } },
    }),
  })
  const page = await renderPage(<VideoSettings />)
  return { ...page, configurations, open: fakes.open, inputsOf }
}

const run = async () => fireEvent.click(await screen.findByRole('button', { name: uiText('videoTest:run') }))
const resultOf = (path: 'direct' | 'udp' | 'tcp' | 'tls') => {
  const row = screen.getByRole('heading', { name: uiText(`videoTest:paths.${path}`) }).parentElement as HTMLElement
  return within(row).getByText(/./, { selector: 'span > span' }).textContent
}

test('if every way passes bytes, everyone can join, and each relay was used alone with its credentials', async () => {
  const { configurations, open: connections } = await open([udp, tcp, tls])
  await run()
  await screen.findByText(uiText('videoTest:allJoin'))
  for (const path of ['direct', 'udp', 'tcp', 'tls'] as const)
    expect(resultOf(path)).toBe(uiText('videoTest:results.works'))
  const login = { username: '1800000300:call.test', credential: 'secret' }
  const relays = configurations.filter((configuration) => configuration.iceServers?.length)
  expect(new Set(relays.map(urlOf))).toEqual(new Set([udp, tcp, tls]))
  for (const { iceServers, iceTransportPolicy } of relays) {
    expect(iceServers).toEqual([{ urls: urlOf({ iceServers }), ...login }])
    expect(iceTransportPolicy).toBe('relay')
  }
  expect(connections.size).toBe(0)
})

test('a relay that is reached by UDP alone leaves out people whose network blocks UDP', async () => {
  await open([udp, tcp], { [tcp]: 'unreachable' })
  await run()
  await screen.findByText(uiText('videoTest:someCannot'))
  expect(['udp', 'tcp', 'tls'].map((path) => resultOf(path as 'udp'))).toEqual([
    uiText('videoTest:results.works'),
    uiText('videoTest:results.fails'),
    uiText('videoTest:results.absent'),
  ])
  expect(screen.getByText(uiText('videoTest:excluded.noUdp'))).toBeTruthy()
  expect(screen.queryByText(uiText('videoTest:excluded.groups'))).toBeNull()
})

test('without a relay the page names who cannot join, and why there is none', async () => {
  await open([])
  await run()
  await screen.findByText(uiText('videoTest:excluded.groups'))
  expect(screen.getByText(uiText('videoTest:excluded.mobile'))).toBeTruthy()
  expect(screen.getByText(uiText('adminDashboard:health.means.relay-off'))).toBeTruthy()
})

test('a passed test is stored, and the page names who saw it when and what follows', async () => {
  const { inputsOf } = await open([udp, tcp])
  await screen.findByText(uiText('videoTest:notPassed'))
  await run()
  await screen.findByText(uiTextPattern('videoTest:passedBy', { day: /.*20.*/, name: 'Ada Host' }))
  expect(inputsOf('administration/passVideoTest')).toHaveLength(1)
})

test.each([
  ['in which groups cannot join', [], {}],
  ['in which people without UDP cannot join', [udp], {}],
  ['without a direct connection', [udp, tcp, tls], { direct: 'unreachable' }],
] as const)('a test %s does not pass @slow', async (_, urls, ways) => {
  const { inputsOf } = await open(urls, ways)
  await run()
  await screen.findByText(uiText('videoTest:otherNetwork'))
  await screen.findByText(uiText('videoTest:notPassed'))
  expect(inputsOf('administration/passVideoTest')).toEqual([])
})

test('a passed test that could not be stored says so, beside the results', async () => {
  await open([udp, tcp, tls], {}, false)
  await run()
  await screen.findByText(uiText('videoTest:notStored'))
  expect(screen.getByText(uiText('videoTest:allJoin'))).toBeTruthy()
})

test('the page has the number of calls and their minutes', async () => {
  await open([])
  await screen.findByText(uiText('videoTest:calls_other', { count: '12' }))
  expect(screen.getByText(uiText('videoTest:minutes_other', { count: '584' }))).toBeTruthy()
})

test('a browser without WebRTC fails each way and says so', async () => {
  await open([udp])
  vi.stubGlobal('RTCPeerConnection', undefined)
  await run()
  await screen.findByText(uiText('videoTest:noDirect'))
  expect(resultOf('udp')).toBe(uiText('videoTest:results.fails'))
})

test('if the server refuses, the page says that the test could not run', async () => {
  await open([udp])
  mockServer({ 'administration/videoRelay': () => refusalResponse(403, 'FORBIDDEN') })
  await run()
  await screen.findByText(uiText('videoTest:failed'))
})

test('a channel that opens but passes no bytes has failed', async () => {
  const { FakeConnection } = fakeConnections(() => 'deaf')
  vi.stubGlobal('RTCPeerConnection', FakeConnection)
  expect(await canPassBytes({}, new AbortController().signal, 50)).toBe(false)
})

test('leaving the page stops the test and closes its connections', async () => {
  const { open: connections, unmount } = await open([udp], { direct: 'deaf' })
  await run()
  await vi.waitFor(() => expect(connections.size).toBe(2))
  unmount()
  await vi.waitFor(() => expect(connections.size).toBe(0))
})

const none: PathResults = { direct: 'works', udp: 'absent', tcp: 'absent', tls: 'absent' }
test.each([
  [none, ['mobile', 'groups', 'noUdp', 'onlyTls']],
  [{ ...none, udp: 'works' }, ['noUdp', 'onlyTls']],
  [{ ...none, tcp: 'works' }, ['onlyTls']],
  [{ ...none, tls: 'works' }, []],
] satisfies [PathResults, string[]][])('with %j, these cannot join: %j', (results, excluded) => {
  expect(excludedBy(results)).toEqual(excluded)
})
