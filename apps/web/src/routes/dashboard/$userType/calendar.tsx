import { createFileRoute } from '@tanstack/react-router'
import { CalendarPage } from '../../../features/calendar/CalendarPage.tsx'
import { searchOf } from '../../../features/calendar/search.ts'

export const Route = createFileRoute('/dashboard/$userType/calendar')({
  validateSearch: searchOf,
  component: CalendarPage,
})
