import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { mockServer, refusalResponse, renderPage } from '../../../../testing/render-page.tsx'
import { uiText, uiTextPattern } from '../../../../testing/ui-text.ts'
import { EditSessionDialog } from '../dialogs/EditSessionDialog.tsx'
import { ScheduleDialog } from '../schedule/ScheduleDialog.tsx'
import { SeriesEditDialog } from '../series/SeriesEditDialog.tsx'
import { otherSampleId, sampleId, sampleParticipant, sampleSession, signedInAnswers } from '../session.testing.ts'

afterEach(() => vi.unstubAllGlobals())

const terms = { durationMinutes: 50, location: 'Practice', videoLink: 'https://meet.example.org/{room}' }
const people = (count: number) =>
  Array.from({ length: count }, (_, number) => sampleParticipant({ firstName: `Client ${number}` }))
const choose = (place: 'inAttune' | 'link') =>
  fireEvent.click(screen.getByRole('radio', { name: uiText(`session:callPlace.${place}`) }))
const radio = (place: 'inAttune' | 'link') =>
  screen.findByRole<HTMLInputElement>('radio', { name: uiText(`session:callPlace.${place}`) })
const save = () => fireEvent.click(screen.getByRole('button', { name: uiText('sessionDialog:editing.submit') }))
const linkField = () => screen.queryByLabelText(uiTextPattern('sessionDialog:editing.link'))

/** Opens the edit dialog for a session that differs from the sample by `part`. Returns the inputs that the server received. */
const edit = async (...of: Parameters<typeof editWith>) => (await editWith(...of)).sent
async function editWith(
  part: Parameters<typeof sampleSession>[1],
  callsInAttune = false,
  answer: unknown = undefined,
  withoutAccount: readonly string[] = [],
) {
  const session = sampleSession('therapist', part)
  const { inputsOf } = mockServer({
    ...signedInAnswers('therapist'),
    'terms/mine': () => ({ ...terms, callsInAttune }),
    'session/edit': () => answer ?? session,
    'client/withoutAccount': () => ({ items: withoutAccount }),
  })
  await renderPage(<EditSessionDialog session={session} onClose={() => {}} />)
  await radioOf(part)
  return { sent: () => inputsOf('session/edit'), asked: inputsOf }
}
const radioOf = (part: Parameters<typeof sampleSession>[1]) =>
  part?.format ? screen.findByLabelText(uiTextPattern('sessionDialog:editing.location.phone')) : radio('link')

test('a therapist moves the call of a session to Attune, without a link to enter [2.14] @slow', async () => {
  const sent = await edit({})
  expect(linkField()).not.toBeNull()
  choose('inAttune')
  expect(linkField()).toBeNull()
  expect(screen.getByText(uiText('session:callPlace.hint'))).toBeTruthy()
  save()
  await waitFor(() => expect(sent()).toMatchObject([{ format: 'video', callInAttune: true, videoUrl: null }]))
})

test('a therapist moves the call of a session from Attune to the own link [2.14] @slow', async () => {
  const sent = await edit({ videoUrl: null, callInAttune: true })
  choose('link')
  save()
  await waitFor(() => expect(sent()).toMatchObject([{ format: 'video', callInAttune: false, videoUrl: null }]))
})

test('a session that becomes a video session takes the default of the terms, and its link stays unset @slow', async () => {
  const sent = await edit({ format: 'phone', videoUrl: null }, true)
  await waitFor(async () => {
    fireEvent.click(screen.getByRole('radio', { name: uiText('session:format.phone') }))
    fireEvent.click(screen.getByRole('radio', { name: uiText('session:format.video') }))
    expect((await radio('inAttune')).checked).toBe(true)
  })
  save()
  await waitFor(() => expect(sent()).toMatchObject([{ format: 'video', callInAttune: true, videoUrl: null }]))
})

test.each([
  ['Ana Moreau has', [sampleId], 'one', 'Ana Moreau'],
  ['Ana and Ben have', [sampleId, otherSampleId], 'other', 'Ana Moreau and Ben Moreau'],
] as const)(
  '%s no account: the form names who cannot join in Attune, and saves nevertheless @slow',
  async (_, ids, form, names) => {
    const participants = [
      sampleParticipant({ clientId: sampleId }),
      sampleParticipant({ clientId: otherSampleId, firstName: 'Ben' }),
    ]
    const part = { therapyType: 'couples' as const, participants: participants.slice(0, ids.length) }
    const sent = await edit(part, false, undefined, ids)
    expect(screen.queryByText(uiText(`session:callPlace.noAccount_${form}`, { names }))).toBeNull()
    choose('inAttune')
    await screen.findByText(uiText(`session:callPlace.noAccount_${form}`, { names }))
    save()
    await waitFor(() => expect(sent()).toMatchObject([{ callInAttune: true }]))
  },
)

