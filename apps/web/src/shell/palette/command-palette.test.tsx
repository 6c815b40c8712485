import type { Role } from '@attune/contract/features/people/account/account'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { orpc } from '../../platform/api/api.ts'
import { idleLock } from '../../platform/auth/auth.ts'
import { failureResponse, mockServer, renderPage } from '../../testing/render-page.tsx'
import type { OpenDialog } from '../ShellDialog.tsx'
import { clientActs } from './client-acts.ts'
import { CommandPalette } from './CommandPalette.tsx'
import { useCommandKey } from '../frame/header/command-key.ts'
import { matchesSearch } from './palette-items.ts'
import { uiText } from '../../testing/ui-text.ts'

afterEach(() => vi.unstubAllGlobals())

const client = (id: string, firstName: string, lastName: string, status = 'active') => ({
  id,
  personId: `account-${id}`,
  firstName,
  lastName,
  status,
  nextSession: null,
  tags: [{ id: `tag-${id}`, name: 'Grief group', color: 'amber' }],
})

function TestPage({ of: role, onShow }: { of: Role; onShow: (over: OpenDialog) => void }) {
  const [open, setOpen] = useState(false)
  useCommandKey(() => setOpen(true))
  return (
    <>
      <button>before</button>
      {open && <CommandPalette of={role} onClose={() => setOpen(false)} onShow={onShow} />}
    </>
  )
}

async function openPalette(role: Role, answers: Parameters<typeof mockServer>[0] = {}) {
  const { calls, inputsOf } = mockServer({
    'login/session': () => ({ login: { userId: 'u', role, need: null } }),
    'account/me': () => ({ id: 'u', role, zone: 'Europe/Berlin' }),
    'account/saveSettings': () => ({ id: 'u', role, zone: 'Europe/Berlin', theme: 'dark' }),
    'assistant/status': () => ({ offered: null, switchedOnAt: null }),
    'client/list': () => ({ items: [client('a', 'Ana', 'Moreau'), client('b', 'Anton', 'Fuchs')], next: null }),
    'search/names': () => ({ groups: [] }),
    'search/texts': () => ({ isBuilding: false, groups: [] }),
    ...answers,
  })
  const shown: OpenDialog[] = []
  const drawn = await renderPage(<TestPage of={role} onShow={(over) => shown.push(over)} />, `/dashboard/${role}`)
  screen.getByText('before').focus()
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
  const field = await screen.findByRole('combobox')
  return { ...drawn, calls, inputsOf, field, shown }
}
const options = () => screen.getAllByRole('option').map((option) => option.textContent?.replace(/Enter$/, ''))
const option = (name: string) =>
  screen.findByRole('option', { name: new RegExp(name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')) })
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })

test('Ctrl or Cmd and K opens the palette with the actions and pages of the role @slow', async () => {
  const { field } = await openPalette('therapist')
  expect(options().slice(0, 3)).toEqual([uiText('palette:plan'), 'Assign task', uiText('palette:enterSession')])
  const pages = options().slice(options().indexOf('Dashboard'))
  expect(pages.slice(0, 8)).toEqual([
    'Dashboard',
    'Clients',
    'Sessions',
    'Calendar',
    'Settings',
    'Profile',
    'Tasks',
    'Messages',
  ])
  const further = ['forms', 'waitingList', 'notes', 'timetable'] as const
  expect(pages).toEqual(expect.arrayContaining(further.map((page) => uiText(`shell:pages.${page}`))))
  await waitFor(() => expect(document.activeElement).toBe(field))
  fireEvent.keyDown(field, { key: 'Escape' })
  await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull())
  expect(document.activeElement).toBe(screen.getByText('before'))
})

test('the palette finds settings by the words of their labels @slow', async () => {
  const { field, router } = await openPalette('therapist')
  type(field, 'quiet hours')
  const found = await screen.findByRole('option', { name: new RegExp(uiText('security:notices.quiet')) })
  fireEvent.click(found)
  await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard/therapist/settings/notifications'))
})

