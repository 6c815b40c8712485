import type { ClientGroup, GroupMember, MemberNote } from '@attune/contract/features/schedule/group/group'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { mockServer, refusalResponse, renderPage } from '../../../testing/render-page.tsx'
import { uiText, uiTextPattern } from '../../../testing/ui-text.ts'
import { sampleParticipant, sampleSession, signedInAnswers } from '../session/session.testing.ts'
import { attendanceOf, participantsOf } from './attendance.ts'
import type { ClientMultiSelectType } from './GroupDialog.tsx'
import { GroupPage, type GroupPageParts } from './GroupPage.tsx'
import { GroupsPage } from './GroupsPage.tsx'
import type { MemberSelectType } from './MemberDialogs.tsx'

afterEach(() => vi.unstubAllGlobals())

const id = (digit: number) => `${digit}b2f4b7e-5d1f-4a58-9a43-0d3a1a2b3c4d`
const memberOf = (digit: number, firstName: string, more: Partial<GroupMember> = {}): GroupMember => ({
  id: id(digit),
  clientId: id(digit),
  personId: id(digit),
  firstName,
  lastName: 'Moreau',
  avatarUrl: null,
  hasAccount: true,
  joinedOn: '2020-01-07',
  leftOn: null,
  ...more,
})
const couple: ClientGroup = {
  id: id(1),
  name: 'The Moreaus',
  type: 'couple',
  memberLimit: 2,
  typeId: null,
  showsNames: true,
  sharesName: false,
  isArchived: false,
  version: 1,
  members: [memberOf(2, 'Ana')],
}
const ben = { id: id(3), name: 'Ben Moreau' }
const ClientSelect: MemberSelectType = ({ onChange }) => (
  <button type="button" onClick={() => onChange(ben)}>
    {ben.name}
  </button>
)
const ClientMultiSelect: ClientMultiSelectType = ({ onChange }) => (
  <button type="button" onClick={() => onChange([ben])}>
    {ben.name}
  </button>
)

const noRows: GroupPageParts['SessionRows'] = () => null
const parts: GroupPageParts = {
  ClientSelect,
  SessionRows: noRows,
  ScheduleDialog: ({ of }) => <p>Schedules {of.group.name}</p>,
  MessageDialog: ({ of }) => <p>Writes to {of.clientIds.length}</p>,
}
const answers = {
  ...signedInAnswers('therapist'),
  'sessionType/list': () => ({ items: [] }),
  'session/list': () => ({ items: [], next: null }),
  'note/states': () => ({ items: [] }),
  'group/memberNotes': () => ({ items: [], total: 0 }),
}
const showPage = async (group: ClientGroup, more: Record<string, () => unknown> = {}) => {
  const server = mockServer({ ...answers, 'group/get': () => group, ...more })
  await renderPage(<GroupPage groupId={group.id} {...parts} />)
  await screen.findByRole('heading', { level: 1, name: group.name })
  return server
}
const dialog = async () => within(await screen.findByRole('dialog'))

test('without groups, the list says what a group is for, and a new one is created with its members @slow', async () => {
  const server = mockServer({ ...answers, 'group/list': () => ({ items: [] }), 'group/create': () => couple })
  const { router } = await renderPage(<GroupsPage ClientMultiSelect={ClientMultiSelect} />)
  expect(await screen.findByText(uiText('group:emptyText'))).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: uiText('group:new') }))
  const form = await dialog()
  fireEvent.change(await form.findByLabelText(uiText('group:form.type')), { target: { value: 'couple' } })
  fireEvent.click(form.getByRole('button', { name: uiText('group:form.create') }))
  expect(form.getByText(uiText('group:problem.name'))).toBeTruthy()
  fireEvent.change(form.getByLabelText(uiText('group:form.name')), { target: { value: 'The Moreaus' } })
  expect(form.getByText(uiText('group:form.nameHint'))).toBeTruthy()
  fireEvent.click(form.getByRole('button', { name: ben.name }))
  fireEvent.click(form.getByRole('button', { name: uiText('group:form.create') }))
  await waitFor(() => expect(server.inputsOf('group/create')).toHaveLength(1))
  expect(server.inputsOf('group/create')[0]).toMatchObject({
    type: 'couple',
    name: 'The Moreaus',
    memberLimit: 2,
    showsNames: true,
    sharesName: false,
    clientIds: [ben.id],
  })
  await waitFor(() => expect(router.state.location.pathname).toContain(couple.id))
})

