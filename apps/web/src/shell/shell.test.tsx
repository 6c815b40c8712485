import type { Role } from '@attune/contract/features/account'
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Me } from '../platform/login.ts'
import { draw } from '../testing/draw.tsx'
import { Breadcrumbs } from './Breadcrumbs.tsx'
import { ErrorScreen } from './ErrorScreen.tsx'
import { NotFoundScreen } from './NotFoundScreen.tsx'
import { kindOf } from './PageSkeleton.tsx'
import { Sidebar } from './Sidebar.tsx'
import { UserMenu } from './UserMenu.tsx'

const me = { displayName: 'Nora Lindqvist', email: 'nora@practice.test', avatarUrl: null } as Me
const links = () => screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])

test.each<[Role, string, string[]]>([
  ['therapist', 'Therapist dashboard', ['Dashboard', 'Clients', 'Sessions', 'Settings', 'Profile']],
  ['client', 'Client dashboard', ['Dashboard', 'Therapists', 'My sessions', 'Settings', 'Profile']],
  ['admin', 'Admin dashboard', ['Dashboard', 'Settings', 'Profile']],
])('the sidebar of a %s [1.01, 2.18, 2.19, 2.20]', async (role, label, entries) => {
  await draw(<Sidebar of={role} id="sidebar" onHelp={() => {}} />, `/dashboard/${role}`)
  expect(screen.getByText(label)).toBeTruthy()
  expect(links().map(([words]) => words)).toEqual(entries)
  expect(links()[0]?.[1]).toBe(`/dashboard/${role}`)
  expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('Dashboard')
})

test('an entry is current on the pages that belong to it', async () => {
  await draw(<Sidebar of="therapist" id="sidebar" onHelp={() => {}} />, '/dashboard/therapist/add-client')
  expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('Clients')
})

test('the breadcrumb is a dashboard link and the name of this page [2.24]', async () => {
  await draw(<Breadcrumbs of="client" />, '/dashboard/client/sessions')
  expect(links()).toEqual([['Dashboard', '/dashboard/client']])
  expect(screen.getByText('My sessions').getAttribute('aria-current')).toBe('page')
})

test('an admin has the link Admin dashboard on every page but the dashboard itself [2.24]', async () => {
  const first = await draw(<Breadcrumbs of="admin" />, '/dashboard/admin')
  expect(screen.queryByRole('link')).toBeNull()
  first.unmount()
  await draw(<Breadcrumbs of="admin" />, '/dashboard/admin/settings')
  expect(links()).toEqual([['Admin dashboard', '/dashboard/admin']])
})

test('the user menu leads to profile, account and notifications; keys move in it, Escape gives the focus back [2.23]', async () => {
  await draw(<UserMenu of="therapist" me={me} />, '/dashboard/therapist')
  const button = screen.getByRole('button', { name: /Nora Lindqvist, your menu/ })
  button.focus()
  fireEvent.click(button)
  const menu = screen.getByRole('menu')
  const items = within(menu).getAllByRole('menuitem')
  expect(items.map((item) => item.textContent)).toEqual(['Profile', 'Account', 'Notifications', 'Upgrade', 'Log out'])
  fireEvent.keyDown(menu, { key: 'End' })
  expect(document.activeElement).toBe(items[4])
  fireEvent.keyDown(menu, { key: 'ArrowDown' })
  expect(document.activeElement).toBe(items[0])
  fireEvent.keyDown(menu, { key: 'ArrowUp' })
  expect(document.activeElement).toBe(items[4])
  fireEvent.keyDown(menu, { key: 'Escape' })
  expect(screen.queryByRole('menu')).toBeNull()
  expect(document.activeElement).toBe(button)
})

test('an admin has no profile and account items; a click beside the menu closes it [2.23]', async () => {
  await draw(<UserMenu of="admin" me={me} />, '/dashboard/admin')
  fireEvent.click(screen.getByRole('button'))
  expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual([
    'Notifications',
    'Upgrade',
    'Log out',
  ])
  fireEvent.pointerDown(document.body)
  expect(screen.queryByRole('menu')).toBeNull()
})

test('the error screen says what happened, with Try Again and Go Home [2.29, 8.06]', async () => {
  let tried = 0
  await draw(<ErrorScreen error={new Error('boom')} reset={() => tried++} />)
  expect(screen.getByRole('heading', { name: 'Something went wrong' })).toBeTruthy()
  expect(screen.getByText('An unexpected error occurred. Please try again.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(tried).toBe(1)
  expect(screen.getByRole('link', { name: 'Go Home' }).getAttribute('href')).toBe('/')
})

test('an address without a page says so and leads home [2.16]', async () => {
  await draw(<NotFoundScreen />, '/nowhere')
  expect(screen.getByRole('heading', { name: 'There is no page here' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Go Home' }).getAttribute('href')).toBe('/')
})

test('a skeleton has the layout of the page that its address names', () => {
  expect(['', 'clients', 'sessions', 'clients/7/client-profile', 'settings', 'profile'].map(kindOf)).toEqual([
    'dashboard',
    'list',
    'tabs',
    'tabs',
    'form',
    'form',
  ])
})