test('while the assistant is off, the palette says what it would send, and to whom, and opens its settings @slow', async () => {
  const { field, router } = await openPalette('therapist')
  type(field, uiText('assistantSettings:title'))
  await waitFor(() => expect(options()).toHaveLength(1))
  fireEvent.click(await screen.findByText(uiText('assistantSettings:whileOff.none')))
  await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard/therapist/settings/assistant'))
})

test('arrow keys select and wrap around, the field names the selected item, and Enter opens it @slow', async () => {
  const { field, router } = await openPalette('client')
  const chosen = () => document.getElementById(field.getAttribute('aria-activedescendant') ?? '')
  expect(chosen()?.getAttribute('aria-selected')).toBe('true')
  fireEvent.keyDown(field, { key: 'ArrowUp' })
  expect(chosen()?.textContent).toContain(uiText('shell:pages.timetable'))
  fireEvent.keyDown(field, { key: 'ArrowDown' })
  fireEvent.keyDown(field, { key: 'ArrowUp' })
  fireEvent.keyDown(field, { key: 'Enter' })
  await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard/client/weekly-timetable'))
  expect(screen.queryByRole('combobox')).toBeNull()
})

test('clients are found while typing, and a session can be scheduled with the first one @slow', async () => {
  const { field, shown, inputsOf } = await openPalette('therapist')
  type(field, 'an')
  await waitFor(() => expect(screen.getAllByRole('option', { name: /^Ana Moreau ?No session/ })).toHaveLength(1))
  expect(inputsOf('client/list')).toEqual([{ search: 'an', limit: 5 }])
  fireEvent.click(await option(uiText('palette:planWith', { name: 'Ana Moreau' })))
  await waitFor(() => expect(shown).toEqual([{ kind: 'plan', client: { id: 'a', name: 'Ana Moreau' } }]))
})

test('a task, the notes and the export are offered for the client who was found first @slow', async () => {
  const { field, shown, router } = await openPalette('therapist')
  const client = { id: 'a', name: 'Ana Moreau' }
  type(field, 'an')
  fireEvent.click(await option(uiText('palette:assignTo', { name: 'Ana Moreau' })))
  await waitFor(() => expect(shown).toEqual([{ kind: 'assign', client }]))
  for (const key of ['exportOf', 'notesOf'] as const) {
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
    type(await screen.findByRole('combobox'), 'an')
    fireEvent.click(await option(uiText(`palette:${key}`, { name: 'Ana Moreau' })))
  }
  await waitFor(() =>
    expect(router.state.location.href).toBe('/dashboard/therapist/clients/a/client-profile?tab=notes'),
  )
  expect(shown.slice(1)).toEqual([{ kind: 'export', client }])
})

test('a questionnaire, a form, a message, a note and the waiting list are offered for the client who was found first @slow', async () => {
  const { field, shown, router } = await openPalette('therapist')
  const ana = { id: 'a', name: 'Ana Moreau' }
  const run = async (label: string) => {
    if (!screen.queryByRole('combobox')) fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
    type(await screen.findByRole('combobox'), 'an')
    fireEvent.click(await option(label))
    await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull())
  }
  expect(field).toBeTruthy()
  await run(uiText('palette:assignMeasureTo', { measure: 'PHQ-9', name: ana.name }))
  await run(uiText('palette:sendFormTo', { name: ana.name }))
  await run(uiText('palette:waitingListFor', { name: ana.name }))
  await waitFor(() =>
    expect(shown).toEqual([
      { kind: 'assign', client: ana, measure: { kind: 'questionnaire', name: 'phq-9' } },
      { kind: 'send-form', client: ana },
      { kind: 'waiting-list', client: ana },
    ]),
  )
  await run(uiText('palette:messageTo', { name: ana.name }))
  await waitFor(() => expect(router.state.location.href).toBe('/dashboard/therapist/messages?conversation=a'))
  await run(uiText('palette:noteOn', { name: ana.name }))
  await waitFor(() => expect(router.state.location.search).toEqual({ tab: 'notes', note: 'client' }))
})

