import type { OwnSuperbill } from '@attune/contract/features/billing/superbill/superbill'
import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { mockServer, renderPage } from '../../../../testing/render-page.tsx'
import { uiText } from '../../../../testing/ui-text.ts'
import { otherSampleId, sampleId, signedInAnswers } from '../../../schedule/session/session.testing.ts'
import { GuardianSuperbillsSection } from './SuperbillsSection.tsx'

afterEach(() => vi.unstubAllGlobals())

const item: OwnSuperbill = {
  id: otherSampleId,
  clientId: sampleId,
  madeOn: '2026-10-21',
  from: '2026-10-01',
  to: '2026-10-01',
  sessions: 1,
  paidMinor: '15000',
  currency: 'USD',
  ready: true,
  withdrawn: null,
  businessName: 'Lindqvist Psychotherapy',
  name: 'Tim Weber',
}

async function show(items: OwnSuperbill[]) {
  mockServer({ ...signedInAnswers('client'), 'guardian/superbills': () => ({ items }) })
  await renderPage(<GuardianSuperbillsSection clientId={sampleId} />)
}

test('a superbill is downloaded from the address for this client @slow', async () => {
  await show([item])
  const link = await screen.findByRole('link', { name: new RegExp(uiText('superbill:download')) })
  expect(link.getAttribute('href')).toBe(`/api/guardian/${sampleId}/superbill/${otherSampleId}/pdf`)
})

test('without superbills the section says what will be there', async () => {
  await show([])
  expect(await screen.findByText(uiText('superbill:own.empty'))).toBeTruthy()
})
