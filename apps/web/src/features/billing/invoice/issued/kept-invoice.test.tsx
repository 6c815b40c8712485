import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import Toasts from '../../../../ui/toast/Toasts.tsx'
import { mockServer, renderPage } from '../../../../testing/render-page.tsx'
import { uiText } from '../../../../testing/ui-text.ts'
import { sampleId, signedInAnswers } from '../../../schedule/session/session.testing.ts'
import { KeptInvoiceCard, KeptInvoiceMark } from './KeptInvoiceCard.tsx'

afterEach(() => vi.unstubAllGlobals())

async function show(kept: { isOffered: boolean; isKept: boolean; billsKept: boolean }) {
  mockServer({
    ...signedInAnswers('therapist'),
    'guardian/keptInvoice': () => kept,
    'guardian/keepInvoice': ({ isKept }: { isKept: boolean }) => ({ ...kept, isKept }),
  })
  await renderPage(
    <>
      <KeptInvoiceMark invoiceId={sampleId} />
      <KeptInvoiceCard invoiceId={sampleId} />
      <Toasts />
    </>,
  )
}
const findSwitch = () => screen.findByRole<HTMLInputElement>('switch', { name: uiText('kept:switch') })

test('an invoice is kept from guardians and marked', async () => {
  await show({ isOffered: true, isKept: false, billsKept: false })
  fireEvent.click(await findSwitch())
  expect(await screen.findByText(uiText('kept:mark'))).toBeTruthy()
  expect(await screen.findByRole('button', { name: uiText('kept:undo') })).toBeTruthy()
})

test('an invoice that bills a kept session cannot be shown to guardians', async () => {
  await show({ isOffered: true, isKept: false, billsKept: true })
  const toggle = await findSwitch()
  expect([toggle.checked, toggle.disabled]).toEqual([true, true])
  expect(screen.getByText(uiText('kept:invoice.billsKept'))).toBeTruthy()
})

test('nothing is shown for an invoice that no guardian could see', async () => {
  await show({ isOffered: false, isKept: false, billsKept: false })
  await waitFor(() => expect(screen.queryByRole('switch')).toBeNull())
})
