// @vitest-environment node
import { describe, expect, test } from 'vitest'
import { dashboardAddress, pageAt } from './page-lookup.ts'
import { routeAccess } from './route-access.ts'

describe('who may open an address', () => {
  test('a visitor who is not signed in is sent to / [6.01]', () => {
    for (const path of ['/dashboard', '/dashboard/admin', '/dashboard/client/sessions', '/dashboard/nobody/settings'])
      expect(routeAccess(path, null)).toEqual({ to: '/' })
  })

  test('an admin on any other role’s address is sent to /dashboard/admin [6.02]', () => {
    for (const path of ['/dashboard/therapist', '/dashboard/therapist/clients', '/dashboard/client/settings'])
      expect(routeAccess(path, 'admin')).toEqual({ to: '/dashboard/admin' })
    expect(routeAccess('/dashboard/admin/settings', 'admin')).toBe('stay')
  })

  test('a page for therapists and clients leads an admin to /dashboard/admin [6.02]', () => {
    for (const page of ['calendar', 'sessions', 'sessions/session-details', 'sessions/book', 'tasks', 'messages'])
      expect(routeAccess(`/dashboard/admin/${page}`, 'admin')).toEqual({ to: '/dashboard/admin' })
    for (const page of ['settings', 'profile', 'notifications'])
      expect(routeAccess(`/dashboard/admin/${page}`, 'admin')).toBe('stay')
    for (const role of ['therapist', 'client'] as const)
      expect(routeAccess(`/dashboard/${role}/calendar`, role)).toBe('stay')
  })

  test('a therapist or client at an admin address is sent to /, with a message [6.02]', () => {
    for (const role of ['therapist', 'client'] as const)
      expect(routeAccess('/dashboard/admin/settings', role)).toEqual({ to: '/', denied: true })
  })

  test('a page of another role leads to the person’s own dashboard [6.03]', () => {
    expect(routeAccess('/dashboard/therapist', 'client')).toEqual({ to: '/dashboard/client' })
    expect(routeAccess('/dashboard/therapist/clients/7/client-profile', 'client')).toEqual({ to: '/dashboard/client' })
    expect(routeAccess('/dashboard/therapist/add-client', 'client')).toEqual({ to: '/dashboard/client' })
    expect(routeAccess('/dashboard/therapist/journals/7', 'client')).toEqual({ to: '/dashboard/client' })
    expect(routeAccess('/dashboard/client', 'therapist')).toEqual({ to: '/dashboard/therapist' })
    // Invite links open this page, whichever role signs in.
    expect(routeAccess('/dashboard/client/therapists', 'therapist')).toEqual({ to: '/dashboard/therapist' })
  })

  test('a page of another role under the person’s own segment leads to their own dashboard too [6.03]', () => {
    for (const segment of ['therapist', 'client'])
      expect(routeAccess(`/dashboard/${segment}/sessions/book`, 'therapist')).toEqual({ to: '/dashboard/therapist' })
    expect(routeAccess('/dashboard/therapist/sessions/book', 'client')).toEqual({
      to: '/dashboard/client/sessions/book',
    })
    expect(routeAccess('/dashboard/client/sessions/book', 'client')).toBe('stay')
  })

  test('a page of both roles under the other role’s segment leads to the same page under the person’s own segment [6.04]', () => {
    expect(routeAccess('/dashboard/client/sessions', 'therapist')).toEqual({ to: '/dashboard/therapist/sessions' })
    expect(routeAccess('/dashboard/therapist/sessions/session-details', 'client')).toEqual({
      to: '/dashboard/client/sessions/session-details',
    })
    expect(routeAccess('/dashboard/therapist/settings/', 'client')).toEqual({ to: '/dashboard/client/settings' })
    expect(routeAccess('/dashboard/client/sessions', 'client')).toBe('stay')
  })

  test('both roles open their own page of payments, and each invoice below it', () => {
    for (const role of ['therapist', 'client'] as const)
      for (const page of ['payments', 'payments/7'])
        expect(routeAccess(`/dashboard/${role}/${page}`, role)).toBe('stay')
    expect(routeAccess('/dashboard/therapist/payments/7', 'client')).toEqual({ to: '/dashboard/client/payments/7' })
  })

  const sharedPages = [
    'calendar',
    'sessions',
    'sessions/session-details',
    'tasks',
    'messages',
    'payments',
    'settings',
    'profile',
    'weekly-timetable',
  ]

  test('therapist and client share the same pages, each under the own segment [2.15]', () => {
    for (const role of ['therapist', 'client'] as const)
      for (const page of sharedPages) {
        const address = dashboardAddress(role, page)
        expect([address, pageAt(address) !== undefined, routeAccess(address, role)]).toEqual([address, true, 'stay'])
      }
  })

  test('of the shared pages an admin has settings and profile; each other leads to /dashboard/admin, by decision 0114 [2.15]', () => {
    const opened = sharedPages.filter((page) => routeAccess(`/dashboard/admin/${page}`, 'admin') === 'stay')
    expect(opened).toEqual(['settings', 'profile'])
    for (const page of sharedPages)
      for (const segment of ['therapist', 'client', ...(opened.includes(page) ? [] : ['admin'])])
        expect(routeAccess(`/dashboard/${segment}/${page}`, 'admin'), page).toEqual({ to: '/dashboard/admin' })
  })

  test('the weekly timetable leads a client to the own segment and an admin to /dashboard/admin', () => {
    expect(routeAccess('/dashboard/therapist/weekly-timetable', 'client')).toEqual({
      to: '/dashboard/client/weekly-timetable',
    })
    for (const segment of ['admin', 'therapist', 'client'])
      expect(routeAccess(`/dashboard/${segment}/weekly-timetable`, 'admin')).toEqual({ to: '/dashboard/admin' })
  })

  test('an unknown segment is not found, and /dashboard leads to the person’s own dashboard [2.16]', () => {
    expect(routeAccess('/dashboard/nobody/settings', 'therapist')).toBe('not-found')
    expect(routeAccess('/dashboard/', 'client')).toEqual({ to: '/dashboard/client' })
  })
})
