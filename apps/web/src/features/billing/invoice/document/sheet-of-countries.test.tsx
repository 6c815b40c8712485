import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../../../../testing/render-page.tsx'
import { sampleDocument } from '../invoice.testing.ts'
import { InvoiceSheet } from './InvoiceSheet.tsx'

let shown = 0
const show = async (part: Parameters<typeof sampleDocument>[0]) => {
  const label = `sheet ${++shown}`
  await renderPage(<InvoiceSheet sheet={sampleDocument(part)} label={label} />)
  const sheet = await screen.findByRole('article', { name: label })
  return (sheet.textContent ?? '').replace(/\s/g, ' ')
}
const { seller, buyer } = sampleDocument()

test('the preview shows withheld income tax below the total, and what remains to pay', async () => {
  const text = await show({ language: 'es', withholding: { rateBp: 1500, amountMinor: '1425' } })
  expect(text).toMatch(/Income tax withheld \(IRPF\) 15 %.14,25 €Amount to pay80,75 €/)
})

test('the preview shows the terms of late payment of an invoice to a business in France', async () => {
  const text = await show({ language: 'fr', lateTerms: { penaltyBp: 1500, earlyPayment: '' }, lateFees: true })
  expect(text).toContain('at 15 % a year, and a flat compensation of 40,00 €')
  expect(text).toContain('No discount for early payment.')
  expect(await show({ language: 'fr' })).not.toContain('compensation')
})

test('the preview of a Swiss invoice has CHF before the amount and the UID, that of a Spanish one in the US American amounts', async () => {
  const swiss = { ...seller, country: 'CH', taxId: 'CHE-123.456.788' }
  const text = await show({ language: 'de', currency: 'CHF', seller: swiss, buyer })
  expect(text).toContain('CHF 95.00')
  expect(text).toContain('UID CHE-123.456.788')
  const american = await show({
    language: 'es',
    currency: 'USD',
    seller: { ...seller, country: 'US' },
    grossMinor: '622000',
  })
  expect(american).toContain('$6,220.00')
})

test('the document shows the credit that was used when it was issued, and what remains to pay', async () => {
  expect(await show({ language: 'es', creditMinor: '3000' })).toMatch(
    /Paid with your credit.30,00 €Amount to pay65,00 €/,
  )
})
