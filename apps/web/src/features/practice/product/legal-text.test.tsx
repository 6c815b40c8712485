import { act, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { applyProductSettings, productSettings } from '../../../platform/settings/product-settings.ts'
import { mockServer, renderPage } from '../../../testing/render-page.tsx'
import { uiText } from '../../../testing/ui-text.ts'
import { LegalText } from './LegalText.tsx'

const published = {
  language: 'en',
  version: 3,
  publishedAt: '2031-04-05T10:00:00Z',
  text: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Our own words.' }] }] },
}
let isPublished = true
beforeEach(() => {
  isPublished = true
  mockServer({
    'product/legalPage': () => (isPublished ? published : { ...published, text: null, version: null }),
  })
})

const setYears = (retentionYears: number) => {
  const settings = productSettings()
  applyProductSettings({ ...settings, revision: settings.revision + 1, retentionYears })
}
const recordsKeptFor = (count: number) =>
  uiText('keptPeriods:records.text', { period: uiText('keptPeriods:years_other', { count: String(count) }) })
const periods = () => screen.queryByRole('region', { name: uiText('keptPeriods:title') })

test('the privacy notice names the present years of the practice, also after an admin changes them @slow', async () => {
  setYears(11)
  await renderPage(<LegalText page="privacy" />)
  expect(await screen.findByText('Our own words.')).toBeTruthy()
  expect(await screen.findByText(recordsKeptFor(11))).toBeTruthy()
  act(() => setYears(27))
  expect(await screen.findByText(recordsKeptFor(27))).toBeTruthy()
  expect(screen.queryByText(recordsKeptFor(11))).toBeNull()
})

test('the imprint names no periods', async () => {
  await renderPage(<LegalText page="imprint" />)
  expect(await screen.findByText('Our own words.')).toBeTruthy()
  expect(periods()).toBeNull()
})

test('a privacy notice that is not published names no periods', async () => {
  isPublished = false
  await renderPage(<LegalText page="privacy" />)
  expect(await screen.findByText(uiText('product:legal.missing'))).toBeTruthy()
  expect(periods()).toBeNull()
})
