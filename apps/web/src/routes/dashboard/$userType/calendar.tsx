import { createFileRoute } from '@tanstack/react-router'
import { CalendarPage } from '../../../features/schedule/calendar/CalendarPage.tsx'
import { parseCalendarSearch } from '../../../features/schedule/calendar/calendar-search.ts'

export const Route = createFileRoute('/dashboard/$userType/calendar')({
  validateSearch: parseCalendarSearch,
  component: CalendarPage,
})
