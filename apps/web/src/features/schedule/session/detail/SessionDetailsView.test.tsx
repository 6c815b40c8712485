import {
  mayTakeSessionAction,
  sessionStatuses,
  type SessionAction,
  type ViewerRole,
} from '@attune/contract/features/schedule/session/session.states'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LazySessionTasks } from '../../../care/task/task.ts'
import { mockServer, renderPage } from '../../../../testing/render-page.tsx'
import { SessionDialogProvider } from '../dialogs/SessionDialogProvider.tsx'
import { SessionDetailsView } from './SessionDetailsView.tsx'
import {
  sampleChangeRequest,
  sampleSessionDetails,
  otherSampleId,
  sampleId,
  sampleParticipant,
  sampleSession,
  signedInAnswers,
} from '../session.testing.ts'
import { momentText } from '../../../../ui/page/date-text.ts'
import type { SessionDetailsData } from '../summary/mutations.ts'
import { uiText, uiTextPattern } from '../../../../testing/ui-text.ts'

const past = '2026-01-15T10:00:00.000Z'
const future = '2099-11-26T10:00:00.000Z'

function serve(viewer: ViewerRole, details: SessionDetailsData, more: Parameters<typeof mockServer>[0] = {}) {
  const { calls } = mockServer({
    ...more,
    ...signedInAnswers(viewer),
    'session/get': () => details,
    'terms/mine': () => ({ ...details.terms, location: '', videoLink: '', remindBefore: [1440] }),
    'note/open': () => ({
      sessionId: details.session.id,
      text: '',
      version: 0,
      updatedAt: null,
      signedAt: null,
      addenda: [],
      assistance: null,
    }),
  })
  return calls
}

async function show(viewer: ViewerRole, details: SessionDetailsData, more: Parameters<typeof mockServer>[0] = {}) {
  const calls = serve(viewer, details, more)
  const drawn = await renderPage(
    <SessionDialogProvider>
      <SessionDetailsView details={details} viewer={viewer} SessionTasks={LazySessionTasks} />
    </SessionDialogProvider>,
  )
  await screen.findByRole('heading', { level: 1 })
  return { ...drawn, calls }
}

/** Opens the menu and returns the labels of all buttons and menu items. */
async function offered() {
  const more = screen.queryByRole('button', { name: uiText('negotiation:act.more') })
  if (more) fireEvent.click(more)
  const items = more ? within(screen.getByRole('menu')).getAllByRole('menuitem') : []
  return new Set([...screen.queryAllByRole('button'), ...items].map((one) => one.textContent?.trim() ?? ''))
}

beforeEach(() => vi.stubGlobal('open', vi.fn()))
afterEach(() => vi.unstubAllGlobals())

/** The button label of each action, by the role that can take the action. Omits actions that have the same label for both roles. */
const labels: Record<ViewerRole, Partial<Record<SessionAction, string>>> = {
  therapist: {
    confirm: uiText('negotiation:step.confirm'),
    acceptOnBehalf: 'Ana has agreed',
    move: 'Move',
    cancel: 'Cancel session',
    complete: uiText('negotiation:step.complete'),
    noShow: uiText('negotiation:step.noShow'),
    delete: uiText('negotiation:act.delete'),
  },
  client: { accept: 'Accept', withdraw: 'Withdraw request' },
}

for (const viewer of ['therapist', 'client'] as const) {
  for (const startsAt of [future, past]) {
    test(`the ${viewer} of a session ${startsAt === past ? 'that has begun' : 'to come'} is offered exactly what the state machine allows [1.05, 4.03, 4.04] @slow`, async () => {
      for (const status of sessionStatuses) {
        const drawn = await show(viewer, sampleSessionDetails(sampleSession(viewer, { status, startsAt })))
        const found = await offered()
        for (const [action, label] of Object.entries(labels[viewer])) {
          const may = mayTakeSessionAction(action as SessionAction, viewer, { status, startsAt }, new Date())
          expect([status, action, found.has(label)]).toEqual([status, action, may])
        }
        const foreign = Object.values(labels[viewer === 'client' ? 'therapist' : 'client'])
        expect([status, foreign.filter((label) => found.has(label))]).toEqual([status, []])
        drawn.unmount()
      }
    })
  }
}