test('own questionnaires are sent to the client who was found first: those that are sent most, and the others by their title @slow', async () => {
  const own = Array.from({ length: 8 }, (_, place) => ({
    kind: 'measure',
    measureId: `m-${place}`,
    title: `Scale ${place}`,
    source: { publisher: '', copyright: '', licence: '', version: '', url: '', right: 'own' },
    language: 'en',
  }))
  const { field, shown } = await openPalette('therapist', { 'task/measuresToSend': () => ({ items: own }) })
  type(field, 'ana')
  fireEvent.click(await option(uiText('palette:assignMeasureTo', { measure: 'Scale 4', name: 'Ana Moreau' })))
  await waitFor(() => expect(shown).toMatchObject([{ client: { id: 'a' }, measure: { measureId: 'm-4' } }]))
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
  type(await screen.findByRole('combobox'), 'scale 7')
  fireEvent.click(await option(uiText('palette:assignMeasure', { measure: 'Scale 7' })))
  await waitFor(() => expect(shown[1]).toMatchObject({ client: null, measure: { measureId: 'm-7' } }))
  const found = { id: 'a', name: 'Ana Moreau', isActive: true, hasAccount: true }
  const t = ((key: string, texts?: { measure?: string }) => texts?.measure ?? key) as never
  const acts = clientActs(found, { t, go: () => () => {}, show: () => {}, measures: own as never })
  expect(acts.filter(({ label }) => label.startsWith('Scale'))).toHaveLength(5)
})

test('an inactive client without an account gets no session, task, form, message and waiting time', () => {
  const found = { id: 'a', name: 'Ana Moreau', isActive: false, hasAccount: false }
  const acts = clientActs(found, {
    t: ((key: string) => key) as never,
    go: () => () => {},
    show: () => {},
    measures: [],
  })
  expect(acts.map(({ label }) => label)).toEqual(['noteOn', 'notesOf', 'exportOf'])
})

test('words that are not shown find a command @slow', async () => {
  const { field, shown } = await openPalette('therapist')
  const label = uiText('palette:assignMeasure', { measure: 'PHQ-9' })
  expect(screen.queryByText(label)).toBeNull()
  type(field, 'depression')
  fireEvent.click(screen.getByText(label))
  await waitFor(() =>
    expect(shown).toEqual([{ kind: 'assign', client: null, measure: { kind: 'questionnaire', name: 'phq-9' } }]),
  )
})

test('a session can be scheduled with a client who was found by the email address @slow', async () => {
  const { field } = await openPalette('therapist')
  type(field, 'am@practice')
  expect(await option(uiText('palette:planWith', { name: 'Ana Moreau' }))).toBeTruthy()
})

test('a client who was found by a tag shows the tag, and one who was found by the name shows none @slow', async () => {
  const { field } = await openPalette('therapist')
  type(field, 'grief')
  expect(await screen.findByRole('option', { name: /^Ana Moreau ?Grief group · No session/ })).toBeTruthy()
  type(field, 'ana')
  expect(await screen.findByRole('option', { name: /^Ana Moreau ?No session/ })).toBeTruthy()
})

test('theme and language are found by typing and saved for the account @slow', async () => {
  const { field, calls } = await openPalette('client')
  expect(screen.queryByText('Theme: Dark')).toBeNull()
  type(field, 'dark')
  fireEvent.click(await option('Theme: Dark'))
  await waitFor(() =>
    expect(calls.find(({ path }) => path === 'account/saveSettings')?.input).toEqual({ theme: 'dark' }),
  )
})

