import { act, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { orpc } from '../../../../platform/api/api.ts'
import { failureResponse, mockServer, renderPage } from '../../../../testing/render-page.tsx'
import { uiText } from '../../../../testing/ui-text.ts'
import { otherSampleId, sampleId, signedInAnswers } from '../../../schedule/session/session.testing.ts'
import { sampleGuardedClient } from '../guardian.testing.ts'
import { GuardianStartPage } from '../home/GuardianStartPage.tsx'
import { GuardianFrame } from './GuardianLayout.tsx'
import { GuardianSwitcher } from './GuardianSwitcher.tsx'

afterEach(() => vi.unstubAllGlobals())

const show = (answers: Parameters<typeof mockServer>[0]) => {
  mockServer({ ...signedInAnswers('client'), ...answers })
  return renderPage(<GuardianFrame clientId={sampleId} />)
}

test('the page says for whom the guardian acts, and with which therapist', async () => {
  await show({ 'guardian/clients': () => ({ items: [sampleGuardedClient()] }) })
  const link = await screen.findByRole('link', { name: uiText('guardianHome:bar.for', { name: 'Tim' }) })
  expect(link.getAttribute('href')).toBe(`/for/${sampleId}`)
  expect(screen.getByText(uiText('guardianHome:bar.with', { name: 'Lena Brandt' }), { exact: false })).toBeTruthy()
})

test('an address with a client for whom the person has no right says so', async () => {
  await show({ 'guardian/clients': () => ({ items: [sampleGuardedClient({ clientId: otherSampleId })] }) })
  expect(await screen.findByText(uiText('guardianHome:ended.titleUnknown'))).toBeTruthy()
})

test('when the therapist ends the rights, the open page says for whom the guardian no longer acts', async () => {
  let items = [sampleGuardedClient()]
  const { client } = await show({ 'guardian/clients': () => ({ items }) })
  await screen.findByRole('link', { name: uiText('guardianHome:bar.for', { name: 'Tim' }) })
  items = []
  await act(() => client.invalidateQueries({ queryKey: orpc.guardian.clients.key() }))
  expect(await screen.findByText(uiText('guardianHome:ended.title', { name: 'Tim' }))).toBeTruthy()
  expect(screen.queryByRole('link', { name: uiText('guardianHome:bar.for', { name: 'Tim' }) })).toBeNull()
})

test('a failed load offers to try again', async () => {
  await show({ 'guardian/clients': failureResponse })
  expect(await screen.findByText(uiText('guardianHome:failed'))).toBeTruthy()
})

const clients = [
  sampleGuardedClient(),
  sampleGuardedClient({ clientId: otherSampleId, firstName: 'Mia', therapistName: 'Jo Kern' }),
]
const linksOf = async (guardian: 'also' | 'only') => {
  const { login } = signedInAnswers('client')['login/session']() as { login: object }
  mockServer({
    ...signedInAnswers('client'),
    'login/session': () => ({ login: { ...login, guardian } }),
    'guardian/clients': () => ({ items: clients }),
  })
  const { unmount } = await renderPage(<GuardianSwitcher className="" entry="" />, `/for/${otherSampleId}`)
  await screen.findByText(uiText('guardianHome:bar.for', { name: 'Mia' }))
  const links = screen
    .getAllByRole('link')
    .map((link) => [link.getAttribute('href'), link.hasAttribute('aria-current')])
  unmount()
  return links
}

test('the switcher has the person themselves and each client, and marks that of the address', async () => {
  expect(await linksOf('also')).toEqual([
    ['/dashboard/client', false],
    [`/for/${sampleId}`, false],
    [`/for/${otherSampleId}`, true],
  ])
})

test('a guardian without a record of their own has no entry for themselves', async () => {
  expect(await linksOf('only')).toEqual([
    [`/for/${sampleId}`, false],
    [`/for/${otherSampleId}`, true],
  ])
})

test('a guardian of several clients starts with a list of them, with what awaits an answer', async () => {
  mockServer({
    ...signedInAnswers('client'),
    'guardian/clients': () => ({ items: clients }),
    'guardian/home': () => ({
      clients: [{ clientId: otherSampleId, awaiting: 2, next: null }],
      awaiting: [],
      upcoming: [],
    }),
  })
  await renderPage(<GuardianStartPage />)
  expect(await screen.findByText(uiText('guardianHome:awaiting_other', { count: '2' }))).toBeTruthy()
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    `/for/${sampleId}`,
    `/for/${otherSampleId}`,
  ])
})
