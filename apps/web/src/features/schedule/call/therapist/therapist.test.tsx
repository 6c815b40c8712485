import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { mockServer, refusalResponse, renderPage } from '../../../../testing/render-page.tsx'
import { toast } from '../../../../ui/toast/toast.ts'
import { uiText } from '../../../../testing/ui-text.ts'
import { otherSampleId, sampleId, signedInAnswers } from '../../session/session.testing.ts'
import { activeCall } from '../active-call.ts'
import { sampleActiveCall, sampleCallId, samplePerson, sampleRoom } from '../call.testing.ts'
import { CallPeople } from './CallPeople.tsx'
import { WaitingClients } from './WaitingClients.tsx'

const { playWaitingSound } = vi.hoisted(() => ({ playWaitingSound: vi.fn<() => Promise<void>>() }))
vi.mock('../before/level.ts', () => ({ playWaitingSound }))

const ana = {
  callId: sampleCallId,
  sessionId: sampleId,
  personId: sampleId,
  name: 'Ana M.',
  guardianOf: null,
  since: '2026-11-30T09:00:00.000Z',
  whereabouts: 'Home, 12 Mill Lane',
}
const person = { callId: sampleCallId, personId: sampleId }
let waiting: unknown[] = []
const server = (more: Record<string, (input: never) => unknown> = {}) =>
  mockServer({ ...signedInAnswers('therapist'), 'call/waiting': () => ({ items: waiting }), ...more })

beforeEach(() => {
  waiting = [ana]
  playWaitingSound.mockReset().mockResolvedValue()
})
afterEach(() => {
  act(() => activeCall.set(null))
  vi.unstubAllGlobals()
})
const button = (name: string) => screen.findByRole('button', { name })

test('a therapist learns on any page who waits and where they are, with one short sound @slow', async () => {
  server()
  await renderPage(<WaitingClients />, '/dashboard/therapist/notes')
  expect(await screen.findByText(uiText('callPage:notice.waits', { name: 'Ana M.' }))).toBeDefined()
  expect(screen.getByText(uiText('callPage:people.where', { place: 'Home, 12 Mill Lane' }))).toBeDefined()
  expect(screen.getByRole('link', { name: uiText('callPage:notice.open') }).getAttribute('href')).toBe(
    `/call/${sampleId}`,
  )
  await waitFor(() => expect(playWaitingSound).toHaveBeenCalledTimes(1))
})

test('a guardian who waits is named with the child', async () => {
  waiting = [{ ...ana, personId: otherSampleId, name: 'Maria Lopez', guardianOf: 'Leo' }]
  server()
  await renderPage(<WaitingClients />, '/dashboard/therapist')
  const name = uiText('callPage:guardian', { name: 'Maria Lopez', client: 'Leo' })
  expect(await screen.findByText(uiText('callPage:notice.waits', { name }))).toBeDefined()
})

test('a guardian is among the people of the call while they are in it', async () => {
  const maria = {
    personId: otherSampleId,
    clientId: sampleId,
    name: 'Maria Lopez',
    guardianOf: 'Leo',
    whereabouts: 'At work',
  }
  server({ 'call/room': () => sampleRoom({ others: [...sampleRoom().others, maria] }) })
  const { active, store } = sampleActiveCall({ others: [] })
  await renderPage(<CallPeople active={active} />)
  const name = uiText('callPage:guardian', { name: 'Maria Lopez', client: 'Leo' })
  expect(await screen.findByRole('region', { name: 'Ana M.' })).toBeDefined()
  expect(screen.queryByRole('region', { name })).toBeNull()
  act(() => store.set({ ...store.get(), others: [samplePerson({ person: otherSampleId, isTherapist: false })] }))
  const region = await screen.findByRole('region', { name })
  expect(region.textContent).toContain(uiText('callPage:people.where', { place: 'At work' }))
})

