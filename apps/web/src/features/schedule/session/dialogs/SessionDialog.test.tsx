import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState, type ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { mockServer, renderPage, refusalResponse } from '../../../../testing/render-page.tsx'
import Toasts from '../../../../ui/toast/Toasts.tsx'
import { sampleSlots } from '../../availability/availability.testing.ts'
import { MoveTimePicker } from '../../availability/booking/MoveTimePicker.tsx'
import type { SessionDetailsData } from '../summary/mutations.ts'
import { OpenQuestionBanner } from '../detail/OpenQuestionBanner.tsx'
import { openQuestionOfChange } from '../waiting/open-question.ts'
import { OtherTimesContext } from './other-times.ts'
import { SessionActions } from '../detail/SessionActions.tsx'
import { SessionDialogProvider } from './SessionDialogProvider.tsx'
import {
  sampleChangeRequest,
  sampleSessionDetails,
  sampleId,
  otherSampleId,
  sampleParticipant,
  sampleSession,
  signedInAnswers,
} from '../session.testing.ts'
import { OutcomeSection } from '../detail/OutcomeSection.tsx'
import { AwaitingAnswerRow } from '../waiting/AwaitingAnswerRow.tsx'
import { uiText, uiTextPattern } from '../../../../testing/ui-text.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

async function show(what: ReactNode, answers: Parameters<typeof mockServer>[0]) {
  const { inputsOf: sent } = mockServer(answers)
  const drawn = await renderPage(
    <OtherTimesContext value={MoveTimePicker}>
      <SessionDialogProvider>
        {what}
        <Toasts />
      </SessionDialogProvider>
    </OtherTimesContext>,
  )
  return { ...drawn, sent }
}
/** Renders the children and a button that removes them, to simulate that Ana withdraws her request. */
function Withdrawable({ children }: { children: ReactNode }) {
  const [there, setThere] = useState(true)
  return (
    <>
      {there && children}
      <button type="button" onClick={() => setThere(false)}>
        Ana withdraws
      </button>
    </>
  )
}
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))
const dialog = () => within(screen.getByRole('dialog'))
const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString()

/**
 * Returns the rendered actions of a client and the answers of the mocked server. By default, a change is free until 24
 * hours before the start, then late, and blocked in the last 4 hours.
 */
function asClient(startsAt: string, bookedAt: string, terms: Partial<SessionDetailsData['terms']> = {}) {
  const session = sampleSession('client', { startsAt, bookedAt })
  const window = { lateHours: 24, blockedHours: 4 }
  const details = sampleSessionDetails(session)
  const own = { ...details.terms, cancel: window, move: window, ...terms }
  const answers = { ...signedInAnswers('client'), 'session/get': () => ({ ...details, terms: own }) }
  return { session, answers, what: <SessionActions session={session} viewer="client" /> }
}
const longAgo = '2026-01-01T10:00:00.000Z'
/** Returns the texts about cancelling and about moving that a client of Nora reads if changes have the given status. */
const wordings = (status: 'free' | 'late' | 'blocked' | 'fresh') =>
  (['cancel', 'move'] as const).map((kind) =>
    uiTextPattern(`sessionDialog:terms.${kind}.${status}`, { name: 'Nora Lindqvist', count: '4' }),
  ) as [cancel: RegExp, move: RegExp]

test('a client sees whether a change is free, late or blocked before requesting it [1.05] @slow', async () => {
  const cases: [startsAt: string, bookedAt: string, cancel: RegExp, move: RegExp][] = [
    [hours(48), longAgo, ...wordings('free')],
    [hours(12), longAgo, ...wordings('late')],
    [hours(2), longAgo, ...wordings('blocked')],
    [hours(2), hours(-0.01), ...wordings('fresh')],
  ]
  for (const [startsAt, bookedAt, cancel, move] of cases) {
    const { what, answers } = asClient(startsAt, bookedAt)
    const { unmount } = await show(what, answers)
    await press(uiText('negotiation:act.askMove'))
    expect(await screen.findByText(move)).toBeTruthy()
    // A move is never billed.
    expect(dialog().queryByText(/may charge/)).toBeNull()
    await press(uiText('sessionDialog:askingMove.back'))
    await press(uiText('negotiation:act.askCancel'))
    expect(await screen.findByText(cancel)).toBeTruthy()
    unmount()
  }
})