test('a therapist can correct completed to no-show and no-show to completed @slow', async () => {
  for (const [status, label] of [
    ['completed', uiText('negotiation:step.correctCompleted')],
    ['no-show', uiText('negotiation:step.correctNoShow')],
  ] as const) {
    const drawn = await show('therapist', sampleSessionDetails(sampleSession('therapist', { status, startsAt: past })))
    expect(await offered()).toContain(label)
    drawn.unmount()
  }
})

test.each([
  ['is asked at once for the outcome', true, true, 'recordOutcome.title'],
  ['is still in progress if no client came', false, true, 'recordOutcome.now'],
  ['is still in progress while the therapist is in the call', true, false, 'recordOutcome.now'],
] as const)('a session whose call ended before its time %s @slow', async (_, hasClient, hasLeft, title) => {
  const joinedAt = new Date(Date.now() - 600_000).toISOString()
  const stay = (isTherapist: boolean) => ({
    personId: isTherapist ? otherSampleId : sampleId,
    name: 'N',
    isTherapist,
    joinedAt,
    leftAt: hasLeft ? new Date().toISOString() : null,
    minutes: 10,
  })
  const session = sampleSession('therapist', { startsAt: joinedAt, videoUrl: null, callInAttune: true })
  const answered = vi.fn<() => unknown>(() => ({ items: hasClient ? [stay(true), stay(false)] : [stay(true)] }))
  await show('therapist', sampleSessionDetails(session), { 'call/ofSession': answered })
  await waitFor(() => expect(answered).toHaveBeenCalled())
  expect(await screen.findByRole('region', { name: uiText(`negotiation:${title}`) })).toBeDefined()
})

test('a change request shows the therapist both times, the reason, availability and three answers [4.04] @slow', async () => {
  const session = sampleSession('therapist', { change: 'open' })
  await show(
    'therapist',
    sampleSessionDetails(session, { changes: [sampleChangeRequest('therapist', { late: true })] }),
  )
  const banner = screen.getByRole('region', { name: uiText('negotiation:open.therapist.move', { name: 'Ana' }) })
  expect(banner.querySelector('s')?.textContent).toContain('26 Nov')
  expect(banner.querySelector('strong')?.textContent).toContain('27 Nov')
  for (const part of [
    'My brother arrives that morning.',
    uiText('negotiation:free.long'),
    uiText('negotiation:late_one', { count: '146' }),
    uiText('negotiation:consequence.therapist.move'),
  ])
    expect(banner.textContent).toContain(part)
  expect(
    within(banner)
      .getAllByRole('button')
      .map((one) => one.textContent),
  ).toEqual(['Accept', uiText('negotiation:step.otherTime'), uiText('negotiation:step.decline')])
})

test('a request outside the availability does not say that the therapist is free', async () => {
  const session = sampleSession('therapist', { status: 'pending' })
  await show('therapist', sampleSessionDetails(session, { withinAvailability: false }))
  const banner = screen.getByRole('region', { name: uiText('negotiation:open.therapist.request', { name: 'Ana' }) })
  expect(banner.textContent).toContain(uiText('negotiation:outside.long'))
  expect(banner.textContent).not.toContain(uiText('negotiation:free.long'))
})

test('a request names its conflicts and the competing requests', async () => {
  const session = sampleSession('therapist', { status: 'pending' })
  const conflict = {
    kind: 'session',
    startsAt: session.startsAt,
    endsAt: session.endsAt,
    sessionId: otherSampleId,
  } as const
  const taken = { conflicts: [{ ...conflict, name: 'Leo B.' }], rivals: [{ ...conflict, name: 'Chloe B.' }] }
  await show('therapist', sampleSessionDetails(session, taken))
  const banner = screen.getByRole('region', { name: uiText('negotiation:open.therapist.request', { name: 'Ana' }) })
  expect(banner.textContent).toMatch(/Taken: Leo B\., .*\d\d:00 to \d\d:50/)
  expect(banner.textContent).toContain(uiText('negotiation:otherRequests.long_one', { names: 'Chloe B.' }))
})

