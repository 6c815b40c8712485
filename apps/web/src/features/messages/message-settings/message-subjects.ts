import { lazyInBoundary } from '../../../platform/lazy-named.ts'
import type { SettingsSubject } from '../../../ui/page/settings-subject.ts'

const pages = () => import('./MessageSettings.tsx')
const therapist = { therapist: 'settings' } as const

/** The therapist's settings pages for messages. */
export const messageSubjects = [
  {
    id: 'reading-hours',
    group: 'notifications',
    areas: therapist,
    labels: ['messageSettings:hours.title', 'messageSettings:hours.hint'],
    Content: lazyInBoundary(pages, 'ReadingHoursSettings'),
  },
  {
    id: 'absence-reply',
    group: 'notifications',
    areas: therapist,
    labels: ['messageSettings:absence.title', 'messageSettings:absence.text', 'messageSettings:absence.hint'],
    Content: lazyInBoundary(pages, 'AbsenceReplySettings'),
  },
  {
    id: 'quick-replies',
    group: 'notifications',
    areas: therapist,
    labels: ['messageSettings:replies.title', 'messageSettings:replies.hint', 'textTotals:title'],
    Content: lazyInBoundary(pages, 'QuickReplySettings'),
  },
] as const satisfies readonly SettingsSubject[]