test('the cancel dialog names the fee or the client’s share, or else the rule @slow', async () => {
  const fee = (amountMinor: string, totalMinor = '9500') => ({ amountMinor, totalMinor, currency: 'EUR' })
  const name = 'Nora Lindqvist'
  const share = uiText('sessionDialog:terms.fee.share', { share: '€30.00', total: '€95.00' })
  const text = (key: 'free' | 'late' | 'blocked' | 'none', amount: string) =>
    uiTextPattern(`sessionDialog:terms.fee.${key}`, { name, amount, count: '4' })
  const cases: [startsAt: string, fee: ReturnType<typeof fee> | null, wanted: RegExp][] = [
    [hours(48), fee('9500'), text('free', '€95.00')],
    [hours(12), fee('9500'), text('late', '€95.00')],
    [hours(12), fee('3000'), text('late', share)],
    [hours(2), fee('9500'), text('blocked', '€95.00')],
    [hours(12), fee('0'), text('none', '')],
    [hours(12), null, wordings('late')[0]],
  ]
  for (const [startsAt, known, wanted] of cases) {
    const { what, answers } = asClient(startsAt, longAgo)
    const { unmount, sent } = await show(what, { ...answers, 'invoice/cancelFee': () => ({ fee: known }) })
    await press(uiText('negotiation:act.askCancel'))
    expect(await screen.findByText(wanted)).toBeTruthy()
    expect(sent('invoice/cancelFee')).toEqual([{ sessionId: sampleId }])
    unmount()
  }
})

test('the cancel dialog says that the cancellation takes effect at once, and a retry sends the same id and reason @slow', async () => {
  const early = { acceptEarlyCancels: true }
  const { session, what, answers } = asClient(hours(48), longAgo, early)
  const change = sampleChangeRequest('client', { kind: 'cancel', state: 'accepted' })
  let tries = 0
  const { sent } = await show(what, {
    ...answers,
    'changeRequest/askCancel': () => (++tries === 1 ? refusalResponse(409, 'CONFLICT') : { change, session }),
  })
  await press(uiText('negotiation:act.askCancel'))
  await screen.findByText(uiText('sessionDialog:terms.atOnce'))
  fireEvent.change(dialog().getByRole('textbox'), { target: { value: 'I am ill.' } })
  await press(uiText('sessionDialog:asking.askCancel.submit'))
  await screen.findByText(uiTextPattern('negotiation:refused.updateFailed'))
  expect((dialog().getByRole('textbox') as HTMLTextAreaElement).value).toBe('I am ill.')
  await press(uiText('sessionDialog:asking.askCancel.submit'))
  await screen.findByText(uiTextPattern('negotiation:done.cancelledAtOnce', { name: /Nora.*/ }))
  const [first, second] = sent('changeRequest/askCancel')
  expect(first).toMatchObject({ sessionId: sampleId, reason: 'I am ill.' })
  expect(second).toEqual(first)
})

test('a client who requests a taken time sees the conflict without a name and cannot book anyway @slow', async () => {
  const { what, answers } = asClient(hours(48), longAgo)
  const taken = { kind: 'session', sessionId: null, name: '', startsAt: '2099-11-27T09:00:00.000Z' }
  const { sent } = await show(what, {
    ...answers,
    'changeRequest/askMove': () =>
      refusalResponse(409, 'SLOT_TAKEN', { conflicts: [{ ...taken, endsAt: '2099-11-27T09:50:00.000Z' }] }),
  })
  await press(uiText('negotiation:act.askMove'))
  fireEvent.change(await screen.findByLabelText(uiTextPattern('session:plan.date')), {
    target: { value: '2099-11-27' },
  })
  await press(uiText('sessionDialog:askingMove.submit'))
  await screen.findByText(uiText('negotiation:taken.title'))
  expect(screen.queryByRole('button', { name: uiText('negotiation:taken.anyway') })).toBeNull()
  expect(sent('changeRequest/askMove')).toHaveLength(1)
})

