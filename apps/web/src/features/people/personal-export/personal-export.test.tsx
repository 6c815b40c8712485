import type { PersonalExport } from '@attune/contract/features/people/personal-export/personal-export'
import { usualRecordParts } from '@attune/contract/features/care/record-export/record-export.rules'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { mockServer, refusalResponse, renderPage } from '../../../testing/render-page.tsx'
import { uiText, uiTextPattern } from '../../../testing/ui-text.ts'
import { PersonalExportSection } from './PersonalExportSection.tsx'
import { RecordsExportSection } from './RecordsExportSection.tsx'

afterEach(() => vi.unstubAllGlobals())

const made: PersonalExport = {
  state: 'making',
  startedAt: '2099-05-04T10:00:00.000Z',
  done: 3,
  parts: 12,
  expiresAt: null,
  bytes: null,
  reason: null,
}

async function show(
  latest: PersonalExport | null,
  answers: Parameters<typeof mockServer>[0] = {},
  role: 'client' | 'therapist' = 'client',
) {
  const therapists = role === 'client' ? [{ id: 'nora', name: 'Nora Lindqvist' }] : []
  const server = mockServer({
    'login/session': () => ({ login: { userId: 'ana', role, need: null } }),
    'account/me': () => ({ id: 'ana', role, zone: 'Europe/Berlin', language: 'en' }),
    'personalExport/find': () => ({ latest, therapists }),
    'personalExport/start': () => ({ done: true }),
    'personalExport/remove': () => ({ done: true }),
    ...answers,
  })
  await renderPage(<PersonalExportSection />)
  await screen.findByText(uiText('personalExport:label'))
  return server
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('a client makes the file, and the page names whose records are not in it', async () => {
  const { inputsOf } = await show(null)
  expect(screen.getByText(uiText('personalExport:leftOut', { name: 'Nora Lindqvist' }))).toBeTruthy()
  press(uiText('personalExport:make'))
  await waitFor(() => expect(inputsOf('personalExport/start')).toHaveLength(1))
})

test('a therapist reads that the records of clients are not in the file', async () => {
  await show(null, {}, 'therapist')
  await screen.findByText(uiText('personalExport:records'))
})

test('while the file is made, the page shows how far it is and can cancel it', async () => {
  const { inputsOf } = await show(made)
  const progress = uiText('personalExport:progress', { done: '3', parts: '12' })
  expect(screen.getByText(progress)).toBeTruthy()
  const { max, value } = screen.getByRole<HTMLProgressElement>('progressbar', { name: progress })
  expect([max, value]).toEqual([12, 3])
  press(uiText('personalExport:cancel'))
  await waitFor(() => expect(inputsOf('personalExport/remove')).toHaveLength(1))
})

test('before the number of parts is known, the page says that the file will be made, without a number', async () => {
  await show({ ...made, done: 0, parts: 0 })
  expect(screen.getByText(uiText('personalExport:waiting'))).toBeTruthy()
  expect(screen.queryByRole('progressbar')).toBeNull()
})

test('a file that is ready can be downloaded, deleted and made anew', async () => {
  await show({ ...made, state: 'ready', bytes: 2_000_000, expiresAt: '2099-05-11T10:00:00.000Z' })
  expect(
    screen.getByText(uiTextPattern('personalExport:ready', { size: /1.9 MB/, until: /.*11 May 2099.*/ })),
  ).toBeTruthy()
  for (const name of ['download', 'delete', 'makeNew'] as const)
    expect(screen.getByRole('button', { name: uiText(`personalExport:${name}`) })).toBeTruthy()
})

test('an export that found no space on the server says so and can be tried again', async () => {
  await show({ ...made, state: 'failed', reason: 'NO_SPACE' })
  expect(screen.getByText(uiText('personalExport:reason.NO_SPACE'))).toBeTruthy()
  expect(screen.getByRole('button', { name: uiText('personalExport:again') })).toBeTruthy()
})

test('a refusal for lack of space is announced @slow', async () => {
  await show(null, { 'personalExport/start': () => refusalResponse(507, 'NO_SPACE') })
  press(uiText('personalExport:make'))
  expect((await screen.findByRole('alert')).textContent).toContain(uiText('personalExport:refused.NO_SPACE'))
})

async function showRecords(latest: PersonalExport | null, answers: Parameters<typeof mockServer>[0] = {}) {
  const server = mockServer({
    'login/session': () => ({ login: { userId: 'nora', role: 'therapist', need: null } }),
    'account/me': () => ({ id: 'nora', role: 'therapist', zone: 'Europe/Berlin', language: 'en' }),
    'personalExport/findRecords': () => ({ latest }),
    'personalExport/startRecords': () => ({ done: true }),
    'personalExport/removeRecords': () => ({ done: true }),
    ...answers,
  })
  await renderPage(<RecordsExportSection />)
  await screen.findByText(uiText('personalExport:allRecords.label'))
  return server
}
/** Opens the dialog, and returns it. */
async function openRecordsDialog() {
  press(uiText('personalExport:make'))
  return within(await screen.findByRole('dialog'))
}

test('a therapist chooses what the export of all records contains; private notes and addresses of guardians only if they are chosen @slow', async () => {
  const { inputsOf } = await showRecords(null)
  const dialog = await openRecordsDialog()
  const box = (key: Parameters<typeof uiText>[0]) =>
    dialog.getByRole<HTMLInputElement>('checkbox', { name: uiText(key) })
  const off = [
    'recordExport:guardianAddresses',
    'recordExport:part.private-notes',
    'recordExport:part.custody',
  ] as const
  expect(off.map((key) => box(key).checked)).toEqual([false, false, false])
  for (const key of ['personalExport:allRecords.bundle', ...off.slice(0, 2)] as const) fireEvent.click(box(key))
  fireEvent.click(dialog.getByRole('button', { name: uiText('personalExport:make') }))
  await waitFor(() => expect(inputsOf('personalExport/startRecords')).toHaveLength(1))
  expect(inputsOf('personalExport/startRecords')).toEqual([
    {
      parts: [...usualRecordParts, 'private-notes'],
      from: null,
      until: null,
      withShared: false,
      withBundle: true,
      withGuardianAddresses: true,
    },
  ])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('an export of all records without a part is not started @slow', async () => {
  const { inputsOf } = await showRecords(null)
  const dialog = await openRecordsDialog()
  for (const part of usualRecordParts)
    fireEvent.click(dialog.getByRole('checkbox', { name: uiText(`recordExport:part.${part}`) }))
  fireEvent.click(dialog.getByRole('button', { name: uiText('personalExport:make') }))
  expect(await dialog.findByText(uiText('recordExport:noParts'))).toBeTruthy()
  expect(inputsOf('personalExport/startRecords')).toEqual([])
})

test('the dialog says why an export of all records was refused @slow', async () => {
  await showRecords(null, { 'personalExport/startRecords': () => refusalResponse(507, 'NO_SPACE') })
  const dialog = await openRecordsDialog()
  fireEvent.click(dialog.getByRole('button', { name: uiText('personalExport:make') }))
  expect(await dialog.findByText(uiText('personalExport:refused.NO_SPACE'))).toBeTruthy()
})

test('while all records are exported, the page counts the records and can cancel', async () => {
  const { inputsOf } = await showRecords(made)
  expect(screen.getByText(uiText('personalExport:allRecords.progress', { done: '3', parts: '12' }))).toBeTruthy()
  press(uiText('personalExport:cancel'))
  await waitFor(() => expect(inputsOf('personalExport/removeRecords')).toHaveLength(1))
})
