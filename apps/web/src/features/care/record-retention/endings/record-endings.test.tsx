import type {
  ClosedEndings,
  RecordEnding,
  RecordEndings,
} from '@attune/contract/features/care/record-retention/record-retention'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mockServer, refusalResponse, renderPage } from '../../../../testing/render-page.tsx'
import { uiText } from '../../../../testing/ui-text.ts'
import { otherSampleId, sampleId, signedInAnswers } from '../../../schedule/session/session.testing.ts'
import { ClosedEndingsSection } from './ClosedEndingsSection.tsx'
import { RecordEndingsLink } from './RecordEndingsLink.tsx'
import { RecordEndingsPage } from './RecordEndingsPage.tsx'

const ana: RecordEnding = {
  clientId: sampleId,
  name: 'Ana Moreau',
  lastSessionAt: '2020-03-05T10:00:00.000Z',
  keptUntil: '2030-03-04',
  from: 'session',
  years: 10,
  listedAt: '2030-02-04T08:00:00.000Z',
  state: 'open',
}
const max: RecordEnding = { ...ana, clientId: otherSampleId, name: 'Max Weber', from: 'record', lastSessionAt: null }

async function openList(items: RecordEnding[], answers: Record<string, () => unknown> = {}) {
  const of = (state: RecordEnding['state']) => items.filter((item) => item.state === state).length
  const list: RecordEndings = { items, counts: { open: of('open'), confirmed: of('confirmed'), held: of('held') } }
  const served = mockServer({
    ...signedInAnswers('therapist'),
    'recordRetention/endings': () => list,
    'recordRetention/confirmEndings': () => ({ done: true }),
    'recordRetention/undoEnding': () => ({ done: true }),
    ...answers,
  })
  await renderPage(<RecordEndingsPage />, '/dashboard/therapist/clients/retention')
  return served
}
const button = (name: string) => screen.findByRole('button', { name })
const labelled = (act: 'confirm.action' | 'undo.action' | 'closed.keep', text: string) =>
  uiText('common:labelled', { label: uiText(`recordEndings:${act}`), text })

test('an empty list says when records appear', async () => {
  await openList([])
  expect(await screen.findByText(uiText('recordEndings:emptyText'))).toBeTruthy()
})

test('a row says when the last session was, when the retention ends, and why', async () => {
  await openList([ana, max])
  expect(await screen.findByText(uiText('recordEndings:lastSession', { day: '5 March 2020' }))).toBeTruthy()
  expect(screen.getAllByText(uiText('recordEndings:until', { day: '4 March 2030' }))).toHaveLength(2)
  const reason = uiText('recordEndings:reason.session_other', { count: '10', day: '5 March 2020' })
  expect(screen.getByText(reason)).toBeTruthy()
  expect(screen.getByText(uiText('recordEndings:noSession'))).toBeTruthy()
})

test('one record is confirmed after a dialog that says what is erased and what stays @slow', async () => {
  const { inputsOf } = await openList([ana])
  fireEvent.click(await button(labelled('confirm.action', ana.name)))
  const dialog = await screen.findByRole('dialog', {
    name: uiText('recordEndings:confirm.titleOf', { name: ana.name }),
  })
  expect(within(dialog).getByText(uiText('recordEndings:confirm.stays', { years: '10' }))).toBeTruthy()
  expect(inputsOf('recordRetention/confirmEndings')).toEqual([])
  fireEvent.click(within(dialog).getByRole('button', { name: uiText('recordEndings:confirm.submit_one') }))
  await waitFor(() =>
    expect(inputsOf('recordRetention/confirmEndings')).toEqual([
      { records: [{ clientId: sampleId, keptUntil: '2030-03-04' }] },
    ]),
  )
})