test('a client can withdraw their own change request and answer a proposed time [1.05] @slow', async () => {
  const session = sampleSession('client', { change: 'open' })
  const first = await show('client', sampleSessionDetails(session, { changes: [sampleChangeRequest('client')] }))
  const wish = screen.getByRole('region', { name: 'You asked to move this session' })
  expect(
    within(wish)
      .getAllByRole('button')
      .map((one) => one.textContent),
  ).toEqual([uiText('negotiation:step.withdrawRequest')])
  expect(screen.queryByText('Change or cancel')).toBeNull()
  first.unmount()
  await show(
    'client',
    sampleSessionDetails(
      { ...session, change: 'countered' },
      { changes: [sampleChangeRequest('client', { state: 'countered' })] },
    ),
  )
  const counter = screen.getByRole('region', {
    name: uiText('negotiation:open.client.offered', { name: 'Nora Lindqvist' }),
  })
  expect(counter.textContent).toContain('I only have the morning.')
  expect(counter.textContent).toMatch(uiTextPattern('negotiation:consequence.client.counter', { before: /.*26 Nov.*/ }))
  expect(
    within(counter)
      .getAllByRole('button')
      .map((one) => one.textContent),
  ).toEqual(['Accept', uiText('negotiation:step.decline')])
})

test('a client in another zone reads each time zone once on the page of a session @slow', async () => {
  const therapist = { ...sampleSession('client').therapist, zone: 'America/New_York' }
  await show('client', sampleSessionDetails(sampleSession('client', { therapist })))
  for (const city of [/\(New York\)/, /\(Berlin\)/]) expect(await screen.findAllByText(city)).toHaveLength(1)
  for (const city of [/New York/, /Berlin/]) expect(screen.getAllByText(city)).toHaveLength(1)
})

test('the banner of a proposed time also shows the therapist’s local time, and the page names each zone once @slow', async () => {
  const therapist = { ...sampleSession('client').therapist, zone: 'America/New_York' }
  const session = sampleSession('client', { therapist, change: 'countered' })
  const countered = sampleChangeRequest('client', { state: 'countered' })
  const { unmount } = await show('client', sampleSessionDetails(session, { changes: [countered] }))
  const name = uiText('negotiation:open.client.offered', { name: 'Nora Lindqvist' })
  const at = (zone: string) => momentText(countered.counterStartsAt ?? '', { language: 'en', zone })
  const banner = () => screen.getByRole('region', { name }).textContent
  await waitFor(() => expect(banner()).toContain(at('Europe/Berlin')))
  expect(banner()).toContain(uiText('session:timeFor', { when: at('America/New_York'), name: 'Nora Lindqvist' }))
  for (const city of [/New York/, /Berlin/]) expect(screen.getAllByText(city)).toHaveLength(1)
  unmount()
  await show('client', sampleSessionDetails(sampleSession('client', { change: 'countered' }), { changes: [countered] }))
  await waitFor(() => expect(banner()).not.toMatch(uiTextPattern('session:timeFor', { name: 'Nora Lindqvist' })))
  expect(banner()).toContain(at('Europe/Berlin'))
})

test('an answered change request shows no banner', async () => {
  await show(
    'therapist',
    sampleSessionDetails(sampleSession('therapist'), {
      changes: [sampleChangeRequest('therapist', { state: 'declined' })],
    }),
  )
  expect(screen.queryByRole('region', { name: /\basks/ })).toBeNull()
})

