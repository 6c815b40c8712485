import type { Client, DuplicateRecord } from '@attune/contract/features/people/client/client'
import type { RecordOverview } from '@attune/contract/features/people/client/client.overview'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { drafts } from '../../../../platform/draft/drafts.ts'
import { mockServer, renderPage, refusalResponse } from '../../../../testing/render-page.tsx'
import { sampleParticipant, sampleSession } from '../../../schedule/session/session.testing.ts'
import { samplePayer } from '../../../billing/payer/payer.testing.ts'
import { sampleRetention } from '../../../care/record-retention/record-retention.testing.ts'
import { ClientNoteCard } from '../overview/ClientNoteCard.tsx'
import { ClientOverview } from '../overview/ClientOverview.tsx'
import { uiTextPattern, uiText } from '../../../../testing/ui-text.ts'
import { EditClient } from '../edit/EditClient.tsx'
import { InvitationCard } from '../invitation/InvitationCard.tsx'
import { DuplicatesCard } from '../duplicates/DuplicatesCard.tsx'
import { OverviewSessions } from '../overview/OverviewSessions.tsx'
import { detailsOf } from './details.tsx'
import { ProfileMenu } from './ProfileMenu.tsx'
import { emptyClientForm } from '../form/values.ts'
import { possibleMerge } from '../duplicates/record-merge.ts'
import { applyChoice, differingFields, suggestedChoice } from '../edit/version-choice.ts'

afterEach(() => vi.unstubAllGlobals())

const [id, otherId] = ['5a1f4b7e-5d1f-4a58-9a43-0d3a1a2b3c4d', '6b1f4b7e-5d1f-4a58-9a43-0d3a1a2b3c4d']
const ana: Client = {
  ...emptyClientForm('en'),
  id,
  personId: id,
  firstName: 'Ana',
  lastName: 'Moreau',
  email: null,
  dateOfBirth: null,
  contacts: [],
  notes: '',
  notesContent: null,
  avatarUrl: null,
  status: 'active',
  hasDouble: true,
  tags: [],
  nextSession: null,
  lastSession: null,
  version: 3,
  age: null,
  joinedAt: '2026-03-02T10:00:00.000Z',
  hasAccount: true,
  samePerson: [],
  doubles: [],
  connectedAt: null,
  disconnectedAt: null,
  invitation: null,
  may: {
    edit: true,
    invite: false,
    revoke: false,
    activate: false,
    pause: false,
    resume: false,
    disconnect: false,
    undoJoin: false,
    planSession: false,
  },
}
const emptyOverview: RecordOverview = {
  waiting: [],
  nextSession: null,
  lastSession: null,
  nextSteps: null,
  entries: { shared: 0, count: 0, items: [] },
  tasks: { count: 0, items: [] },
  notes: [],
  balances: [],
}
const double = (may: DuplicateRecord['may'], hasAccount = false): DuplicateRecord => ({
  id: otherId,
  firstName: 'Ana',
  lastName: 'Moreau',
  email: 'ana@old.test',
  dateOfBirth: null,
  status: 'pending',
  why: 'name',
  hasAccount,
  may,
})
async function open(what: React.ReactNode, answers: Record<string, (input: never) => unknown>) {
  const served = mockServer({
    'login/session': () => ({ login: { userId: id, role: 'therapist', need: null } }),
    'account/me': () => ({ id, role: 'therapist', zone: 'Europe/Berlin' }),
    'recordRetention/ofClient': () => sampleRetention,
    ...answers,
  })
  const drawn = await renderPage(what, '/here')
  return {
    ...drawn,
    inputs: (path: string) => served.inputsOf(path),
  }
}

test('the overview shows requests, sessions, next steps, tasks, notes and balance from one call @slow', async () => {
  const request = (clientId: string, firstName: string) => ({
    session: sampleSession('therapist', {
      status: 'pending',
      participants: [sampleParticipant({ clientId, firstName })],
    }),
    change: null,
    moved: null,
    conflicts: [],
    rivals: [],
    withinAvailability: true,
    awaitedInSeries: 0,
  })
  const { inputs } = await open(<ClientOverview client={ana} onEdit={null} />, {
    'client/overview': () => ({
      waiting: [request(id, 'Ana')],
      nextSession: null,
      lastSession: { session: sampleSession('therapist', { status: 'completed' }), note: 'signed' },
      nextSteps: { sessionId: otherId, startsAt: '2026-11-12T10:00:00.000Z', text: 'Keep the diary.', isShared: true },
      entries: { shared: 4, count: 0, items: [] },
      tasks: { count: 0, items: [] },
      notes: [{ sessionId: otherId, startsAt: '2026-11-12T10:00:00.000Z', lines: 'Slept better.', isSigned: true }],
      balances: [{ currency: 'EUR', openMinor: '12000', overdueMinor: '0' }],
    }),
    'payer/get': () => ({ payer: samplePayer(id), contacts: [], splits: [] }),
    'consent/get': () => ({ channels: [] }),
  })
  const panel = within(await screen.findByRole('region', { name: uiTextPattern('sessionList:waiting.title') }))
  expect(panel.getByText('Ana M.')).toBeTruthy()
  expect(screen.getByText('Keep the diary.')).toBeTruthy()
  expect(screen.getByText('Slept better.')).toBeTruthy()
  expect(await screen.findByText('€120.00')).toBeTruthy()
  expect(screen.getByText(uiText('clientOverview:note.signedLink'))).toBeTruthy()
  expect(inputs('session/waiting')).toEqual([])
  expect(inputs('session/get')).toEqual([])
  expect(inputs('task/list')).toEqual([])
})

