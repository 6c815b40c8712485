import type { PayerLinks } from '@attune/contract/features/billing/invoice/invoice.links'
import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { backendRealtime } from '../../../../platform/backend/realtime.ts'
import { mockServer, refusalResponse, renderPage } from '../../../../testing/render-page.tsx'
import { uiText } from '../../../../testing/ui-text.ts'
import { otherSampleId, sampleId, signedInAnswers } from '../../../schedule/session/session.testing.ts'
import { PayerLinksCard } from './PayerLinksCard.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const link: PayerLinks['items'][number] = {
  id: otherSampleId,
  occasion: 'invoice',
  email: 'billing@hanse.test',
  sentAt: '2026-11-12T09:00:00.000Z',
  expiresAt: '2099-02-10T09:00:00.000Z',
  withdrawnAt: null,
  openedAt: '2026-11-14T09:00:00.000Z',
  openings: 3,
  mail: 'sent',
}
const links = (part: Partial<PayerLinks> = {}): PayerLinks => ({
  items: [link],
  recipients: [link.email],
  obstacle: null,
  ...part,
})

async function show(answer: PayerLinks, more: Parameters<typeof mockServer>[0] = {}) {
  const { inputsOf } = mockServer({ ...signedInAnswers('therapist'), 'invoice/links': () => answer, ...more })
  await renderPage(<PayerLinksCard invoiceId={sampleId} />)
  return inputsOf
}

test('the card shows where the link went and offers to send it again or to withdraw it', async () => {
  const withdrawn = links({ items: [{ ...link, withdrawnAt: '2026-11-15T09:00:00.000Z' }] })
  const sent = await show(links(), { 'invoice/sendLink': () => links(), 'invoice/withdrawLinks': () => withdrawn })
  expect(await screen.findByText(link.email)).toBeTruthy()
  expect(screen.getByText(/opened 3 times/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: uiText('invoice:links.again') }))
  await expect.poll(() => sent('invoice/sendLink')).toEqual([{ id: sampleId }])
  fireEvent.click(await screen.findByRole('button', { name: uiText('invoice:links.withdraw') }))
  const dialog = within(await screen.findByRole('dialog', { name: uiText('invoice:links.ask.title') }))
  expect(sent('invoice/withdrawLinks')).toEqual([])
  fireEvent.click(dialog.getByRole('button', { name: uiText('invoice:links.withdraw') }))
  await expect.poll(() => sent('invoice/withdrawLinks')).toEqual([{ id: sampleId }])
})

test('the card follows what another window or a job does to the links', async () => {
  const subscribed = new Map<string, () => void>()
  vi.spyOn(backendRealtime, 'subscribe').mockImplementation(({ table }, onChange) => {
    subscribed.set(table, () => onChange([]))
    return () => {}
  })
  let answer = links({ items: [], obstacle: 'no-agreement' })
  const sent = await show(answer, { 'invoice/links': () => answer })
  await expect.poll(() => sent('invoice/links')).toHaveLength(1)
  for (const [table, next] of [
    ['payers', links()],
    ['invoice_links', links({ items: [{ ...link, mail: 'failed' }] })],
  ] as const) {
    answer = next
    subscribed.get(table)?.()
    expect(await screen.findByText(table === 'payers' ? link.email : uiText('invoice:links.mail.failed'))).toBeTruthy()
  }
})

test.each(['failed', 'not-configured'] as const)('the card says that the email did not leave: %s', async (mail) => {
  await show(links({ items: [{ ...link, openedAt: null, openings: 0, mail }] }))
  expect(await screen.findByText(uiText(`invoice:links.mail.${mail}`))).toBeTruthy()
})

test('a withdrawn link can be sent again, not withdrawn', async () => {
  await show(links({ items: [{ ...link, withdrawnAt: '2026-11-15T09:00:00.000Z' }] }))
  expect(await screen.findByRole('button', { name: uiText('invoice:links.again') })).toBeTruthy()
  expect(screen.queryByRole('button', { name: uiText('invoice:links.withdraw') })).toBeNull()
})

test.each(['no-agreement', 'no-email', 'no-postal-code'] as const)(
  'without a link, the card says why none can be sent: %s',
  async (obstacle) => {
    await show(links({ items: [], recipients: [], obstacle }))
    expect(await screen.findByText(uiText(`invoice:links.obstacle.${obstacle}`))).toBeTruthy()
    expect(screen.queryByRole('button')).toBeNull()
  },
)

test('an invoice that the client pays has no card', async () => {
  const sent = await show(links({ items: [], recipients: [], obstacle: 'client-pays' }))
  await expect.poll(() => sent('invoice/links')).toHaveLength(1)
  expect(screen.queryByRole('heading')).toBeNull()
})

test('a link that can no longer be sent is refused with a text', async () => {
  const sent = await show(links(), { 'invoice/sendLink': () => refusalResponse(409, 'NOT_SENDABLE') })
  fireEvent.click(await screen.findByRole('button', { name: uiText('invoice:links.again') }))
  await expect.poll(() => sent('invoice/links').length).toBeGreaterThan(1)
})