test('the screen is locked from the palette @slow', async () => {
  const lock = vi.spyOn(idleLock, 'lock').mockImplementation(() => {})
  const { field } = await openPalette('client')
  type(field, 'lock')
  fireEvent.click(await option(uiText('shell:lockScreen')))
  await waitFor(() => expect(lock).toHaveBeenCalledOnce())
  lock.mockRestore()
})

test('an admin finds no clients, and a search without results says so', async () => {
  const { field, calls } = await openPalette('admin')
  expect(options()).not.toContain(uiText('palette:plan'))
  type(field, 'ana')
  await act(async () => {})
  expect(screen.getByText(uiText('palette:nothing'))).toBeTruthy()
  expect(calls.some(({ path }) => path === 'client/list')).toBe(false)
})

test('each typed word matches the beginning of a word, ignoring case and accents', () => {
  const line = { label: 'New session with Chloé Núñez' }
  for (const typed of ['new', 'NUNEZ chl', 'chloe', '']) expect(matchesSearch(line, typed)).toBe(true)
  for (const typed of ['ession', 'new client', 'z']) expect(matchesSearch(line, typed)).toBe(false)
})

test.each(['audit', "d'audit", 'd’audit', "l'année"])('a word after an apostrophe is found: %s', (typed) => {
  expect(matchesSearch({ label: 'Journal d’audit de l’année' }, typed)).toBe(true)
})

const result = (part: object) => ({
  id: 'r',
  clientId: 'a',
  title: '',
  person: '',
  at: null,
  ...part,
})
const named = (part: object) => result({ day: null, amount: null, ...part })
const group = (kind: string, ...items: object[]) => ({ kind, items, more: false })

test('sessions, tasks and invoices are found in groups, the words are marked, and Enter opens the first one @slow', async () => {
  const { field, router, inputsOf } = await openPalette('therapist', {
    'client/list': () => ({ items: [], next: null }),
    'search/names': () => ({
      groups: [
        group(
          'invoice',
          named({ id: 'i', title: 'RE-1042', person: 'Ana Moreau', amount: { minor: '12050', currency: 'EUR' } }),
        ),
        group('task', named({ id: 't', title: 'Read chapter 1042', person: 'Ana Moreau' })),
      ],
    }),
  })
  type(field, '1042')
  const found = await screen.findByRole('option', { name: /RE-1042/ })
  expect(found.querySelector('mark')?.textContent).toBe('1042')
  expect(found.textContent).toMatch(/Ana Moreau · €120\.50/)
  expect(inputsOf('search/names')).toEqual([{ query: '1042' }])
  expect(screen.getAllByRole('group').map((one) => one.firstElementChild?.textContent)).toEqual(
    expect.arrayContaining([uiText('palette:groups.invoice'), uiText('palette:groups.task')]),
  )
  fireEvent.keyDown(field, { key: 'Enter' })
  await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard/therapist/payments/i'))
})

test('a client whose name is similar is found below the others @slow', async () => {
  const { field, router } = await openPalette('therapist', {
    'client/list': () => ({ items: [], next: null }),
    'search/names': () => ({ groups: [group('client', named({ id: 's', title: 'Jonna Schmidt' }))] }),
  })
  type(field, 'shcmidt')
  expect(await screen.findByRole('option', { name: /Jonna Schmidt/ })).toBeTruthy()
  expect(screen.getAllByRole('group').map((one) => one.firstElementChild?.textContent)).toEqual([
    uiText('palette:groups.clients'),
  ])
  fireEvent.keyDown(field, { key: 'Enter' })
  await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard/therapist/clients/s/client-profile'))
})

