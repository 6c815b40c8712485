import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { mockServer, refusalResponse, renderPage } from '../../../../testing/render-page.tsx'
import { realtimeClient } from '../../../../platform/realtime/realtime-client.ts'
import { uiText, uiTextPattern } from '../../../../testing/ui-text.ts'
import { CompleteSession } from '../../session/detail/CompleteButton.tsx'
import {
  otherSampleId,
  sampleId,
  sampleParticipant,
  sampleSession,
  sampleSessionDetails,
  signedInAnswers,
} from '../../session/session.testing.ts'
import { activeCall, type CallRoomData } from '../active-call.ts'
import { sampleActiveCall, sampleCallId, sampleRoom, samplePerson } from '../call.testing.ts'
import { CallPage } from './CallPage.tsx'

const { joined } = vi.hoisted(() => ({ joined: vi.fn<(of: { whereabouts?: string }) => Promise<void>>() }))
vi.mock('../active/join-call.ts', () => ({ joinCall: joined }))

const hour = 3_600_000
const at = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString()

beforeEach(() => {
  joined.mockReset().mockResolvedValue()
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('RTCPeerConnection', class {})
  vi.stubGlobal('MediaStream', class {})
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
  const mediaDevices = Object.assign(new EventTarget(), {
    getUserMedia: () => Promise.reject(new DOMException('', 'NotFoundError')),
    enumerateDevices: () => Promise.resolve([]),
  })
  Object.defineProperty(navigator, 'mediaDevices', { value: mediaDevices, configurable: true })
})
afterEach(() => {
  cleanup()
  activeCall.set(null)
  realtimeClient.clockOffset = 0
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
  Reflect.deleteProperty(navigator, 'mediaDevices')
})

type Viewer = 'therapist' | 'client'
async function open(room: Partial<CallRoomData> | Response = {}, viewer: Viewer = 'client', more = {}) {
  const server = mockServer({
    ...signedInAnswers(viewer),
    'call/room': () => (room instanceof Response ? room : sampleRoom(room)),
    'call/waiting': () => ({ items: [] }),
    'call/end': () => ({}),
    'call/ofSession': () => ({ items: [] }),
    ...more,
  })
  await renderPage(<CallPage sessionId={sampleId} CompleteSession={CompleteSession} />, `/call/${sampleId}`)
  return server
}
const title = (text: string | RegExp) => screen.findByRole('heading', { level: 1, name: text })
const button = (name: string) => screen.findByRole('button', { name })
const sessionLink = (name: string) => screen.findByRole('link', { name })

test.each([
  ['not open yet', { isOpen: false, session: { startsAt: at(2 * hour), endsAt: at(3 * hour) } }, 'early'],
  ['over', { isOpen: false, session: { startsAt: at(-3 * hour), endsAt: at(-2 * hour) } }, 'over'],
  ['not in Attune', { isInAttune: false, isOpen: false }, 'notInAttune'],
  ['in need of a relay that is not there', { relayOnly: true, relay: false }, 'noRelay'],
] as const)('a call that is %s says so and leads back to the session @slow', async (_, room, kind) => {
  await open(room)
  expect(await title(uiText(`callPage:state.${kind}.title`))).toBeDefined()
  const link = await sessionLink(uiText('callPage:toSession'))
  expect(link.getAttribute('href')).toContain(`/dashboard/client/sessions/session-details?id=`)
})

test('on a device whose clock is an hour ahead a call that is not open yet is early', async () => {
  realtimeClient.clockOffset = -hour
  await open({ isOpen: false, session: { startsAt: at(-0.5 * hour), endsAt: at(0.5 * hour) } })
  expect(await title(uiText('callPage:state.early.title'))).toBeDefined()
})

test('on a device whose clock is an hour ahead the time left follows the server', async () => {
  realtimeClient.clockOffset = -hour
  const endsAt = new Date(Date.now() - hour + 20 * 60_000).toISOString()
  activeCall.set(sampleActiveCall({}, { room: sampleRoom({ session: { startsAt: at(-2 * hour), endsAt } }) }).active)
  await open()
  expect(await screen.findByText(uiText('call:minutesLeft_other', { count: '20' }))).toBeDefined()
})

test('a session that this person may not see is not found', async () => {
  await open(refusalResponse(404, 'NOT_FOUND'))
  expect(await title(uiText('callPage:state.notFound.title'))).toBeDefined()
  expect((await sessionLink(uiText('callPage:allSessions'))).getAttribute('href')).toBe('/dashboard/client/sessions')
})

test('a client sees before the call that the therapist is not there, and the emergency number @slow', async () => {
  await open()
  expect(await title(uiText('call:before.title', { name: 'Nora' }))).toBeDefined()
  expect(screen.getByText(uiText('call:before.notThere', { name: 'Nora' }))).toBeDefined()
  expect(await screen.findByText(uiText('safety:callDanger'))).toBeDefined()
})

