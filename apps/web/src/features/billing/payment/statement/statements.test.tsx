import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { mockServer, refusalResponse, renderPage } from '../../../../testing/render-page.tsx'
import { uiText } from '../../../../testing/ui-text.ts'
import { sampleId, signedInAnswers } from '../../../schedule/session/session.testing.ts'
import { StatementButton } from './StatementButton.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

async function show(what: React.ReactNode, answers: Parameters<typeof mockServer>[0]) {
  const { inputsOf } = mockServer({ ...signedInAnswers('therapist'), ...answers })
  await renderPage(what)
  return inputsOf
}
const openDialog = async () => {
  fireEvent.click(await screen.findByRole('button', { name: uiText('statement:title') }))
  return within(await screen.findByRole('dialog'))
}

test('the therapist chooses a year of the client and downloads the statement', async () => {
  const downloads: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    downloads.push(this.getAttribute('href') ?? '')
  })
  const sent = await show(<StatementButton clientId={sampleId} />, {
    'payment/statementYears': () => ({ years: [2026, 2025], letters: [{ year: 2026, script: 'han' }] }),
  })
  const dialog = await openDialog()
  const year = await dialog.findByLabelText<HTMLSelectElement>(uiText('statement:year'))
  expect([...year.options].map(({ value }) => value)).toEqual(['2026', '2025'])
  const refusal = uiText('statement:letters', { letters: uiText('payer:letters.han') })
  expect(await dialog.findByText(refusal)).toBeTruthy()
  fireEvent.click(dialog.getByRole('button', { name: uiText('statement:download') }))
  expect(downloads).toEqual([])
  fireEvent.change(year, { target: { value: '2025' } })
  expect(dialog.queryByText(refusal)).toBeNull()
  fireEvent.click(dialog.getByRole('button', { name: uiText('statement:download') }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(downloads).toEqual([`/api/statement/${sampleId}/2025`])
  expect(sent('payment/statementYears')).toEqual([{ clientId: sampleId }])
})

test('the dialog says that nothing was issued yet, and a failure offers to try again @slow', async () => {
  let fails = true
  await show(<StatementButton clientId={sampleId} />, {
    'payment/statementYears': () => (fails ? refusalResponse(404, 'NOT_FOUND') : { years: [], letters: [] }),
  })
  const dialog = await openDialog()
  expect(await dialog.findByText(uiText('statement:failed'))).toBeTruthy()
  fails = false
  fireEvent.click(dialog.getByRole('button', { name: uiText('statement:again') }))
  expect(await dialog.findByText(uiText('statement:none'))).toBeTruthy()
})
