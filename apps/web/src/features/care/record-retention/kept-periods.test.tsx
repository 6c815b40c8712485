import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mockServer, renderPage } from '../../../testing/render-page.tsx'
import { uiText } from '../../../testing/ui-text.ts'
import { productSettings } from '../../../platform/settings/product-settings.ts'
import { signedInAnswers } from '../../schedule/session/session.testing.ts'
import { KeptPeriodsSection } from './KeptPeriodsSection.tsx'

test('the section says for how long records, invoices and the rest are kept', async () => {
  mockServer(signedInAnswers('client'))
  await renderPage(<KeptPeriodsSection />)
  const years = (count: number) =>
    uiText(count === 1 ? 'keptPeriods:years_one' : 'keptPeriods:years_other', { count: String(count) })
  const { retentionYears } = productSettings()
  for (const text of [
    uiText('keptPeriods:records.text', { period: years(retentionYears) }),
    uiText('keptPeriods:invoices.text', { period: years(10) }),
    uiText('keptPeriods:accesses.text', { period: years(10) }),
    uiText('keptPeriods:trash.text', { period: uiText('keptPeriods:days_other', { count: '30' }) }),
    uiText('keptPeriods:own.text'),
  ])
    expect(await screen.findByText(text)).toBeTruthy()
})

test('a folded section shows the periods once its button is pressed', async () => {
  mockServer(signedInAnswers('client'))
  await renderPage(<KeptPeriodsSection isFolded />)
  const button = await screen.findByRole('button', { name: uiText('keptPeriods:open') })
  expect(screen.queryByText(uiText('keptPeriods:own.text'))).toBeNull()
  fireEvent.click(button)
  expect(await screen.findByText(uiText('keptPeriods:own.text'))).toBeTruthy()
})