test('a client requests a move to a free time, and can propose another time only if the terms allow it @slow', async () => {
  const { what, answers } = asClient(hours(48), longAgo)
  const free = '2099-11-27T09:00:00.000Z'
  let proposeTimes = true
  const slots = vi.fn(() => sampleSlots([free], { formats: ['video', 'in-person', 'phone'], proposeTimes }))
  const drawn = await show(what, {
    ...answers,
    'availability/slots': slots,
    'changeRequest/askMove': () => refusalResponse(409, 'NOT_OFFERED'),
  })
  await press(uiText('negotiation:act.askMove'))
  expect(await screen.findByRole('button', { name: uiText('sessionDialog:countering.title') })).toBeTruthy()
  await press(uiText('sessionDialog:countering.title'))
  expect(await screen.findByLabelText(uiTextPattern('session:plan.date'))).toBeTruthy()
  await press(uiText('booking:move.free'))
  await press(/^Friday, 27 November/)
  await press(/^10:00/)
  await press(uiText('sessionDialog:askingMove.submit'))
  await screen.findByText(uiTextPattern('negotiation:refused.NOT_OFFERED'))
  expect(drawn.sent('changeRequest/askMove')).toMatchObject([{ startsAt: free, durationMinutes: 50 }])
  expect(drawn.sent('availability/slots')[0]).toMatchObject({ sessionId: sampleId })
  drawn.unmount()
  proposeTimes = false
  await show(what, { ...answers, 'availability/slots': slots })
  await press(uiText('negotiation:act.askMove'))
  expect(await screen.findByRole('button', { name: /^Friday, 27 November/ })).toBeTruthy()
  expect(screen.queryByRole('button', { name: uiText('sessionDialog:countering.title') })).toBeNull()
})

test('a requested session at a taken time is confirmed only after the therapist clicks Book anyway @slow', async () => {
  const session = sampleSession('therapist', { status: 'pending' })
  const conflicts = [
    {
      kind: 'session',
      sessionId: otherSampleId,
      name: 'Leo B.',
      startsAt: session.startsAt,
      endsAt: session.endsAt,
    } as const,
  ]
  const { sent } = await show(
    <AwaitingAnswerRow
      waiting={{
        session,
        change: null,
        conflicts,
        rivals: [],
        withinAvailability: true,
        moved: null,
        awaitedInSeries: 0,
      }}
      viewer="therapist"
    />,
    {
      ...signedInAnswers('therapist'),
      'session/confirm': (input: { anyway?: boolean }) =>
        input.anyway ? sampleSession('therapist') : refusalResponse(409, 'SLOT_TAKEN', { conflicts }),
    },
  )
  expect(screen.getByText(uiText('negotiation:taken.brief'))).toBeTruthy()
  await press(uiText('negotiation:step.confirm'))
  await screen.findByText(uiText('negotiation:taken.title'))
  expect(screen.getByText(/Leo B\./)).toBeTruthy()
  await press(uiText('negotiation:taken.anyway'))
  await screen.findByText(uiText('negotiation:done.confirm', { name: 'Ana' }))
  expect(sent('session/confirm').map((input) => (input as { anyway?: true }).anyway)).toEqual([undefined, true])
})