test('letting a client in opens the call, and the notice is gone', async () => {
  const { inputsOf } = server({
    'call/admit': () => {
      waiting = []
      return {}
    },
  })
  const { router } = await renderPage(<WaitingClients />, '/dashboard/therapist')
  fireEvent.click(await button(uiText('callPage:notice.admit')))
  await waitFor(() => expect(router.state.location.pathname).toBe(`/call/${sampleId}`))
  expect(inputsOf('call/admit')).toEqual([person])
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

const ben = { ...ana, personId: otherSampleId, name: 'Ben M.', whereabouts: null }

test('clients who wait together are let in together, the longest waiting first', async () => {
  waiting = [ana, ben]
  const { inputsOf } = server({
    'call/admit': ({ personId }: { personId: string }) => {
      waiting = waiting.filter((one) => (one as typeof ana).personId !== personId)
      return {}
    },
  })
  const { router } = await renderPage(<WaitingClients />, '/dashboard/therapist')
  fireEvent.click(await button(uiText('callPage:notice.admitAll')))
  await waitFor(() => expect(router.state.location.pathname).toBe(`/call/${sampleId}`))
  expect(inputsOf('call/admit')).toEqual([person, { ...person, personId: otherSampleId }])
})

test('letting all in to a call that is full says so', async () => {
  waiting = [ana, ben]
  const { inputsOf } = server({
    'call/admit': ({ personId }: { personId: string }) => (personId === sampleId ? {} : refusalResponse(409, 'FULL')),
  })
  const said = vi.spyOn(toast, 'error')
  await renderPage(<WaitingClients />, '/dashboard/therapist')
  fireEvent.click(await button(uiText('callPage:notice.admitAll')))
  await waitFor(() => expect(said).toHaveBeenCalledWith(uiText('callPage:refused.FULL')))
  expect(inputsOf('call/admit')).toHaveLength(2)
})

test.each([
  ['one client waits', [ana]],
  ['two clients wait for different calls', [ana, { ...ben, callId: otherSampleId }]],
])('when %s, each is let in alone', async (_, all) => {
  waiting = all
  server()
  await renderPage(<WaitingClients />, '/dashboard/therapist')
  expect(await screen.findAllByRole('button', { name: uiText('callPage:notice.admit') })).toHaveLength(all.length)
  expect(screen.queryByRole('button', { name: uiText('callPage:notice.admitAll') })).toBeNull()
})

test('a therapist who is in the call stays on the page where they write', async () => {
  server({ 'call/admit': () => ({}) })
  activeCall.set(sampleActiveCall().active)
  const { router } = await renderPage(<WaitingClients />, '/dashboard/therapist/notes')
  fireEvent.click(await button(uiText('callPage:notice.admit')))
  await waitFor(async () => expect(await button(uiText('callPage:notice.admit'))).toHaveProperty('disabled', false))
  expect(router.state.location.pathname).toBe('/dashboard/therapist/notes')
})

test('five more minutes are asked for once', async () => {
  const { inputsOf } = server({ 'call/askToWait': () => ({}) })
  await renderPage(<WaitingClients />, '/dashboard/therapist')
  fireEvent.click(await button(uiText('callPage:notice.later')))
  expect(await screen.findByText(uiText('callPage:notice.laterDone'))).toBeDefined()
  expect(screen.queryByRole('button', { name: uiText('callPage:notice.later') })).toBeNull()
  expect(inputsOf('call/askToWait')).toEqual([person])
})

test('nobody waiting shows nothing and plays nothing', async () => {
  waiting = []
  const { inputsOf } = server()
  await renderPage(<WaitingClients />, '/dashboard/therapist')
  await waitFor(() => expect(inputsOf('call/waiting')).toHaveLength(1))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(playWaitingSound).not.toHaveBeenCalled()
})

const roomAt = (whereabouts: string | null) => {
  const room = sampleRoom()
  return { ...room, others: room.others.map((client) => ({ ...client, whereabouts })) }
}

const people = async (more: Record<string, (input: never) => unknown> = {}) => {
  const { inputsOf } = server({ 'call/room': () => roomAt('Home, 12 Mill Lane'), ...more })
  const { active } = sampleActiveCall({ others: [samplePerson({ person: sampleId, name: 'Ana M.' })] })
  await renderPage(<CallPeople active={active} />)
  await screen.findByText('Ana M.')
  return inputsOf
}

test('removing a client asks first @slow', async () => {
  const inputsOf = await people({ 'call/remove': () => ({}) })
  fireEvent.click(await button(uiText('callPage:remove.button')))
  expect(await screen.findByText(uiText('callPage:remove.text', { name: 'Ana M.' }))).toBeDefined()
  expect(inputsOf('call/remove')).toEqual([])
  fireEvent.click(await button(uiText('callPage:remove.leave')))
  await waitFor(() => expect(inputsOf('call/remove')).toEqual([person]))
})

test('the therapist allows clients to share their screen', async () => {
  const inputsOf = await people({ 'call/allowSharing': () => ({}) })
  fireEvent.click(screen.getByRole('switch'))
  await waitFor(() => expect(inputsOf('call/allowSharing')).toEqual([{ callId: sampleCallId, isAllowed: true }]))
  expect(screen.getByRole('switch')).toHaveProperty('checked', true)
})

test('a therapist who has reloaded the page sees what the call already allows, and where the client is', async () => {
  server({ 'call/room': () => roomAt('At the office') })
  const { active } = sampleActiveCall({ clientsShare: true }, { room: roomAt('At the office') })
  await renderPage(<CallPeople active={active} />)
  expect(await screen.findByText(uiText('callPage:people.where', { place: 'At the office' }))).toBeDefined()
  expect(screen.getByRole('switch')).toHaveProperty('checked', true)
})

test('the therapist sees where a client is who has answered after the therapist joined', async () => {
  server({ 'call/room': () => roomAt('On the train') })
  await renderPage(<CallPeople active={sampleActiveCall({}, { room: roomAt(null) }).active} />)
  expect(await screen.findByText(uiText('callPage:people.where', { place: 'On the train' }))).toBeDefined()
})

test('where a client is stays in sight in the call, and the emergency contact is read only when asked for', async () => {
  const inputsOf = await people({
    'client/get': () => ({ emergencyName: 'Luc Moreau', emergencyRelationship: 'Brother', emergencyPhone: '+33 6 12' }),
  })
  expect(await screen.findByText(uiText('callPage:people.where', { place: 'Home, 12 Mill Lane' }))).toBeDefined()
  expect(inputsOf('client/get')).toEqual([])
  fireEvent.click(await button(uiText('callPage:people.showEmergency')))
  expect((await screen.findByText('+33 6 12')).getAttribute('href')).toBe('tel:+33612')
  expect(screen.getByText('Luc Moreau, Brother')).toBeDefined()
})

describe('where a client is can be added to the note during the call', () => {
  const text = uiText('note:whereabouts.text', { place: 'Home, 12 Mill Lane' })
  const note = { sessionId: sampleId, clientId: sampleId, text: 'Before.', content: null, version: 3, updatedAt: null }
  const open = (more: Record<string, (input: never) => unknown>) =>
    people({ 'note/open': () => ({ ...note, signedAt: null, addenda: [], assistance: null }), ...more })
  const add = async () => fireEvent.click(await button(uiText('note:whereabouts.add')))

  test('it is added below what the note contains, and the note is read only then', async () => {
    const inputsOf = await open({ 'note/save': () => ({ version: 4, updatedAt: '2026-11-30T10:00:00.000Z' }) })
    await button(uiText('note:whereabouts.add'))
    expect(inputsOf('note/open')).toEqual([])
    await add()
    expect(await screen.findByText(uiText('note:whereabouts.added'))).toBeDefined()
    const saved = { sessionId: sampleId, clientId: sampleId, text: `Before.\n\n${text}`, version: 3 }
    expect(inputsOf('note/save')).toEqual([saved])
  })

  test('a note that contains it already is not changed', async () => {
    const inputsOf = await open({ 'note/open': () => ({ ...note, text }) })
    await add()
    expect(await screen.findByText(uiText('note:whereabouts.added'))).toBeDefined()
    expect(inputsOf('note/save')).toEqual([])
  })

  test.each([
    ['NOTE_SIGNED', 'note:whereabouts.isSigned'],
    ['NOTE_CHANGED', 'note:whereabouts.failed'],
  ] as const)('a refusal with %s is said, and it can be tried again', async (code, key) => {
    await open({ 'note/save': () => refusalResponse(409, code) })
    const said = vi.spyOn(toast, 'error')
    await add()
    await waitFor(() => expect(said).toHaveBeenCalledWith(uiText(key)))
    expect(await button(uiText('note:whereabouts.add'))).toHaveProperty('disabled', false)
  })
})

test('the answer of a guardian is not offered for the note', async () => {
  const maria = {
    personId: otherSampleId,
    clientId: sampleId,
    name: 'Maria',
    guardianOf: 'Leo',
    whereabouts: 'At work',
  }
  server({ 'call/room': () => sampleRoom({ others: [...sampleRoom().others, maria] }) })
  const others = [samplePerson({ person: otherSampleId, isTherapist: false })]
  await renderPage(<CallPeople active={sampleActiveCall({ others }).active} />)
  expect(await screen.findByText(uiText('callPage:people.where', { place: 'At work' }))).toBeDefined()
  expect(screen.queryByRole('button', { name: uiText('note:whereabouts.add') })).toBeNull()
})

test('the therapist sees under which name a client of a group is in the call', async () => {
  server()
  const { active } = sampleActiveCall({ others: [samplePerson({ person: sampleId, name: 'Blue' })] })
  await renderPage(<CallPeople active={active} />)
  expect(await screen.findByText(uiText('callPage:people.as', { name: 'Blue' }))).toBeDefined()
})

test('a client who is in the call under their first name is named once', async () => {
  server()
  const { active } = sampleActiveCall({ others: [samplePerson({ person: sampleId, name: 'Ana' })] })
  await renderPage(<CallPeople active={active} />)
  await screen.findByText('Ana M.')
  expect(screen.queryByText(uiText('callPage:people.as', { name: 'Ana' }))).toBeNull()
})