test('a therapist joins the call with the clients by name, without the question where they are @slow', async () => {
  await open({ asksWhereabouts: true }, 'therapist')
  expect(await title(uiText('call:before.title', { name: 'Ana M.' }))).toBeDefined()
  expect(screen.queryByLabelText(uiText('call:before.where'), { exact: false })).toBeNull()
  fireEvent.click(await button(uiText('call:before.join')))
  await waitFor(() => expect(joined).toHaveBeenCalledWith(expect.objectContaining({ sessionId: sampleId })))
})

test('a guardian opens the room of the client for whom they act, is asked for both, and joins for the client @slow', async () => {
  const room = sampleRoom({ guardianOf: 'Leo', asksWhereabouts: true, asksCallName: true, conversationId: null })
  const { inputsOf } = mockServer({ ...signedInAnswers('client'), 'call/roomFor': () => room })
  await renderPage(
    <CallPage sessionId={sampleId} CompleteSession={CompleteSession} />,
    `/call/${sampleId}?for=${otherSampleId}`,
  )
  expect(await screen.findByText(uiText('call:before.guardian', { client: 'Leo' }))).toBeDefined()
  expect(inputsOf('call/roomFor')[0]).toEqual({ actingFor: otherSampleId, sessionId: sampleId })
  expect(inputsOf('call/room')).toEqual([])
  const back = await sessionLink(uiText('callPage:toSession'))
  expect(back.getAttribute('href')).toBe(`/for/${otherSampleId}/sessions/${sampleId}`)
  expect(screen.getByText(uiText('call:before.guardianNameHint'))).toBeDefined()
  expect(screen.getByText(uiText('call:before.guardianWhereHint', { name: 'Nora', client: 'Leo' }))).toBeDefined()
  fireEvent.change(screen.getByLabelText(uiText('call:before.callName'), { exact: false }), {
    target: { value: 'Mum' },
  })
  fireEvent.change(screen.getByLabelText(uiText('call:before.where'), { exact: false }), { target: { value: 'Home' } })
  fireEvent.click(await button(uiText('call:before.join')))
  const answers = { whereabouts: 'Home', callName: 'Mum' }
  await waitFor(() =>
    expect(joined).toHaveBeenCalledWith(
      expect.objectContaining({ sessionId: sampleId, actingFor: otherSampleId, answers }),
    ),
  )
})

test('a guardian without the right finds no call, and the way back to the sessions of the client', async () => {
  mockServer({ ...signedInAnswers('client'), 'call/roomFor': () => refusalResponse(404, 'NOT_FOUND') })
  await renderPage(
    <CallPage sessionId={sampleId} CompleteSession={CompleteSession} />,
    `/call/${sampleId}?for=${otherSampleId}`,
  )
  expect(await title(uiText('callPage:state.notFound.title'))).toBeDefined()
  const link = await sessionLink(uiText('callPage:allSessions'))
  expect(link.getAttribute('href')).toBe(`/for/${otherSampleId}/sessions`)
})

test.each(['NOT_OPEN_YET', 'OVER', 'REMOVED', 'FULL', 'TOO_MANY_CALLS', 'NO_RELAY'] as const)(
  'joining that is refused with %s says why @slow',
  async (code) => {
    const { ORPCError } = await import('@orpc/client')
    joined.mockRejectedValue(new ORPCError(code, { status: 409, defined: true }))
    await open()
    fireEvent.click(await button(uiText('call:before.join')))
    expect(await screen.findByText(uiText(`callPage:refused.${code}`))).toBeDefined()
  },
)

test('joining a second call asks first and leaves the first @slow', async () => {
  activeCall.set(sampleActiveCall({}, { sessionId: otherSampleId }).active)
  await open()
  fireEvent.click(await button(uiText('call:before.join')))
  expect(await screen.findByText(uiText('callPage:second.text', { name: 'Nora' }))).toBeDefined()
  fireEvent.click(await button(uiText('callPage:second.stay')))
  expect(joined).not.toHaveBeenCalled()
  fireEvent.click(await button(uiText('call:before.join')))
  fireEvent.click(await button(uiText('callPage:second.leave')))
  await waitFor(() => expect(joined).toHaveBeenCalledTimes(1))
})