test('accepting a change request that is already answered shows its state', async () => {
  const session = sampleSession('therapist', { change: 'open' })
  const change = sampleChangeRequest('therapist')
  await show(
    <AwaitingAnswerRow
      waiting={{
        session,
        change,
        conflicts: [],
        rivals: [],
        withinAvailability: true,
        moved: null,
        awaitedInSeries: 0,
      }}
      viewer="therapist"
    />,
    {
      ...signedInAnswers('therapist'),
      'changeRequest/accept': () =>
        refusalResponse(409, 'ILLEGAL_TRANSITION', { status: 'confirmed', state: 'withdrawn' }),
    },
  )
  await press(uiText('negotiation:step.accept'))
  await screen.findByText(uiText('negotiation:refused.answered', { state: 'withdrawn' }))
})

test('the decline dialog keeps its reason when the banner that opened it disappears @slow', async () => {
  const session = sampleSession('therapist', { change: 'open' })
  const change = sampleChangeRequest('therapist')
  const open = openQuestionOfChange(session, change, 'therapist')
  if (!open) throw new Error('nothing is open')
  const banner = (
    <OpenQuestionBanner
      session={session}
      open={open}
      viewer="therapist"
      conflicts={[]}
      rivals={[]}
      withinAvailability
    />
  )
  const { sent } = await show(<Withdrawable>{banner}</Withdrawable>, {
    ...signedInAnswers('therapist'),
    'changeRequest/decline': () =>
      refusalResponse(409, 'ILLEGAL_TRANSITION', { status: 'confirmed', state: 'withdrawn' }),
  })
  await press(uiText('negotiation:step.decline'))
  const reasonField = await screen.findByLabelText(uiTextPattern('sessionDialog:reason'))
  fireEvent.change(reasonField, { target: { value: 'I am away that day.' } })
  fireEvent.click(screen.getByText('Ana withdraws'))
  expect(screen.queryByText(uiText('negotiation:open.therapist.move', { name: 'Ana' }))).toBeNull()
  fireEvent.click(dialog().getByRole('button', { name: uiText('sessionDialog:asking.declineChange.submit') }))
  await screen.findByText(uiText('negotiation:refused.answered', { state: 'withdrawn' }))
  expect((reasonField as HTMLTextAreaElement).value).toBe('I am away that day.')
  expect(sent('changeRequest/decline')).toHaveLength(1)
})

test('an edit that conflicts with another device shows the differences, and the therapist can use the other version @slow', async () => {
  const mine = sampleSession('therapist')
  const theirs = sampleSession('therapist', { revision: 7, format: 'in-person', videoUrl: null, location: 'Room 2' })
  const { sent } = await show(<SessionActions session={mine} viewer="therapist" />, {
    ...signedInAnswers('therapist'),
    'session/edit': (input: { revision: number }) =>
      input.revision === 7 ? { ...theirs, revision: 8 } : refusalResponse(409, 'CHANGED', theirs),
  })
  await press(uiText('negotiation:act.more'))
  fireEvent.click(screen.getByRole('menuitem', { name: uiText('negotiation:act.edit') }))
  fireEvent.change(await screen.findByLabelText(uiTextPattern('sessionDialog:editing.link')), {
    target: { value: 'https://call.test/mine' },
  })
  await press(uiText('sessionDialog:editing.submit'))
  const alert = (await screen.findByText(uiText('sessionDialog:elsewhere.title'))).closest('[role=alert]')
  for (const part of [
    uiText('session:format.video'),
    uiText('session:format.in-person'),
    'Room 2',
    'https://call.test/room-1',
  ])
    expect(alert?.textContent).toContain(part)
  await press(uiText('versionConflict:useTheirs'))
  expect(screen.queryByText(uiText('sessionDialog:elsewhere.title'))).toBeNull()
  expect(
    (screen.getByLabelText(uiTextPattern('sessionDialog:editing.location.in-person')) as HTMLInputElement).value,
  ).toBe('Room 2')
  await press(uiText('sessionDialog:editing.submit'))
  await screen.findByText(uiText('negotiation:done.edit', { name: 'Ana' }))
  expect(sent('session/edit').map((input) => (input as { revision: number }).revision)).toEqual([3, 7])
})