test('a member is added, and a refusal names the limit @slow', async () => {
  const refused = () => refusalResponse(409, 'LIMIT_REACHED', { limit: 2 })
  const server = await showPage(couple, { 'group/addMember': refused })
  fireEvent.click(screen.getByRole('button', { name: uiText('group:members.add') }))
  const form = await dialog()
  fireEvent.click(await form.findByRole('button', { name: uiText('group:add.submit') }))
  expect(form.queryByText(uiText('group:refused.members_other', { count: '2' }))).toBeNull()
  fireEvent.click(form.getByRole('button', { name: ben.name }))
  fireEvent.click(form.getByRole('button', { name: uiText('group:add.submit') }))
  expect(await form.findByText(uiText('group:refused.members_other', { count: '2' }))).toBeTruthy()
  expect(server.inputsOf('group/addMember')).toMatchObject([{ groupId: couple.id, clientId: ben.id }])
})

test('the planned dates are listed, and the new member is invited to those that the therapist leaves chosen @slow', async () => {
  const plannedOf = (digit: number, startsAt: string) =>
    sampleSession('therapist', { id: id(digit), startsAt, participants: [sampleParticipant({ clientId: id(2) })] })
  const sessions = [plannedOf(6, '2099-03-02T09:00:00.000Z'), plannedOf(7, '2099-03-09T09:00:00.000Z')]
  const list = () => ({ items: sessions, next: null })
  const server = await showPage(couple, { 'session/list': list, 'group/addMember': () => couple })
  fireEvent.click(screen.getByRole('button', { name: uiText('group:members.add') }))
  const form = await dialog()
  fireEvent.click(await form.findByRole('button', { name: ben.name }))
  const dates = await form.findAllByRole('checkbox')
  expect(dates.map((one) => (one as HTMLInputElement).checked)).toEqual([true, true])
  if (dates[0]) fireEvent.click(dates[0])
  fireEvent.click(form.getByRole('button', { name: uiText('group:add.submit') }))
  await waitFor(() => expect(server.inputsOf('group/addMember')).toMatchObject([{ sessionIds: [id(7)] }]))
})

test('removing a member counts all dates that the member loses, however many they are', async () => {
  const participants = [sampleParticipant({ clientId: id(2), answer: 'accepted' })]
  const page = (first: number, length: number) =>
    Array.from({ length }, (_, n) =>
      sampleSession('therapist', {
        id: `00000000-0000-4000-8000-${String(first + n).padStart(12, '0')}`,
        participants,
      }),
    )
  const pages: Record<string, unknown> = {
    first: { items: page(0, 100), next: 'second' },
    second: { items: page(100, 100), next: 'third' },
    third: { items: page(200, 7), next: null },
  }
  const list = ({ after = 'first', limit }: { after?: string; limit: number }) =>
    limit === 100 ? pages[after] : { items: [], next: null }
  await showPage(couple, { 'session/list': list as () => unknown })
  fireEvent.click(screen.getByRole('button', { name: uiTextPattern('group:members.remove') }))
  const form = await dialog()
  expect(await form.findByText(uiText('group:remove.lost_other', { name: 'Ana', count: '207' }))).toBeTruthy()
})

test('removing a member says how many dates the member loses, and applies the terms if the therapist wants that @slow', async () => {
  const participants = [sampleParticipant({ clientId: id(2), answer: 'accepted' })]
  const session = sampleSession('therapist', { id: id(6), participants })
  const list = () => ({ items: [session], next: null })
  const server = await showPage(couple, { 'session/list': list, 'group/removeMember': () => couple })
  fireEvent.click(screen.getByRole('button', { name: uiTextPattern('group:members.remove') }))
  const form = await dialog()
  expect(await form.findByText(uiText('group:remove.lost_one', { name: 'Ana', count: '1' }))).toBeTruthy()
  fireEvent.click(form.getByRole('switch'))
  fireEvent.click(form.getByRole('button', { name: uiText('group:remove.submit') }))
  await waitFor(() => expect(server.inputsOf('group/removeMember')).toMatchObject([{ isLateCounted: true }]))
})

test('removing a member whom notes are about links each of them, and says which parts are about the member @slow', async () => {
  const noteOf = (digit: number, more: Partial<MemberNote>): MemberNote => ({
    sessionId: id(digit),
    startsAt: `2020-03-0${digit}T10:00:00.000Z`,
    hasOwnPart: false,
    hasSharedPart: false,
    ...more,
  })
  const items = [noteOf(5, { hasOwnPart: true }), noteOf(4, { hasOwnPart: true, hasSharedPart: true })]
  await showPage(couple, { 'group/memberNotes': () => ({ items, total: 7 }) })
  fireEvent.click(screen.getByRole('button', { name: uiTextPattern('group:members.remove') }))
  const form = await dialog()
  expect(await form.findByText(uiText('group:remove.notes_other', { name: 'Ana', count: '7' }))).toBeTruthy()
  expect(form.getByText(uiTextPattern('group:remove.notesKept'), { exact: false })).toBeTruthy()
  expect(form.getByText(uiText('group:remove.notesLatest', { count: '2' }), { exact: false })).toBeTruthy()
  const links = form.getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href')?.split('id=')[1])).toEqual([id(5), id(4)])
  expect(links.map((link) => link.closest('li')?.textContent?.split(' (')[1])).toEqual([
    `${uiText('group:remove.ownPart')})`,
    `${uiText('group:remove.ownPart')}, ${uiText('group:remove.sharedPart')})`,
  ])
})