test('estimates, quick replies and commented entries are found and open their pages @slow', async () => {
  const { field, router } = await openPalette('therapist', {
    'client/list': () => ({ items: [], next: null }),
    'search/names': () => ({
      groups: [
        group('estimate', named({ id: 'e', person: 'Ana Moreau', amount: { minor: '180000', currency: 'USD' } })),
        group('superbill', named({ id: 'b', person: 'Ana Moreau' })),
        group('quick-reply', named({ id: 'q', clientId: null, title: 'Thank you, Ana' })),
      ],
    }),
    'search/texts': () => ({
      isBuilding: false,
      groups: [group('entry-comment', result({ id: 'j', title: 'Sea', seq: null }))],
    }),
  })
  type(field, 'moreau')
  for (const kind of ['estimate', 'superbill'] as const)
    expect(
      await screen.findByRole('option', { name: new RegExp(`${uiText(`palette:untitled.${kind}`)}.*Ana Moreau`) }),
    ).toBeTruthy()
  expect(screen.getByRole('option', { name: /Thank you, Ana/ })).toBeTruthy()
  fireEvent.click(await screen.findByRole('option', { name: /Sea/ }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard/therapist/journals/j'))
})

test('texts are searched from the third letter a moment after the last key, and show no part of the text @slow', async () => {
  const { field, inputsOf, router } = await openPalette('client', {
    'search/texts': () => ({
      isBuilding: false,
      groups: [group('message', result({ clientId: 'c', person: 'Nora Lind', seq: 7 }))],
    }),
  })
  type(field, 'sl')
  await waitFor(() => expect(inputsOf('search/names')).toHaveLength(1))
  type(field, 'sleep')
  const found = await screen.findByRole('option', { name: /^Nora Lind\b/ })
  expect(inputsOf('search/texts')).toEqual([{ query: 'sleep' }])
  fireEvent.click(found)
  await waitFor(() => expect(router.state.location.search).toEqual({ conversation: 'c', around: 7 }))
})

test('Enter without a result searches texts at once', async () => {
  const { field, inputsOf } = await openPalette('client')
  type(field, 'zzz')
  fireEvent.keyDown(field, { key: 'Enter' })
  await waitFor(() => expect(inputsOf('search/texts')).toEqual([{ query: 'zzz' }]))
})

test('a failed search says so and is repeated on request @slow', async () => {
  let fails = true
  const { field } = await openPalette('client', {
    'search/names': () => (fails ? failureResponse() : { groups: [group('task', named({ title: 'Sleep diary' }))] }),
  })
  type(field, 'sl')
  await screen.findByText(uiText('palette:notes.failed'))
  fails = false
  fireEvent.click(screen.getByRole('button', { name: uiText('palette:retry') }))
  expect(await option('Sleep diary')).toBeTruthy()
  expect(screen.queryByText(uiText('palette:notes.failed'))).toBeNull()
})

test('while the index is being built, the palette says so and shows names @slow', async () => {
  const { field } = await openPalette('client', {
    'search/names': () => ({ groups: [group('task', named({ title: 'Diary' }))] }),
    'search/texts': () => ({ isBuilding: true, groups: [] }),
  })
  type(field, 'diary')
  expect(await screen.findByText(uiText('palette:notes.building'))).toBeTruthy()
  expect(screen.getByRole('option', { name: /Diary/ })).toBeTruthy()
})

test('without a connection, the palette searches what is loaded and says so @slow', async () => {
  const { field, calls, client: cache } = await openPalette('client')
  cache.setQueryData(orpc.task.list.queryKey({ input: { part: 'open', limit: 100 } }), {
    items: [{ id: 't', title: 'Übung am Morgen', client: { id: 'a' }, therapist: { name: 'Nora Lind' } }],
    next: null,
  } as never)
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  act(() => void dispatchEvent(new Event('offline')))
  type(field, 'ubung nora')
  expect(await screen.findByText(uiText('palette:notes.offline'))).toBeTruthy()
  expect(screen.getByRole('option', { name: /Übung am Morgen/ })).toBeTruthy()
  expect(calls.some(({ path }) => path.startsWith('search/'))).toBe(false)
})