test('after a conflict, keeping one’s own version overwrites exactly the revision that was shown @slow', async () => {
  const theirs = sampleSession('therapist', { revision: 7, location: 'Room 2' })
  const { sent } = await show(<SessionActions session={sampleSession('therapist')} viewer="therapist" />, {
    ...signedInAnswers('therapist'),
    'session/edit': (input: { revision: number }) =>
      input.revision === 7 ? { ...theirs, revision: 8 } : refusalResponse(409, 'CHANGED', theirs),
  })
  await press(uiText('negotiation:act.more'))
  fireEvent.click(screen.getByRole('menuitem', { name: uiText('negotiation:act.edit') }))
  fireEvent.change(await screen.findByLabelText(uiTextPattern('sessionDialog:editing.location.video')), {
    target: { value: 'Garden' },
  })
  await press(uiText('sessionDialog:editing.submit'))
  await press(uiText('versionConflict:keepMine'))
  await screen.findByText(uiTextPattern('negotiation:done.edit'))
  expect(sent('session/edit').at(-1)).toMatchObject({ location: 'Garden', revision: 7 })
})

test('an invalid video link is refused before it is sent @slow', async () => {
  const { sent } = await show(
    <SessionActions session={sampleSession('therapist')} viewer="therapist" />,
    signedInAnswers('therapist'),
  )
  await press(uiText('negotiation:act.more'))
  fireEvent.click(screen.getByRole('menuitem', { name: uiText('negotiation:act.edit') }))
  fireEvent.change(await screen.findByLabelText(uiTextPattern('sessionDialog:editing.link')), {
    target: { value: 'javascript:alert(1)' },
  })
  await press(uiText('sessionDialog:editing.submit'))
  await screen.findByText(uiText('sessionDialog:editing.linkWrong'))
  expect(sent('session/edit')).toEqual([])
})

test('the delete dialog of a session with notes offers to open the note or cancel the session @slow', async () => {
  await show(<SessionActions session={sampleSession('therapist')} viewer="therapist" />, {
    ...signedInAnswers('therapist'),
    'session/delete': () => refusalResponse(409, 'HAS_NOTES'),
  })
  await press(uiText('negotiation:act.more'))
  fireEvent.click(screen.getByRole('menuitem', { name: uiText('negotiation:act.delete') }))
  fireEvent.click(await screen.findByRole('button', { name: uiText('sessionDialog:asking.delete.submit') }))
  await screen.findByText(uiText('negotiation:refused.HAS_NOTES'))
  expect(screen.getByRole('link', { name: uiText('negotiation:act.openNote') }).getAttribute('href')).toBe(
    `/dashboard/therapist/sessions/session-details?id=${sampleId}#note`,
  )
  fireEvent.click(dialog().getByRole('button', { name: uiText('negotiation:act.cancel') }))
  await screen.findByRole('dialog', { name: uiText('sessionDialog:asking.cancel.title') })
})

test('the buttons that open and confirm the cancel dialog are red', async () => {
  await show(<SessionActions session={sampleSession('therapist')} viewer="therapist" />, signedInAnswers('therapist'))
  const button = await screen.findByRole('button', { name: uiText('negotiation:act.cancel') })
  expect(button.style.color).toBe('var(--attune-danger)')
  fireEvent.click(button)
  const confirm = within(await screen.findByRole('dialog')).getByRole('button', {
    name: uiText('sessionDialog:asking.cancel.submit'),
  })
  expect(confirm.className).toContain('danger')
})

