import type { ErasureReport } from '@attune/contract/features/people/login/login.own'
import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { failureResponse, mockServer, refusalResponse, renderPage } from '../../../../testing/render-page.tsx'
import { uiText } from '../../../../testing/ui-text.ts'
import { ErasureReportPage } from './ErasureReportPage.tsx'
import { erasureReportAddress } from './report-address.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  history.replaceState(null, '', '/')
})

const report: ErasureReport = {
  title: 'Erasure report',
  facts: 'Client account at Lindqvist, deleted on 12 May',
  sections: [
    { heading: 'Erased', text: ['We erased these types of data.'], items: ['Your account', 'Your journal'] },
    { heading: 'About this report', text: ['It contains nothing that was erased.'], items: [] },
  ],
}

async function openPage(answer: () => unknown, address = erasureReportAddress('abc.def')) {
  history.replaceState(null, '', address)
  const { inputsOf } = mockServer({ 'login/session': () => ({ login: null }), 'login/erasureReport': answer })
  await renderPage(<ErasureReportPage />, '/erasure-report')
  return () => inputsOf('login/erasureReport')
}

test('the page shows the sections of the report with a PDF and a button to print', async () => {
  const print = vi.fn<() => void>()
  vi.stubGlobal('print', print)
  const inputs = await openPage(() => report)
  expect(await screen.findByRole('heading', { level: 1, name: report.title })).toBeTruthy()
  expect(inputs()).toEqual([{ report: 'abc.def', language: 'en' }])
  const erased = screen.getByRole('region', { name: 'Erased' })
  expect(
    within(erased)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Your account', 'Your journal'])
  const about = screen.getByRole('region', { name: 'About this report' })
  expect(within(about).queryByRole('list')).toBeNull()
  const download = screen.getByRole('link', { name: new RegExp(uiText('accountDeletion:report.download')) })
  expect(download.getAttribute('href')).toBe('/api/erasure-report/pdf?report=abc.def&language=en')
  fireEvent.click(screen.getByRole('button', { name: uiText('accountDeletion:report.print') }))
  expect(print).toHaveBeenCalledOnce()
  expect(location.hash).toBe('#report=abc.def')
})

test('a link that has expired says so', async () => {
  await openPage(() => refusalResponse(410, 'INVALID_LINK'))
  expect(await screen.findByText(uiText('accountDeletion:report.invalid'))).toBeTruthy()
})

test('an address without a report asks the server for none', async () => {
  const inputs = await openPage(() => report, '/erasure-report')
  expect(await screen.findByText(uiText('accountDeletion:report.invalid'))).toBeTruthy()
  expect(inputs()).toEqual([])
})

test('a report that cannot be loaded can be loaded again', async () => {
  let isDown = true
  await openPage(() => (isDown ? failureResponse() : report))
  const again = await screen.findByRole('button', { name: uiText('accountDeletion:report.again') })
  isDown = false
  fireEvent.click(again)
  expect(await screen.findByRole('heading', { level: 1, name: report.title })).toBeTruthy()
})
