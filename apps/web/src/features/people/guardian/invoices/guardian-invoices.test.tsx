import type { OwnInvoice, OwnInvoiceItem } from '@attune/contract/features/billing/invoice/invoice.own.schemas'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { mockServer, refusalResponse, renderPage } from '../../../../testing/render-page.tsx'
import { uiText } from '../../../../testing/ui-text.ts'
import { sampleDocument } from '../../../billing/invoice/invoice.testing.ts'
import { otherSampleId, sampleId, signedInAnswers } from '../../../schedule/session/session.testing.ts'
import { ActingForContext } from '../frame/acting-for.ts'
import { sampleGuardedClient } from '../guardian.testing.ts'
import { GuardianInvoice } from './GuardianInvoicePage.tsx'
import { GuardianInvoicesSection } from './InvoicesSection.tsx'

afterEach(() => vi.unstubAllGlobals())

const item: OwnInvoiceItem = {
  id: otherSampleId,
  number: '2026-0147',
  kind: 'invoice',
  therapistId: otherSampleId,
  businessName: 'Praxis Lindqvist',
  person: null,
  issuedOn: '2026-11-12',
  dueOn: '2026-11-26',
  status: 'issued',
  overdueDays: 0,
  grossMinor: '9500',
  openMinor: '9500',
  currency: 'EUR',
  documents: [{ kind: 'xml', ready: true }],
}
const invoice: OwnInvoice = {
  ...item,
  sheet: sampleDocument(),
  paidMinor: '0',
  creditedMinor: '0',
  payments: [],
  withdrawnReceipts: [],
  credits: [],
  corrects: null,
}

async function show(what: React.ReactNode, answers: Parameters<typeof mockServer>[0]) {
  const server = mockServer({
    ...signedInAnswers('client'),
    'guardian/payOffer': () => ({ state: 'ready' }),
    ...answers,
  })
  await renderPage(<ActingForContext value={sampleGuardedClient()}>{what}</ActingForContext>)
  return server
}

test('the home lists the invoices of the client, and each leads to its page for this client @slow', async () => {
  await show(<GuardianInvoicesSection clientId={sampleId} />, {
    'guardian/invoices': () => ({ items: [item], next: null }),
  })
  const link = await screen.findByRole('link', { name: item.number })
  expect(link.getAttribute('href')).toBe(`/for/${sampleId}/invoices/${otherSampleId}`)
})

test('without invoices the section says what will be there', async () => {
  await show(<GuardianInvoicesSection clientId={sampleId} />, {
    'guardian/invoices': () => ({ items: [], next: null }),
  })
  expect(await screen.findByText(uiText('guardianInvoices:empty'))).toBeTruthy()
})

test('a guardian downloads an invoice and pays it online for the client @slow', async () => {
  const assign = vi.fn<(url: string) => void>()
  vi.stubGlobal('location', { ...location, assign })
  const { calls } = await show(<GuardianInvoice id={otherSampleId} />, {
    'guardian/invoice': () => invoice,
    'guardian/startPayment': () => ({ url: 'https://pay.test/1' }),
  })
  const xml = await screen.findByRole('link', { name: uiText('invoice:documents.xml') })
  expect(xml.getAttribute('href')).toBe(`/api/guardian/${sampleId}/invoice/${otherSampleId}/xml`)
  fireEvent.click(await screen.findByRole('button', { name: uiText('onlinePayment:pay.action') }))
  await waitFor(() => expect(assign).toHaveBeenCalledWith('https://pay.test/1'))
  const sent = calls.filter(({ path }) => path === 'guardian/startPayment').map(({ input }) => input)
  expect(sent).toEqual([{ actingFor: sampleId, id: otherSampleId }])
})

test('an invoice that is not found leads back to the page of the client', async () => {
  await show(<GuardianInvoice id={otherSampleId} />, { 'guardian/invoice': () => refusalResponse(404, 'NOT_FOUND') })
  const back = await screen.findByRole('link', { name: uiText('guardianInvoices:back', { name: 'Tim' }) })
  expect(back.getAttribute('href')).toBe(`/for/${sampleId}`)
})