test.each([
  ['left', null, true],
  ['ended', 'ended', false],
  ['removed', 'removed', false],
  ['takenOver', 'takenOver', true],
  ['signedOut', 'signedOut', true],
  ['notAllowed', 'notAllowed', false],
  ['tooMany', 'tooMany', true],
] as const)(
  'a client whose call is over by %s reads how, and whether there is a way back @slow',
  async (kind, end, mayReturn) => {
    activeCall.set(sampleActiveCall({ phase: 'ended', end }, { endedAt: Date.now() }).active)
    await open()
    expect(await title(uiText(`callPage:end.${kind}.title`))).toBeDefined()
    const back = uiText(kind === 'takenOver' ? 'callPage:end.here' : 'callPage:end.back')
    expect(screen.queryByRole('button', { name: back }) !== null).toBe(mayReturn)
    expect(await sessionLink(uiText('callPage:openSession'))).toBeDefined()
    expect(screen.queryByText(uiText('callPage:end.next'), { exact: false })).toBeNull()
  },
)

test('back to the call leads to the page before it @slow', async () => {
  activeCall.set(sampleActiveCall({ phase: 'ended' }, { endedAt: Date.now() }).active)
  await open()
  fireEvent.click(await button(uiText('callPage:end.back')))
  expect(await title(uiText('call:before.title', { name: 'Nora' }))).toBeDefined()
})

test('ten minutes after leaving there is no way back without waiting', async () => {
  activeCall.set(sampleActiveCall({ phase: 'ended' }, { endedAt: Date.now() - 10 * 60_000 }).active)
  await open()
  expect(await title(uiText('callPage:end.left.title'))).toBeDefined()
  expect(screen.queryByRole('button', { name: uiText('callPage:end.back') })).toBeNull()
})

test('the therapist who ended the call is led to the session to complete it and write the note', async () => {
  activeCall.set(sampleActiveCall({ phase: 'ended', end: 'ended' }, { endedAt: Date.now() }).active)
  await open({}, 'therapist')
  expect(await title(uiText('callPage:end.endedByYou.title'))).toBeDefined()
  expect(screen.getByText(uiText('callPage:end.next'), { exact: false })).toBeDefined()
})

describe('a session that is moved during its call', () => {
  async function openMoved(startsAt: number, viewer: Viewer) {
    activeCall.set(sampleActiveCall().active)
    await open({ session: { startsAt: at(startsAt), endsAt: at(startsAt + hour) } }, viewer)
    await button(uiText('call:leave'))
  }

  test.each(['therapist', 'client'] as const)(
    'shows the %s the new time, and the time left until its end @slow',
    async (viewer) => {
      await openMoved(-600_000, viewer)
      expect(await screen.findByText(uiTextPattern('callPage:moved.near', { start: /.+/, end: /.+/ }))).toBeDefined()
      expect(screen.getByText(uiText('call:minutesLeft_other', { count: '50' }))).toBeDefined()
    },
  )

  test.each(['therapist', 'client'] as const)(
    'to another day goes on, and the %s reads when it can be joined @slow',
    async (viewer) => {
      await openMoved(48 * hour, viewer)
      expect(await screen.findByText(uiTextPattern('callPage:moved.far', { moment: /.+/ }))).toBeDefined()
      expect(screen.queryByText(uiTextPattern('call:minutesLeft_other', { count: /\d+/ }))).toBeNull()
      expect(screen.getByRole('button', { name: uiText('call:leave') })).toBeDefined()
    },
  )

  test('says nothing while the time is the same', async () => {
    const { active } = sampleActiveCall()
    activeCall.set(active)
    const { inputsOf } = await open(active.room)
    await waitFor(() => expect(inputsOf('call/room')).toHaveLength(1))
    await button(uiText('call:leave'))
    expect(screen.queryByText(uiTextPattern('callPage:moved.near', { start: /.+/, end: /.+/ }))).toBeNull()
  })
})