test('completing a session with several clients asks who attended, and sends nothing if nobody is ticked', async () => {
  const participants = [
    sampleParticipant({ firstName: 'Leo' }),
    sampleParticipant({ firstName: 'Mia', clientId: otherSampleId }),
  ]
  const session = sampleSession('therapist', { startsAt: longAgo, therapyType: 'couples', participants })
  const { sent } = await show(<OutcomeSection session={session} over />, {
    ...signedInAnswers('therapist'),
    'session/complete': () => ({ ...session, status: 'completed' }),
  })
  await press(uiText('negotiation:step.complete'))
  const choose = (name: string, value: string) => fireEvent.change(screen.getByLabelText(name), { target: { value } })
  await screen.findByLabelText('Mia Moreau')
  choose('Mia Moreau', 'excused')
  choose('Leo Moreau', 'absent')
  expect(screen.getByText(uiTextPattern('sessionDialog:attendance.nobody'))).toBeTruthy()
  choose('Leo Moreau', 'late')
  expect(screen.getByText(uiTextPattern('sessionDialog:attendance.hint'))).toBeTruthy()
  fireEvent.click(dialog().getByRole('button', { name: uiText('sessionDialog:attendance.submit') }))
  await waitFor(() =>
    expect(sent('session/complete')).toMatchObject([
      {
        id: sampleId,
        attendance: [
          { clientId: sampleId, attendance: 'late' },
          { clientId: otherSampleId, attendance: 'excused' },
        ],
      },
    ]),
  )
})

test('Undo in the toast restores a cancelled session with one request @slow', async () => {
  const before = sampleSession('therapist')
  const { sent } = await show(<SessionActions session={before} viewer="therapist" />, {
    ...signedInAnswers('therapist'),
    'session/cancel': () => sampleSession('therapist', { status: 'cancelled', revision: 4 }),
    'session/restore': () => ({ ...before, revision: 5 }),
  })
  await press(uiText('negotiation:act.cancel'))
  await screen.findByRole('dialog')
  fireEvent.click(dialog().getByRole('button', { name: uiText('sessionDialog:asking.cancel.submit') }))
  await screen.findByText(uiText('negotiation:done.cancel', { name: 'Ana' }))
  await press(uiText('negotiation:undo'))
  await screen.findByText(uiText('negotiation:done.restore'))
  expect(sent('session/restore')).toMatchObject([{ id: sampleId, command: expect.any(String) }])
})

test('Undo after a move restores the previous time and the agreement @slow', async () => {
  const before = sampleSession('therapist')
  const after = sampleSession('therapist', { status: 'rescheduled', revision: 4, startsAt: '2099-11-27T10:00:00.000Z' })
  const { sent } = await show(<SessionActions session={before} viewer="therapist" />, {
    ...signedInAnswers('therapist'),
    'session/move': () => after,
  })
  await press(uiText('negotiation:act.move'))
  fireEvent.change(await screen.findByLabelText(uiTextPattern('session:plan.date')), {
    target: { value: '2099-11-27' },
  })
  await press(uiText('sessionDialog:moving.submit'))
  await press(uiText('negotiation:undo'))
  await screen.findByText(uiText('negotiation:done.undone'))
  expect(sent('session/move')[1]).toMatchObject({
    id: sampleId,
    startsAt: before.startsAt,
    durationMinutes: 50,
    agreed: true,
    anyway: false,
    revision: 4,
  })
})

test('without a connection the dialog says that the request is sent later, and keeps the reason', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await show(<SessionActions session={sampleSession('therapist')} viewer="therapist" />, {
    ...signedInAnswers('therapist'),
    'session/cancel': () => new TypeError('Failed to fetch'),
  })
  await press(uiText('negotiation:act.cancel'))
  const reasonField = await screen.findByLabelText(uiTextPattern('sessionDialog:reason'))
  fireEvent.change(reasonField, { target: { value: 'The heating is broken.' } })
  fireEvent.click(dialog().getByRole('button', { name: uiText('sessionDialog:asking.cancel.submit') }))
  await screen.findByText(uiTextPattern('common:offline.waiting'))
  expect((reasonField as HTMLTextAreaElement).value).toBe('The heating is broken.')
})
