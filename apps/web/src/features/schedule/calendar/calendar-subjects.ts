import { lazyInBoundary } from '../../../platform/lazy-named.ts'
import type { SettingsSubject } from '../../../ui/page/settings-subject.ts'

const pages = () => import('./feed/CalendarSettings.tsx')

/** The settings pages for other calendars, and for the feed with which they show the sessions. */
export const calendarSubjects = [
  {
    id: 'calendars',
    group: 'sessions',
    areas: { therapist: 'settings' },
    labels: ['externalCalendar:title', 'externalCalendar:hint', 'feeds:imports.title'],
    Content: lazyInBoundary(pages, 'ConnectedCalendars'),
  },
  {
    id: 'calendar-feed',
    group: 'sessions',
    areas: { therapist: 'settings', client: 'settings' },
    labels: ['feeds:own.title', 'feeds:mode'],
    Content: lazyInBoundary(pages, 'CalendarFeedSettings'),
  },
] as const satisfies readonly SettingsSubject[]