test('all records to decide about are confirmed together, without those that are held @slow', async () => {
  const { inputsOf } = await openList([ana, max, { ...ana, clientId: sampleId.replace(/.$/, '0'), state: 'held' }])
  fireEvent.click(await button(uiText('recordEndings:confirm.all_other', { count: '2' })))
  const dialog = await screen.findByRole('dialog', {
    name: uiText('recordEndings:confirm.title_other', { count: '2' }),
  })
  fireEvent.click(
    within(dialog).getByRole('button', { name: uiText('recordEndings:confirm.submit_other', { count: '2' }) }),
  )
  await waitFor(() =>
    expect(inputsOf('recordRetention/confirmEndings')).toMatchObject([
      { records: [{ clientId: sampleId }, { clientId: otherSampleId }] },
    ]),
  )
})

test('a list that has changed says so, and the dialog stays open', async () => {
  await openList([ana], { 'recordRetention/confirmEndings': () => refusalResponse(409, 'CHANGED') })
  fireEvent.click(await button(labelled('confirm.action', ana.name)))
  const dialog = await screen.findByRole('dialog')
  fireEvent.click(within(dialog).getByRole('button', { name: uiText('recordEndings:confirm.submit_one') }))
  expect(await within(dialog).findByText(uiText('recordEndings:refused.CHANGED'))).toBeTruthy()
})

test('a confirmed record says when it will be erased, and can be undone', async () => {
  const { inputsOf } = await openList([{ ...ana, state: 'confirmed' }])
  expect(await screen.findByText(uiText('recordEndings:erasedFrom', { day: '6 March 2030' }))).toBeTruthy()
  fireEvent.click(await button(labelled('undo.action', ana.name)))
  await waitFor(() => expect(inputsOf('recordRetention/undoEnding')).toEqual([{ clientId: sampleId }]))
})

test('a held record can be neither confirmed nor held again, and can be exported', async () => {
  await openList([{ ...ana, state: 'held' }])
  fireEvent.click(await button(uiText('recordEndings:actions', { name: ana.name })))
  expect(await screen.findByRole('menuitem', { name: uiText('recordEndings:export') })).toBeTruthy()
  expect(screen.queryByRole('menuitem', { name: uiText('recordEndings:hold') })).toBeNull()
  expect(screen.queryByRole('button', { name: labelled('confirm.action', ana.name) })).toBeNull()
})

test('the link to the list is shown only while the list has entries', async () => {
  const counts = { open: 0, confirmed: 0, held: 0 }
  mockServer({ ...signedInAnswers('therapist'), 'recordRetention/endingCounts': () => counts })
  const { unmount } = await renderPage(
    <>
      <RecordEndingsLink />
      <p>after</p>
    </>,
  )
  await screen.findByText('after')
  expect(screen.queryByRole('link')).toBeNull()
  unmount()
  mockServer({ ...signedInAnswers('therapist'), 'recordRetention/endingCounts': () => ({ ...counts, open: 3 }) })
  await renderPage(<RecordEndingsLink />)
  const link = await screen.findByRole('link', { name: uiText('recordEndings:linkOpen_other', { count: '3' }) })
  expect(link.getAttribute('href')).toBe('/dashboard/therapist/clients/retention')
})

test('an admin sees how many records of a closed account end, and keeps them for another year', async () => {
  const closed: ClosedEndings = {
    therapistId: sampleId,
    name: '',
    records: 3,
    firstOn: '2030-03-04',
    lastOn: '2030-05-04',
  }
  const { inputsOf } = mockServer({
    'login/session': () => ({ login: { userId: sampleId, role: 'admin', need: null } }),
    'account/me': () => ({ id: sampleId, role: 'admin', zone: 'Europe/Berlin', language: 'en' }),
    'recordRetention/ofPractice': () => ({ country: null, closed: [closed] }),
    'recordRetention/keepClosedRecords': () => ({ done: true }),
  })
  await renderPage(<ClosedEndingsSection />)
  const text = uiText('recordEndings:closed.count_other', { count: '3', day: '4 May 2030' })
  expect(await screen.findByText(text)).toBeTruthy()
  const name = uiText('recordEndings:closed.unnamed')
  fireEvent.click(await button(labelled('closed.keep', name)))
  await waitFor(() => expect(inputsOf('recordRetention/keepClosedRecords')).toEqual([{ id: sampleId }]))
})
