// @vitest-environment node
import { describe, expect, test } from 'vitest'
import { where } from './where.ts'

describe('who may open an address', () => {
  test('a visitor who is not signed in is sent to / [6.01]', () => {
    for (const path of ['/dashboard', '/dashboard/admin', '/dashboard/client/sessions', '/dashboard/nobody/settings'])
      expect(where(path, null)).toEqual({ to: '/' })
  })

  test('an admin on any other role’s address is sent to /dashboard/admin [6.02]', () => {
    for (const path of ['/dashboard/therapist', '/dashboard/therapist/clients', '/dashboard/client/settings'])
      expect(where(path, 'admin')).toEqual({ to: '/dashboard/admin' })
    expect(where('/dashboard/admin/settings', 'admin')).toBe('stay')
  })

  test('a therapist or client at an admin address is sent to /, with a message [6.02]', () => {
    for (const role of ['therapist', 'client'] as const)
      expect(where('/dashboard/admin/settings', role)).toEqual({ to: '/', denied: true })
  })

  test('a page of another role leads to the person’s own dashboard [6.03]', () => {
    expect(where('/dashboard/therapist', 'client')).toEqual({ to: '/dashboard/client' })
    expect(where('/dashboard/therapist/clients/7/client-profile', 'client')).toEqual({ to: '/dashboard/client' })
    expect(where('/dashboard/therapist/add-client', 'client')).toEqual({ to: '/dashboard/client' })
    expect(where('/dashboard/therapist/journals/7', 'client')).toEqual({ to: '/dashboard/client' })
    expect(where('/dashboard/client', 'therapist')).toEqual({ to: '/dashboard/therapist' })
    // An invite link leads here, whichever role signs in.
    expect(where('/dashboard/client/therapists', 'therapist')).toEqual({ to: '/dashboard/therapist' })
  })

  test('a page of another role under the own segment leads to the own dashboard too [6.03]', () => {
    expect(where('/dashboard/client/weekly-timetable', 'client')).toEqual({ to: '/dashboard/client' })
    expect(where('/dashboard/therapist/weekly-timetable', 'client')).toEqual({ to: '/dashboard/client' })
    expect(where('/dashboard/admin/weekly-timetable', 'admin')).toEqual({ to: '/dashboard/admin' })
    expect(where('/dashboard/therapist/weekly-timetable', 'therapist')).toBe('stay')
    for (const segment of ['therapist', 'client'])
      expect(where(`/dashboard/${segment}/sessions/book`, 'therapist')).toEqual({ to: '/dashboard/therapist' })
    expect(where('/dashboard/therapist/sessions/book', 'client')).toEqual({ to: '/dashboard/client/sessions/book' })
    expect(where('/dashboard/client/sessions/book', 'client')).toBe('stay')
  })

  test('a shared page under another role’s segment leads to the same page under the own one [6.04]', () => {
    expect(where('/dashboard/client/sessions', 'therapist')).toEqual({ to: '/dashboard/therapist/sessions' })
    expect(where('/dashboard/therapist/sessions/session-details', 'client')).toEqual({
      to: '/dashboard/client/sessions/session-details',
    })
    expect(where('/dashboard/therapist/settings/', 'client')).toEqual({ to: '/dashboard/client/settings' })
    expect(where('/dashboard/client/sessions', 'client')).toBe('stay')
  })

  test('an unknown segment is not found, and /dashboard leads to the own dashboard [2.16]', () => {
    expect(where('/dashboard/nobody/settings', 'therapist')).toBe('not-found')
    expect(where('/dashboard/', 'client')).toEqual({ to: '/dashboard/client' })
  })
})
