import type { RecordHold, RecordRetention } from '@attune/contract/features/care/record-retention/record-retention'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mockServer, refusalResponse, renderPage } from '../../../testing/render-page.tsx'
import { uiText } from '../../../testing/ui-text.ts'
import { otherSampleId, sampleId, signedInAnswers } from '../../schedule/session/session.testing.ts'
import { RecordRetentionCard } from './RecordRetentionCard.tsx'
import { sampleRetention } from './record-retention.testing.ts'

const hold: RecordHold = {
  id: sampleId,
  reason: 'The court asked for it.',
  placedAt: '2031-01-31T10:00:00.000Z',
  untilOn: '2032-01-31',
  endedAt: null,
  ending: null,
}
const client = { id: otherSampleId, firstName: 'Ana' }

async function openCard(given: Partial<RecordRetention>, answers: Record<string, () => unknown> = {}) {
  const done = () => ({ done: true })
  const served = mockServer({
    ...signedInAnswers('therapist'),
    'recordRetention/ofClient': () => ({ ...sampleRetention, ...given }),
    'recordRetention/placeHold': done,
    'recordRetention/renewHold': done,
    'recordRetention/endHold': done,
    ...answers,
  })
  await renderPage(<RecordRetentionCard client={client} />)
  return served
}
const button = (key: 'place.action' | 'renew.action' | 'end.action') =>
  screen.findByRole('button', { name: uiText(`recordRetention:${key}`) })

test('the card says until when the record is kept, and from which day the years count', async () => {
  await openCard({ from: 'majority' })
  const text = uiText('recordRetention:keep.majority_other', { count: '10', day: '4 March 2099', name: 'Ana' })
  expect(await screen.findByText(text)).toBeTruthy()
})

test('after the period, the card says when it ended', async () => {
  await openCard({ keptUntil: '2020-03-04' })
  expect(await screen.findByText(uiText('recordRetention:over', { day: '4 March 2020' }))).toBeTruthy()
})

test('a hold is placed with a reason, and not without one @slow', async () => {
  const { inputsOf } = await openCard({})
  fireEvent.click(await button('place.action'))
  const dialog = await screen.findByRole('dialog', { name: uiText('recordRetention:place.title', { name: 'Ana' }) })
  const submit = within(dialog).getByRole('button', { name: uiText('recordRetention:place.submit') })
  fireEvent.click(submit)
  expect(await within(dialog).findByText(uiText('recordRetention:place.required'))).toBeTruthy()
  expect(inputsOf('recordRetention/placeHold')).toEqual([])
  fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: hold.reason } })
  fireEvent.click(submit)
  await waitFor(() =>
    expect(inputsOf('recordRetention/placeHold')).toMatchObject([{ clientId: otherSampleId, reason: hold.reason }]),
  )
})

test('a refused hold says why, and the dialog stays open @slow', async () => {
  await openCard({}, { 'recordRetention/placeHold': () => refusalResponse(409, 'ALREADY_HELD') })
  fireEvent.click(await button('place.action'))
  const dialog = await screen.findByRole('dialog')
  fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: hold.reason } })
  fireEvent.click(within(dialog).getByRole('button', { name: uiText('recordRetention:place.submit') }))
  expect(await within(dialog).findByText(uiText('recordRetention:refused.ALREADY_HELD'))).toBeTruthy()
})

test('a hold that lasts shows its reason and days, and can be renewed', async () => {
  const { inputsOf } = await openCard({ hold })
  expect(await screen.findByText(hold.reason)).toBeTruthy()
  const days = { placed: '31 January 2031', day: '31 January 2032' }
  expect(screen.getByText(uiText('recordRetention:hold.until', days))).toBeTruthy()
  expect(screen.queryByRole('button', { name: uiText('recordRetention:place.action') })).toBeNull()
  fireEvent.click(await button('renew.action'))
  await waitFor(() =>
    expect(inputsOf('recordRetention/renewHold')).toEqual([{ clientId: otherSampleId, id: sampleId }]),
  )
})

test('a hold ends only after a confirmation', async () => {
  const { inputsOf } = await openCard({ hold })
  fireEvent.click(await button('end.action'))
  const dialog = await screen.findByRole('dialog', { name: uiText('recordRetention:end.title') })
  expect(inputsOf('recordRetention/endHold')).toEqual([])
  fireEvent.click(within(dialog).getByRole('button', { name: uiText('recordRetention:end.action') }))
  await waitFor(() => expect(inputsOf('recordRetention/endHold')).toEqual([{ clientId: otherSampleId, id: sampleId }]))
})

test('holds that have ended stay with their reasons', async () => {
  await openCard({ earlier: [{ ...hold, endedAt: '2032-02-01T10:00:00.000Z', ending: 'expired' }] })
  expect(await screen.findByText(hold.reason)).toBeTruthy()
  expect(screen.getByText(uiText('recordRetention:ended.expired', { day: '1 February 2032' }))).toBeTruthy()
})
