import type { TimelineItem } from '@attune/contract/features/people/client/client.timeline'
import type { Client } from '@attune/contract/features/people/client/client'
import { richTextFromPlain } from '@attune/contract/common/rich-text/rich-text'
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { mockServer, renderPage } from '../../../../testing/render-page.tsx'
import { uiText } from '../../../../testing/ui-text.ts'
import { ClientTimeline } from './ClientTimeline.tsx'

afterEach(() => vi.unstubAllGlobals())

const id = '5a1f4b7e-5d1f-4a58-9a43-0d3a1a2b3c4d'

test('the timeline says which version of the consent text the client agreed to, and opens its text', async () => {
  const agreed: TimelineItem = {
    id: '2-1',
    at: '2026-11-02T09:00:00.000Z',
    kind: 'agreed',
    by: 'client',
    detail: 'consent',
    session: null,
    legalVersion: { id, version: 3 },
  }
  const version = { id, page: 'consent', language: 'en', version: 3, publishedAt: '2026-11-01T09:00:00.000Z' }
  const { calls } = mockServer({
    'client/timeline': () => ({ items: [agreed], next: null }),
    'legalText/version': () => ({ ...version, text: richTextFromPlain('I agree to be treated here.') }),
  })
  await renderPage(<ClientTimeline client={{ id, firstName: 'Ana' } as Client} />)
  await screen.findByText(uiText('record:timeline.agreed', { name: 'Ana' }))
  fireEvent.click(screen.getByRole('button', { name: uiText('record:timeline.version', { version: '3' }) }))
  expect(await screen.findByText('I agree to be treated here.')).toBeTruthy()
  expect(calls.find(({ path }) => path === 'legalText/version')?.input).toEqual({ id })
})
