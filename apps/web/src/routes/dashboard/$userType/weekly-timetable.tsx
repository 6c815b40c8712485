import { createFileRoute } from '@tanstack/react-router'
import { WeeklyTimetablePage } from '../../../features/schedule/availability/WeeklyTimetablePage.tsx'

export const Route = createFileRoute('/dashboard/$userType/weekly-timetable')({ component: WeeklyTimetablePage })