test('in couple therapy each answer is shown, and only the missing one is awaited @slow', async () => {
  const participants = [
    sampleParticipant({ firstName: 'Leo', answer: 'accepted' }),
    sampleParticipant({ firstName: 'Mia', clientId: otherSampleId }),
  ]
  const part = { status: 'scheduled', therapyType: 'couples', participants } as const
  const first = await show('therapist', sampleSessionDetails(sampleSession('therapist', part)))
  expect(screen.getByRole('button', { name: 'Mia has agreed' })).toBeTruthy()
  const people = screen.getByRole('region', { name: 'Clients' })
  expect(people.textContent).toMatch(/Leo Moreau.*Accepted.*Mia Moreau.*No answer yet/)
  first.unmount()
  // Leo has already accepted, so his page has no answer buttons and names the other participant.
  const own = sampleSession('client', { ...part, participants: participants.slice(0, 1) })
  await show('client', sampleSessionDetails(own, { companions: ['Mia'] }))
  expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Ask to move session' })).toBeTruthy()
  expect(screen.getByRole('region', { name: uiText('sessionPage:companions') }).textContent).toContain('Mia')
})

test('the name of the group leads the therapist to its page, and is a text for a client with whom it is shared', async () => {
  const group = { id: otherSampleId, name: 'Wednesday group' }
  const first = await show('therapist', sampleSessionDetails(sampleSession('therapist', { group })))
  const link = screen.getByRole('link', { name: 'Wednesday group' })
  expect(link.getAttribute('href')).toContain(`/clients/groups/${otherSampleId}`)
  first.unmount()
  await show('client', sampleSessionDetails(sampleSession('client', { group })))
  expect(screen.getByText('Wednesday group')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Wednesday group' })).toBeNull()
})

test('attendance and late cancels are shown beside the names', async () => {
  const participants = [
    sampleParticipant({ firstName: 'Leo', answer: 'accepted', attendance: 'attended' }),
    sampleParticipant({ firstName: 'Mia', clientId: otherSampleId, answer: 'declined', lateCancel: true }),
  ]
  const part = { status: 'completed', startsAt: past, therapyType: 'couples', participants } as const
  await show('therapist', sampleSessionDetails(sampleSession('therapist', part)))
  expect(screen.getByRole('region', { name: 'Clients' }).textContent).toMatch(
    /Leo.*Present.*Mia.*Declined.*Cancelled late/,
  )
})

test('both sides can join the call of a booked session from 15 minutes before the start until 60 minutes after the end @slow', async () => {
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  const cases = [
    [{ startsAt: at(16) }, false],
    [{ startsAt: at(14) }, true],
    [{ startsAt: at(-109) }, true],
    [{ startsAt: at(-111) }, false],
    [{ startsAt: at(5), status: 'cancelled' }, false],
    [{ startsAt: at(5), videoUrl: null }, false],
  ] as const
  for (const viewer of ['therapist', 'client'] as const) {
    for (const [part, stands] of cases) {
      const drawn = await show(viewer, sampleSessionDetails(sampleSession(viewer, part)))
      const join = screen.queryByRole('link', { name: uiText('negotiation:join') })
      expect([viewer, part, join !== null]).toEqual([viewer, part, stands])
      if (join)
        expect([join.getAttribute('href'), join.getAttribute('rel')]).toEqual([
          'https://call.test/room-1',
          'noopener noreferrer',
        ])
      drawn.unmount()
    }
  }
})

test('both sides join a call in Attune on its page in the app, in the same window [1.05]', async () => {
  const startsAt = new Date(Date.now() + 5 * 60_000).toISOString()
  for (const viewer of ['therapist', 'client'] as const) {
    const session = sampleSession(viewer, { startsAt, videoUrl: null, callInAttune: true })
    const drawn = await show(viewer, sampleSessionDetails(session))
    const join = screen.getByRole('link', { name: uiText('negotiation:join') })
    expect([join.getAttribute('href'), join.getAttribute('target')]).toEqual([`/call/${session.id}`, null])
    expect(screen.getByText(uiText('session:callPlace.inAttune'))).toBeTruthy()
    expect(screen.queryByText(uiText('sessionPage:link'))).toBeNull()
    drawn.unmount()
  }
})

test('a call in Attune has no button before the time to join, nor once the session is cancelled', async () => {
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  for (const part of [
    { startsAt: at(16) },
    { startsAt: at(-111) },
    { startsAt: at(5), status: 'cancelled' },
  ] as const) {
    const call = { ...part, videoUrl: null, callInAttune: true }
    const drawn = await show('client', sampleSessionDetails(sampleSession('client', call)))
    expect([part, screen.queryByRole('link', { name: uiText('negotiation:join') })]).toEqual([part, null])
    drawn.unmount()
  }
})

test('the side column appears only when the session prep is loaded, so that it cannot move a button below the pointer @slow', async () => {
  let answer = (_brief: unknown) => {}
  const brief = new Promise((resolve) => {
    answer = resolve
  })
  const session = sampleSession('therapist', { status: 'confirmed', startsAt: future })
  await show('therapist', sampleSessionDetails(session), { 'sessionPrep/get': () => brief })
  const edit = await screen.findByRole('button', { name: uiText('negotiation:act.edit') })
  await screen.findByText(uiText('sessionPrep:title'))
  // The other sections are loaded, so the column waits for the session prep alone.
  await screen.findByText(uiText('tasks:ofSession.none'))
  // The style sheet hides the siblings after an element with `data-waits`.
  expect(edit.closest('[data-waits] ~ *')).not.toBeNull()
  answer({
    lastSession: null,
    tasks: { completed: [], declined: [], open: [] },
    checkIns: [],
    scores: [],
    entries: [],
    unreadMessages: 0,
    forms: [],
    nextSteps: '',
    objectives: '',
  })
  await screen.findByText(uiText('sessionPrep:nothing'))
  await waitFor(() => expect(edit.closest('[data-waits] ~ *')).toBeNull())
  expect(screen.getByRole('button', { name: uiText('negotiation:act.edit') })).toBe(edit)
})

test('the session prep of a session that has ended is folded, and stays after the session was completed or the client did not come @slow', async () => {
  for (const status of ['confirmed', 'completed', 'no-show'] as const) {
    const { calls, unmount } = await show(
      'therapist',
      sampleSessionDetails(sampleSession('therapist', { status, startsAt: past })),
    )
    const prep = within(await screen.findByRole('region', { name: uiText('sessionPrep:title') }))
    expect(prep.getByRole('button', { name: uiText('sessionPrep:show') })).toBeTruthy()
    expect(calls.map(({ path }) => path)).not.toContain('sessionPrep/get')
    unmount()
  }
})

test('a client sees shared texts but not the note', async () => {
  const texts = [{ kind: 'next-steps', text: 'Write the letter.', version: 1, shared: true, updatedAt: past }] as const
  await show(
    'client',
    sampleSessionDetails(sampleSession('client', { status: 'completed', startsAt: past }), { texts: [...texts] }),
  )
  await screen.findByText('Write the letter.')
  expect(screen.queryByRole('region', { name: 'Note' })).toBeNull()
})

test('the page tells the therapist that a session was booked despite a conflict', async () => {
  await show('therapist', sampleSessionDetails(sampleSession('therapist', { bookedAnyway: true })))
  expect(screen.getByText(uiText('sessionPage:anywayText'))).toBeTruthy()
})

test('a client of a therapist who cannot be reached here is offered no change @slow', async () => {
  const session = sampleSession('client')
  const label = uiText('negotiation:act.askMove')
  for (const isUnreachable of [false, true]) {
    const therapist = { therapistId: session.therapist.id, clientId: otherSampleId, status: 'connected', isUnreachable }
    const drawn = await show('client', sampleSessionDetails(session), {
      'connection/therapists': () => ({ items: [therapist] }),
    })
    await vi.waitFor(() => expect(drawn.calls.map(({ path }) => path)).toContain('connection/therapists'))
    if (isUnreachable) await vi.waitFor(() => expect(screen.queryByRole('button', { name: label })).toBeNull())
    else expect(await screen.findByRole('button', { name: label })).toBeTruthy()
    drawn.unmount()
  }
})