describe('after a call, the therapist', () => {
  const stay = (isTherapist: boolean, leftAt: string | null) => ({
    personId: isTherapist ? otherSampleId : sampleId,
    name: isTherapist ? 'Nora' : 'Ana',
    isTherapist,
    joinedAt: at(-hour),
    leftAt,
    minutes: 47,
  })
  const ended = [stay(true, at(0)), stay(false, null)]
  const complete = uiText('negotiation:step.complete')
  async function openEnd(items: ReturnType<typeof stay>[], part: Parameters<typeof sampleSession>[1] = {}) {
    activeCall.set(sampleActiveCall({ phase: 'ended', end: 'ended' }, { endedAt: Date.now() }).active)
    let session = sampleSession('therapist', { startsAt: at(-hour), ...part })
    const server = await open({}, 'therapist', {
      'call/ofSession': () => ({ items }),
      'session/get': () => sampleSessionDetails(session),
      'session/complete': () => (session = sampleSession('therapist', { startsAt: at(-hour), status: 'completed' })),
    })
    await title(uiText('callPage:end.endedByYou.title'))
    return server
  }

  test('completes the session in one click, and the button is gone', async () => {
    const { inputsOf } = await openEnd(ended)
    fireEvent.click(await button(complete))
    await waitFor(() => expect(inputsOf('session/complete')).toMatchObject([{ id: sampleId }]))
    expect(Object.keys(inputsOf('session/complete')[0] as object).toSorted()).toEqual(['command', 'id'])
    await waitFor(() => expect(screen.queryByRole('button', { name: complete })).toBeNull())
  })

  test('of a couple is asked who attended @slow', async () => {
    const ben = sampleParticipant({ clientId: otherSampleId, firstName: 'Ben' })
    await openEnd(ended, { therapyType: 'couples', participants: [sampleParticipant(), ben] })
    fireEvent.click(await button(complete))
    expect(await screen.findByRole('dialog', { name: uiText('sessionDialog:attendance.title') })).toBeDefined()
  })

  test.each([
    ['to which nobody else came', [stay(true, at(0))], {}],
    ['of a session that is completed', ended, { status: 'completed' }],
    ['of a session that was cancelled', ended, { status: 'cancelled' }],
    ['before the planned start', ended, { startsAt: at(hour) }],
  ] as const)('is not asked to complete a call %s', async (_, items, part) => {
    const { inputsOf } = await openEnd([...items], part)
    await waitFor(() => expect(inputsOf('call/ofSession')).toHaveLength(1))
    if (items === ended) await waitFor(() => expect(inputsOf('session/get')).toHaveLength(1))
    expect(screen.queryByRole('button', { name: complete })).toBeNull()
  })
})

test('ending the call for everyone asks first @slow', async () => {
  activeCall.set(sampleActiveCall().active)
  const { inputsOf } = await open({}, 'therapist')
  fireEvent.click(await button(uiText('call:endForAll')))
  expect(await screen.findByText(uiText('callPage:endAll.text'))).toBeDefined()
  expect(inputsOf('call/end')).toEqual([])
  fireEvent.click(await button(uiText('callPage:endAll.leave')))
  await waitFor(() => expect(inputsOf('call/end')).toEqual([{ callId: sampleCallId }]))
})

test('a client without any way to the therapist gets the number of the practice', async () => {
  const { active, store } = sampleActiveCall()
  activeCall.set(active)
  await open()
  await button(uiText('call:leave'))
  expect(screen.queryByRole('link', { name: uiText('callPage:instead.call') })).toBeNull()
  act(() => store.set({ ...store.get(), others: [samplePerson({ line: 'blocked' })] }))
  const link = await sessionLink(uiText('callPage:instead.call'))
  expect(link.getAttribute('href')).toBe('tel:+49301234')
  expect(screen.getByText(uiTextPattern('callPage:instead.client', { name: 'Nora' }))).toBeDefined()
})

test('a client whose page cannot reach the server for 15 s gets the number too', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  activeCall.set(sampleActiveCall({ phase: 'joining', isOnline: false, others: [] }).active)
  await open()
  await button(uiText('call:leave'))
  await act(() => vi.advanceTimersByTimeAsync(14_000))
  expect(screen.queryByRole('link', { name: uiText('callPage:instead.call') })).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(1_500))
  expect(screen.getByRole('link', { name: uiText('callPage:instead.call') })).toBeDefined()
})

test('without the relay that the call needs, a client sees the number to call instead, and joins nothing', async () => {
  await open({ relayOnly: true, relay: false })
  const call = await screen.findByRole('link', { name: uiText('callPage:instead.call') })
  expect(call.getAttribute('href')).toBe('tel:+49301234')
  expect(screen.queryByRole('button', { name: uiText('call:before.join') })).toBeNull()
})

test('a call with one client needs no relay', async () => {
  await open({ relayOnly: false, relay: false })
  expect(await button(uiText('call:before.join'))).toBeDefined()
})

test('before a call with several clients, the therapist reads who of them waits @slow', async () => {
  const [ana] = sampleRoom().others
  const others = [ana, { ...ana, personId: otherSampleId, name: 'Ben M.' }] as CallRoomData['others']
  await openGroup(others, [])
  expect(await screen.findByText(uiText('callPage:people.none'))).toBeDefined()
  cleanup()
  const ben = {
    callId: sampleCallId,
    sessionId: sampleId,
    personId: otherSampleId,
    name: 'Ben M.',
    since: at(0),
    whereabouts: null,
  }
  await openGroup(others, [ben])
  expect(await screen.findByText(uiText('callPage:people.waiting', { names: 'Ben M.' }))).toBeDefined()
})

async function openGroup(others: CallRoomData['others'], waiting: readonly unknown[]) {
  mockServer({
    ...signedInAnswers('therapist'),
    'call/room': () => sampleRoom({ others }),
    'call/waiting': () => ({ items: waiting }),
  })
  return renderPage(<CallPage sessionId={sampleId} CompleteSession={CompleteSession} />, `/call/${sampleId}`)
}
