import {
  recordExportFormats,
  type recordParts,
  usualRecordParts,
} from '@attune/contract/features/care/record-export/record-export.rules'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { failureResponse, mockServer, renderPage } from '../../../testing/render-page.tsx'
import { uiText } from '../../../testing/ui-text.ts'
import { otherSampleId, signedInAnswers } from '../../schedule/session/session.testing.ts'
import { ExportRecordDialog } from './ExportRecordDialog.tsx'
import { SharedPartsNotice } from './SharedPartsNotice.tsx'

afterEach(() => vi.unstubAllGlobals())

const noNames = { sharedWith: [], places: [], isComplete: true }
async function openDialog(answer: () => unknown, names: (input: unknown) => unknown = () => noNames) {
  const { inputsOf } = mockServer({
    ...signedInAnswers('therapist'),
    'recordExport/start': answer,
    'recordExport/names': names as never,
  })
  const onClose = vi.fn()
  await renderPage(<ExportRecordDialog clientId={otherSampleId} name="Ana" onClose={onClose} />)
  const submit = async () => {
    const button = await screen.findByRole('button', { name: uiText('recordExport:submit') })
    await waitFor(() => expect(button.hasAttribute('disabled') || button.hasAttribute('data-disabled')).toBe(false))
    fireEvent.click(button)
  }
  return {
    submit,
    onClose,
    orders: () => inputsOf('recordExport/start'),
  }
}
const nothingKept = { withShared: false, keptNames: [], withGuardianAddresses: false }
const box = (part: (typeof recordParts)[number]) =>
  screen.getByRole('checkbox', { name: uiText(`recordExport:part.${part}`) })

test('a record is exported as a whole, without custody notes and private notes, and the page says that the export is logged @slow', async () => {
  const { submit, orders, onClose } = await openDialog(() => ({ url: '/api/record-export/zip', expiresAt: '' }))
  expect(await screen.findByText(uiText('recordExport:logged', { name: 'Ana' }))).toBeTruthy()
  fireEvent.click(box('messages'))
  fireEvent.click(screen.getByRole('radio', { name: uiText('recordExport:format.zip') }))
  await submit()
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  const parts = usualRecordParts.filter((part) => part !== 'messages')
  expect(parts).not.toContain('custody')
  expect(parts).not.toContain('private-notes')
  expect(orders()).toEqual([{ clientId: otherSampleId, as: 'zip', parts, from: null, until: null, ...nothingKept }])
})

test('private notes are exported if they are chosen, with a text that says that they need a separate authorization @slow', async () => {
  const { submit, orders } = await openDialog(link)
  expect(await screen.findByText(uiText('recordExport:privateNotesHint'))).toBeTruthy()
  fireEvent.click(box('private-notes'))
  await submit()
  await waitFor(() => expect(orders()).toMatchObject([{ as: 'pdf', parts: [...usualRecordParts, 'private-notes'] }]))
})

test('each format asks about the addresses of guardians, and the ZIP about the invoices that have them @slow', async () => {
  const { submit, orders } = await openDialog(link)
  await screen.findByText(uiText('recordExport:parts'))
  for (const [at, format] of recordExportFormats.entries()) {
    fireEvent.click(screen.getByRole('radio', { name: uiText(`recordExport:format.${format}`) }))
    const hint = screen.queryByText(uiText('recordExport:guardianInvoices'))
    expect(hint !== null, format).toBe(format === 'zip')
    const addresses = screen.getByRole<HTMLInputElement>('checkbox', { name: uiText('recordExport:guardianAddresses') })
    if (!addresses.checked) fireEvent.click(addresses)
    await submit()
    await waitFor(() => expect(orders()).toHaveLength(at + 1))
  }
  expect(orders()).toMatchObject(recordExportFormats.map((as) => ({ as, withGuardianAddresses: true })))
})

test('an export without a part is not sent @slow', async () => {
  const { submit, orders } = await openDialog(() => ({ url: '', expiresAt: '' }))
  await screen.findByText(uiText('recordExport:parts'))
  for (const part of usualRecordParts) fireEvent.click(box(part))
  await submit()
  expect(await screen.findByText(uiText('recordExport:noParts'))).toBeTruthy()
  expect(orders()).toEqual([])
})

const place = (id: string, more: object = {}) => ({
  id,
  startsAt: '2026-11-18T10:00:00.000Z',
  source: 'note',
  before: `Words before ${id} `,
  name: 'Ben',
  after: ' left.',
  ...more,
})
const places = [place('aaaaaaaa'), place('bbbbbbbb', { source: 'session' })]
const link = () => ({ url: '/api/record-export/pdf', expiresAt: '' })
/** The choice about a place, found by the words before the name. */
const choice = (id: string, decision: 'keep' | 'remove') =>
  within(screen.getByRole('radiogroup', { name: new RegExp(`Words before ${id}`) })).getByRole('radio', {
    name: uiText(`recordExport:names.${decision}`),
  })

