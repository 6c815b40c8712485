import type { Role } from '@attune/contract/features/people/account/account'
import { waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../../testing/render-page.tsx'
import { PageHeader } from '../../ui/page/PageHeader.tsx'
import { NotFoundScreen } from '../screens/NotFoundScreen.tsx'
import { DefaultTabTitle } from './DefaultTabTitle.tsx'

test.each([
  '/login',
  '/signin',
  '/log-in/',
  '/Login',
  '/login?next=%2Fdashboard',
  '/user/login',
  '/anmelden',
  '/connexion',
  '/iniciar-sesion',
])('the usual address of a sign-in leads to the start page: %s', async (path) => {
  const { router } = await renderPage(<NotFoundScreen />, path)
  await waitFor(() => expect(router.state.location.pathname).toBe('/'))
})

test.each<[Role, string, string]>([
  ['client', '/dashboard/client/journal', 'Journal · Attune'],
  ['therapist', '/dashboard/therapist/journals/some-entry', 'Entry · Attune'],
])('the tab of a page without a title of its own has the name of the page (%s)', async (role, path, title) => {
  document.title = 'Attune'
  await renderPage(<DefaultTabTitle of={role} />, path)
  expect(document.title).toBe(title)
})

test('a page with a title of its own keeps it in the tab', async () => {
  const page = (
    <>
      <DefaultTabTitle of="client" />
      <PageHeader title="Sleep diary" />
    </>
  )
  await renderPage(page, '/dashboard/client/tasks')
  expect(document.title).toBe('Sleep diary · Attune')
})
