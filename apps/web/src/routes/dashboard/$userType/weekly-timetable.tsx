import { createFileRoute } from '@tanstack/react-router'
import { TimetablePage } from '../../../features/availability/TimetablePage.tsx'

export const Route = createFileRoute('/dashboard/$userType/weekly-timetable')({ component: TimetablePage })