test('an export waits until each name of another person is kept or removed, and sends which are kept @slow', async () => {
  const { submit, orders, onClose } = await openDialog(link, () => ({ ...noNames, places }))
  await screen.findByText(uiText('recordExport:names.title'))
  fireEvent.click(choice('aaaaaaaa', 'keep'))
  await submit()
  expect(await screen.findByText(uiText('recordExport:names.undecided_one', { count: '1' }))).toBeTruthy()
  expect(orders()).toEqual([])
  fireEvent.click(choice('bbbbbbbb', 'remove'))
  await submit()
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(orders()).toMatchObject([{ withShared: false, keptNames: ['aaaaaaaa'] }])
})

test('one button decides on all names, also on those that are not listed, and a single name can differ @slow', async () => {
  const { submit, orders } = await openDialog(link, () => ({ ...noNames, places, isComplete: false }))
  expect(await screen.findByText(uiText('recordExport:names.more', { count: '2' }))).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: uiText('recordExport:names.all.keep') }))
  await submit()
  await waitFor(() => expect(orders()).toMatchObject([{ keptNames: 'all' }]))
  fireEvent.click(choice('aaaaaaaa', 'remove'))
  await submit()
  await waitFor(() => expect(orders()[1]).toMatchObject({ keptNames: ['bbbbbbbb'] }))
  fireEvent.click(screen.getByRole('button', { name: uiText('recordExport:names.all.remove') }))
  await submit()
  await waitFor(() => expect(orders()[2]).toMatchObject({ keptNames: [] }))
})

test('shared parts are left out unless they are included, with a warning that names the other people @slow', async () => {
  const answer = (input: unknown) => ({
    ...noNames,
    sharedWith: ['Ben Ruiz'],
    places: (input as { withShared: boolean }).withShared ? [place('cccccccc', { source: 'shared-note' })] : [],
  })
  const { submit, orders } = await openDialog(link, answer)
  const shared = await screen.findByRole('checkbox', { name: uiText('recordExport:shared') })
  expect(screen.getByText(uiText('recordExport:sharedHint', { names: 'Ben Ruiz' }))).toBeTruthy()
  fireEvent.click(shared)
  expect(await screen.findByText(uiText('recordExport:sharedWarning', { names: 'Ben Ruiz' }))).toBeTruthy()
  expect(await screen.findByText(/Words before cccccccc/)).toBeTruthy()
  fireEvent.click(choice('cccccccc', 'remove'))
  await submit()
  await waitFor(() => expect(orders()).toMatchObject([{ withShared: true, keptNames: [] }]))
})

test('a FHIR bundle asks about no name and offers no private notes, because it has none @slow', async () => {
  const { submit, orders, onClose } = await openDialog(link, () => ({ ...noNames, sharedWith: ['Ben Ruiz'], places }))
  await screen.findByText(uiText('recordExport:names.title'))
  fireEvent.click(box('private-notes'))
  fireEvent.click(screen.getByRole('radio', { name: uiText('recordExport:format.fhir') }))
  expect(screen.queryByText(uiText('recordExport:names.title'))).toBeNull()
  expect(screen.queryByRole('checkbox', { name: uiText('recordExport:shared') })).toBeNull()
  expect(screen.getByText(uiText('recordExport:bundleHint'))).toBeTruthy()
  expect(screen.queryByText(uiText('recordExport:part.private-notes'))).toBeNull()
  await submit()
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
  expect(orders()).toMatchObject([{ as: 'fhir', parts: usualRecordParts, ...nothingKept }])
})

test('if the names could not be read, the notes are not exported @slow', async () => {
  const { orders } = await openDialog(link, () => failureResponse())
  expect(await screen.findByText(uiText('recordExport:names.failed'))).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: uiText('recordExport:submit') }))
  expect(orders()).toEqual([])
})

test('the notice about a client who has left links the shared parts that name them, and says which are signed', async () => {
  const startsAt = '2026-11-18T10:00:00.000Z'
  const items = [{ sessionId: 's1', startsAt, isSigned: true }]
  mockServer({ ...signedInAnswers('therapist'), 'recordExport/sharedParts': () => ({ items }) })
  await renderPage(<SharedPartsNotice clientId={otherSampleId} name="Ana" />)
  const link = await screen.findByRole('link', { name: '18 November 2026' })
  expect(link.getAttribute('href')).toBe('/dashboard/therapist/sessions/session-details?id=s1')
  expect(link.closest('li')?.textContent).toContain(uiText('recordExport:naming.signed'))
})