test('a full couple offers no further member, and a former member is listed apart @slow', async () => {
  const members = [memberOf(2, 'Ana'), memberOf(3, 'Ben'), memberOf(4, 'Cleo', { leftOn: '2021-02-03' })]
  const server = await showPage({ ...couple, members }, { 'group/removeMember': () => couple })
  expect(screen.getByText(uiText('group:members.fullCouple'))).toBeTruthy()
  expect(screen.queryByRole('button', { name: uiText('group:members.add') })).toBeNull()
  expect(screen.getByRole('heading', { name: uiText('group:members.former') })).toBeTruthy()
  expect(screen.getAllByRole('button', { name: uiTextPattern('group:members.remove') })).toHaveLength(2)
  fireEvent.click(screen.getByRole('button', { name: uiText('group:members.remove', { name: 'Ben Moreau' }) }))
  const form = await dialog()
  fireEvent.click(await form.findByRole('button', { name: uiText('group:remove.submit') }))
  await waitFor(() => expect(server.inputsOf('group/removeMember')).toMatchObject([{ id: id(3) }]))
})

test('the grid names the attendance of each member at each date, and the state of the note, in words @slow', async () => {
  const person = (digit: number, firstName: string, attendance: 'attended' | 'late' | 'excused' | 'absent' | null) =>
    sampleParticipant({ clientId: id(digit), firstName, lastName: 'Moreau', answer: 'accepted', attendance })
  const first = sampleSession('therapist', {
    id: id(5),
    startsAt: '2021-03-02T09:00:00.000Z',
    status: 'completed',
    participants: [person(2, 'Ana', 'late'), person(3, 'Ben', 'absent')],
  })
  const second = {
    ...first,
    id: id(6),
    startsAt: '2021-03-09T09:00:00.000Z',
    participants: [person(2, 'Ana', 'excused')],
  }
  await showPage(couple, {
    'session/list': () => ({ items: [second, first], next: null }),
    'note/states': () => ({
      items: [
        { sessionId: id(5), state: 'signed' },
        { sessionId: id(6), state: 'begun' },
      ],
    }),
  })
  const grid = within(await screen.findByRole('table'))
  const cellsOf = (name: string) =>
    within(grid.getByRole('row', { name: new RegExp(name) }))
      .getAllByRole('cell')
      .map((cell) => cell.textContent)
  expect(cellsOf('Ana')).toEqual([uiText('group:attendance.cell.excused'), uiText('group:attendance.cell.late')])
  expect(cellsOf('Ben')).toEqual([uiText('group:attendance.cell.none'), uiText('group:attendance.cell.absent')])
  await waitFor(() =>
    expect(cellsOf(`^${uiText('group:attendance.note')}`)).toEqual([
      uiText('group:attendance.noteState.begun'),
      uiText('group:attendance.noteState.signed'),
    ]),
  )
})

test('a cell says why there is no attendance', () => {
  const session = sampleSession('therapist', {
    participants: [
      sampleParticipant({ clientId: id(2), answer: 'declined' }),
      sampleParticipant({ clientId: id(3), answer: 'declined', lateCancel: true }),
      sampleParticipant({ clientId: id(4), answer: 'accepted' }),
    ],
  })
  expect([2, 3, 4, 5].map((digit) => attendanceOf(session, id(digit)))).toEqual([
    'declined',
    'late-cancel',
    'open',
    'none',
  ])
  expect(participantsOf([session, session], 'en')).toHaveLength(3)
})

test('everyone with an account is written to, and a session is scheduled for the group @slow', async () => {
  const members = [memberOf(2, 'Ana'), memberOf(3, 'Ben', { hasAccount: false })]
  await showPage({ ...couple, members })
  fireEvent.click(screen.getByRole('button', { name: uiText('group:message') }))
  expect(await screen.findByText('Writes to 1')).toBeTruthy()
  const [schedule] = screen.getAllByRole('button', { name: uiText('group:schedule') })
  if (schedule) fireEvent.click(schedule)
  expect(await screen.findByText(`Schedules ${couple.name}`)).toBeTruthy()
})