test('the menu of a record sends a form and puts the client on the waiting list in three clicks each @slow', async () => {
  const form = { id, title: 'Consent to therapy', version: 2, confirmedVersion: 2 }
  const { inputsOf } = mockServer({
    'form/list': () => ({ items: [form] }),
    'form/send': () => ({}),
    'client/get': () => ana,
    'sessionType/list': () => ({ items: [] }),
    'waitingList/add': () => ({}),
  })
  await renderPage(<ProfileMenu client={ana} name="Ana Moreau" onEdit={null} />)
  const choose = async (label: string, submit: string) => {
    fireEvent.click(screen.getByRole('button', { name: uiText('clientOverview:more') }))
    fireEvent.click(screen.getByRole('menuitem', { name: label }))
    const button = await screen.findByRole('button', { name: submit })
    await waitFor(() => expect(button).toHaveProperty('disabled', false))
    fireEvent.click(button)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
  await choose(uiText('clientOverview:sendForm'), uiText('form:send.action'))
  expect(inputsOf('form/send')).toMatchObject([{ clientId: id, formId: id, version: 2 }])
  await choose(uiText('clientOverview:addToWaitingList'), uiText('waitingList:add.submit'))
  expect(inputsOf('waitingList/add')).toMatchObject([{ clientId: id, format: 'video' }])
})

test('an inactive client gets no forms and waits for no session @slow', async () => {
  const may = { ...ana.may, activate: true }
  await renderPage(<ProfileMenu client={{ ...ana, status: 'inactive', may }} name="Ana Moreau" onEdit={null} />)
  fireEvent.click(screen.getByRole('button', { name: uiText('clientOverview:more') }))
  expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual([uiText('record:state.activate')])
})

test('a session that is running is called the current session, and one that has ended the last', async () => {
  const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  for (const [endsAt, title] of [
    [inMinutes(20), uiText('client:profile.current')],
    [inMinutes(-20), uiText('client:profile.last')],
  ] as const) {
    const session = sampleSession('therapist', { status: 'confirmed', startsAt: inMinutes(-40), endsAt })
    const overview = { session, note: 'none' as const }
    const { unmount } = await open(<OverviewSessions overview={{ ...emptyOverview, lastSession: overview }} />, {})
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
    unmount()
  }
})

test('the overview shows the note about the client as it is formatted, and leads to its editor @slow', async () => {
  const heading = {
    type: 'heading' as const,
    attrs: { level: 2 as const },
    content: [{ type: 'text' as const, text: 'Family' }],
  }
  const noted = { ...ana, notes: 'Family', notesContent: { type: 'doc' as const, content: [heading] } }
  const { unmount } = await open(<ClientNoteCard client={noted} />, {})
  expect(await screen.findByRole('heading', { name: 'Family', level: 3 })).toBeTruthy()
  const link = screen.getByRole('link', { name: 'Edit: About Ana' })
  expect(link.getAttribute('href')).toBe(`/dashboard/therapist/clients/${id}/client-profile?tab=notes&note=client`)
  unmount()
  await open(<ClientNoteCard client={ana} />, {})
  expect(await screen.findByRole('link', { name: 'Write note: About Ana' })).toBeTruthy()
})

test('an invitation from an import that will be sent later shows when, and is not called sent', async () => {
  const soon = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
  const invitation = { id: otherId, state: 'sent', mail: 'waiting', sentAt: soon(2), expiresAt: soon(300) } as const
  const client = { ...ana, hasAccount: false, invitation: { ...invitation, resendAt: soon(3) } }
  await open(<InvitationCard client={client} />, {})
  expect(await screen.findByText(uiTextPattern('client:invitation.sentLater'))).toBeTruthy()
  expect(screen.queryByText(uiTextPattern('client:invitation.mailWaiting'))).toBeNull()
})

test('a version conflict suggests local edits for locally changed fields and the saved values for all others', () => {
  const before = { ...emptyClientForm('en'), firstName: 'Ana', phone: '1', address: 'Before' }
  const mine = { ...before, address: 'Mine' }
  const theirs = { ...before, address: 'Theirs', phone: '2' }
  expect(differingFields(mine, theirs)).toEqual(['phone', 'address'])
  const choice = suggestedChoice(mine, before, theirs)
  expect(choice).toEqual({ phone: 'theirs', address: 'mine' })
  expect(applyChoice(mine, theirs, choice)).toEqual({ ...before, phone: '2', address: 'Mine' })
  expect(applyChoice(mine, theirs, { phone: 'mine', address: 'theirs' })).toEqual({ ...before, address: 'Theirs' })
})

test('if another window has saved the record, both versions are shown until one is chosen @slow', async () => {
  const theirs = { ...ana, version: 4, phone: '2', address: 'Theirs' }
  let asked = 0
  const onDone = vi.fn()
  const { inputs } = await open(<EditClient client={ana} onDone={onDone} />, {
    'client/edit': (input: Client) =>
      asked++ === 0 ? refusalResponse(409, 'CHANGED', { client: theirs }) : { ...theirs, ...input },
    'client/list': () => ({ items: [], next: null }),
  })
  const address = await screen.findByRole('textbox', { name: 'Address' })
  expect(screen.queryByRole('textbox', { name: 'Notes' })).toBeNull()
  fireEvent.change(address, { target: { value: 'Mine' } })
  fireEvent.click(screen.getByRole('button', { name: uiText('client:profile.save') }))
  const dialog = await screen.findByRole('dialog', { name: 'Changed in another window' })
  expect(within(dialog).getByText('Mine')).toBeTruthy()
  expect(within(dialog).getByText('Theirs')).toBeTruthy()
  expect(within(dialog).getAllByRole('radiogroup')).toHaveLength(2)
  expect(address).toHaveProperty('value', 'Mine')
  fireEvent.click(within(dialog).getByRole('button', { name: uiText('record:versions.save') }))
  await waitFor(() => expect(onDone).toHaveBeenCalled())
  expect(inputs('client/edit')).toMatchObject([
    { version: 3, address: 'Mine', phone: '' },
    { version: 4, address: 'Mine', phone: '2' },
  ])
})

test('a draft of the form from when it had the notes is saved without them @slow', async () => {
  const before = { ...emptyClientForm('en'), firstName: 'Ana', lastName: 'Moreau', notes: 'Before' }
  const facts = { ...before, phone: '7', notes: 'After' }
  drafts.save(`client-edit-${id}`, 'closed tab', { facts, before, version: 3 })
  const onDone = vi.fn()
  const { inputs } = await open(<EditClient client={ana} onDone={onDone} />, {
    'client/edit': (input: Client) => ({ ...ana, ...input }),
    'client/list': () => ({ items: [], next: null }),
  })
  fireEvent.click(await screen.findByRole('button', { name: uiText('client:profile.save') }))
  await waitFor(() => expect(onDone).toHaveBeenCalled())
  expect(inputs('client/edit')).toMatchObject([{ phone: '7', version: 3 }])
  expect(inputs('client/edit')[0]).not.toHaveProperty('notes')
})

test('pronouns are edited with the name, and the record shows them only if they are known @slow', async () => {
  const onDone = vi.fn()
  const { inputs } = await open(<EditClient client={{ ...ana, pronouns: 'she/her' }} onDone={onDone} />, {
    'client/edit': (input: Client) => ({ ...ana, ...input }),
    'client/list': () => ({ items: [], next: null }),
  })
  const pronouns = await screen.findByRole('textbox', { name: 'Pronouns' })
  expect(pronouns).toHaveProperty('value', 'she/her')
  fireEvent.change(pronouns, { target: { value: 'they/them' } })
  fireEvent.click(screen.getByRole('button', { name: uiText('client:profile.save') }))
  await waitFor(() => expect(onDone).toHaveBeenCalled())
  expect(inputs('client/edit')).toMatchObject([{ pronouns: 'they/them' }])
  expect(detailsOf({ ...ana, pronouns: 'they/them' }, 'name', 'en')).toMatchObject([{ value: 'they/them' }])
  expect(detailsOf(ana, 'name', 'en')).toEqual([])
})

test('a missing name and an invalid email address are reported at their fields, and nothing is sent [5.03, 5.10] @slow', async () => {
  const { inputs } = await open(<EditClient client={{ ...ana, lastName: '' }} onDone={() => {}} />, {})
  fireEvent.change(await screen.findByRole('textbox', { name: uiText('client:form.email') }), {
    target: { value: 'ana@' },
  })
  fireEvent.click(screen.getByRole('button', { name: uiText('client:profile.save') }))
  await screen.findByText('First name and last name are required')
  expect(screen.getByText(uiText('client:form.emailWrong'))).toBeTruthy()
  expect(screen.getByText('Please fill in all required fields.')).toBeTruthy()
  fireEvent.change(screen.getByRole('textbox', { name: 'Last name' }), { target: { value: 'Moreau' } })
  expect(screen.queryByText('First name and last name are required')).toBeNull()
  expect(inputs('client/edit')).toEqual([])
})

test('the server’s permissions decide which record is merged into the other', () => {
  expect(possibleMerge(ana, double({ mergeInto: true, takeIn: true }))).toMatchObject({
    goes: { id },
    stays: { id: otherId },
  })
  expect(possibleMerge(ana, double({ mergeInto: false, takeIn: true }))).toMatchObject({
    goes: { id: otherId },
    stays: { id },
  })
  expect(possibleMerge(ana, double({ mergeInto: false, takeIn: false }))).toBeNull()
})

test('merging shows the consequences first, and then opens the remaining record @slow', async () => {
  const shown = { ...ana, doubles: [double({ mergeInto: true, takeIn: false })] }
  const { inputs, router } = await open(<DuplicatesCard client={shown} />, {
    'client/merge': () => ({ ...ana, id: otherId }),
  })
  fireEvent.click(await screen.findByRole('button', { name: uiText('record:duplicate.merge') }))
  const dialog = await screen.findByRole('dialog', { name: 'Merge these records?' })
  expect(within(dialog).getByText(uiTextPattern('record:merge.account'))).toBeTruthy()
  // The merge deletes a record, so the button that confirms the merge is red.
  expect(within(dialog).getByRole('button', { name: uiText('record:merge.submit') }).className).toContain('danger')
  expect(within(dialog).getByText('ana@old.test')).toBeTruthy()
  expect(inputs('client/merge')).toEqual([])
  fireEvent.click(within(dialog).getByRole('button', { name: uiText('record:merge.submit') }))
  await waitFor(() => expect(router.state.location.pathname).toContain(otherId))
  expect(inputs('client/merge')).toMatchObject([{ id, into: otherId }])
})

test('the merge of a record that got content in the meantime is refused with the reason @slow', async () => {
  const shown = { ...ana, doubles: [double({ mergeInto: true, takeIn: false })] }
  await open(<DuplicatesCard client={shown} />, { 'client/merge': () => refusalResponse(409, 'NOT_EMPTY') })
  fireEvent.click(await screen.findByRole('button', { name: uiText('record:duplicate.merge') }))
  fireEvent.click(await screen.findByRole('button', { name: uiText('record:merge.submit') }))
  expect(await screen.findByText(uiTextPattern('record:merge.notEmpty'))).toBeTruthy()
})

test('two records with accounts or content can only be marked as one person, for a shown reason @slow', async () => {
  const never = { mergeInto: false, takeIn: false }
  const { inputs, unmount } = await open(<DuplicatesCard client={{ ...ana, doubles: [double(never, true)] }} />, {
    'client/markSamePerson': () => ana,
    'client/markDifferent': () => ana,
  })
  await screen.findByText(uiText('record:duplicate.bothConnected'))
  expect(screen.queryByRole('button', { name: uiText('record:duplicate.merge') })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Same person' }))
  await waitFor(() => expect(inputs('client/markSamePerson')).toEqual([{ id, as: otherId }]))
  await waitFor(() =>
    expect(screen.getByRole('button', { name: uiText('record:duplicate.apart') })).toHaveProperty('disabled', false),
  )
  fireEvent.click(screen.getByRole('button', { name: uiText('record:duplicate.apart') }))
  await waitFor(() => expect(inputs('client/markDifferent')).toEqual([{ id, from: otherId }]))
  unmount()
  const marked = { ...ana, doubles: [double(never)], samePerson: [{ id: otherId, firstName: 'Ana', lastName: 'Old' }] }
  const again = await open(<DuplicatesCard client={marked} />, { 'client/markSamePerson': () => ana })
  await screen.findByText(uiText('record:duplicate.bothFull'))
  expect(screen.getByRole('link', { name: 'Ana Old' }).getAttribute('href')).toContain(otherId)
  fireEvent.click(screen.getByRole('button', { name: 'Not the same person' }))
  await waitFor(() => expect(again.inputs('client/markSamePerson')).toEqual([{ id, as: null }]))
})