test('a session whose clients have accounts says nothing of them', async () => {
  const { asked } = await editWith({ videoUrl: null, callInAttune: true })
  await waitFor(() => expect(asked('client/withoutAccount')).toEqual([{ ids: [sampleId] }]))
  expect(screen.queryByText(uiText('session:callPlace.noAccount_one', { names: 'Ana Moreau' }))).toBeNull()
})

test('a session with too many clients for a call in Attune says why it uses the link @slow', async () => {
  await edit({ therapyType: 'group', participants: people(4) })
  expect((await radio('inAttune')).disabled).toBe(true)
  expect(screen.getByText(uiText('session:callPlace.tooMany', { most: '3' }))).toBeTruthy()
})

test('a client who has declined does not count as a participant of the call', async () => {
  const participants = [...people(3), sampleParticipant({ answer: 'declined' })]
  await edit({ therapyType: 'group', participants })
  expect((await radio('inAttune')).disabled).toBe(false)
})

test('the dialog shows why the server refused a call in Attune, and keeps the choice @slow', async () => {
  await edit({}, false, refusalResponse(409, 'CALL_TOO_LARGE'))
  choose('inAttune')
  save()
  await screen.findByText(uiText('negotiation:refused.CALL_TOO_LARGE'))
  expect((await radio('inAttune')).checked).toBe(true)
})

test('sessions of a series move their calls to Attune @slow', async () => {
  const session = sampleSession('therapist', { seriesId: crypto.randomUUID() })
  const { inputsOf } = mockServer({
    ...signedInAnswers('therapist'),
    'terms/mine': () => ({ ...terms, callsInAttune: false }),
    'series/change': () => ({ series: {}, changed: 3 }),
  })
  await renderPage(<SeriesEditDialog session={session} scope="all" onClose={() => {}} />)
  await radio('link')
  choose('inAttune')
  save()
  await waitFor(() => expect(inputsOf('series/change')).toMatchObject([{ callInAttune: true, videoUrl: null }]))
})

/** Opens the dialog that schedules a session, as a video session. Returns the inputs that the server received. */
async function schedule(callsInAttune: boolean) {
  const { inputsOf } = mockServer({
    ...signedInAnswers('therapist'),
    'terms/mine': () => ({ ...terms, callsInAttune }),
    'sessionType/list': () => ({ items: [] }),
    'session/list': () => ({ items: [], next: null }),
    'availability/nextFree': () => ({ slots: [] }),
    'session/create': () => sampleSession('therapist'),
  })
  const client = { id: crypto.randomUUID(), name: 'Ana Moreau' }
  const at = { day: '2099-12-01', time: '11:00', minutes: 50 }
  await renderPage(
    <ScheduleDialog client={client} at={at} what={{ format: 'video', typeId: null }} onClose={() => {}} />,
  )
  await waitFor(async () => expect((await radio(callsInAttune ? 'inAttune' : 'link')).checked).toBe(true))
  return { sent: () => inputsOf('session/create') }
}
const submit = () => fireEvent.click(screen.getByRole('button', { name: uiText('session:plan.submit') }))

test('a new video session has its call where the terms say [3.08] @slow', async () => {
  const { sent } = await schedule(true)
  expect(screen.queryByText(uiText('session:plan.room'))).toBeNull()
  submit()
  await waitFor(() => expect(sent()).toMatchObject([{ format: 'video', callInAttune: true }]))
})

test('a therapist chooses the own link for one new session, although the terms say otherwise [3.08] @slow', async () => {
  const { sent } = await schedule(true)
  choose('link')
  expect(screen.getByText(uiText('session:plan.room'))).toBeTruthy()
  submit()
  await waitFor(() => expect(sent()).toMatchObject([{ format: 'video', callInAttune: false }]))
})

test('a therapist chooses Attune for one new session, although the terms say otherwise [3.08] @slow', async () => {
  const { sent } = await schedule(false)
  choose('inAttune')
  submit()
  await waitFor(() => expect(sent()).toMatchObject([{ format: 'video', callInAttune: true }]))
})
