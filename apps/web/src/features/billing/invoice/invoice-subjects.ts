import { lazyInBoundary } from '../../../platform/lazy-named.ts'
import type { SettingsSubject } from '../../../ui/page/settings-subject.ts'

/** The therapist's settings page for exports to an accountant. */
export const accountingSubject = {
  id: 'accounting',
  group: 'business',
  areas: { therapist: 'settings' },
  labels: [
    'invoiceExport:settings.title',
    'invoiceExport:consultant',
    'invoiceExport:client',
    'invoiceExport:bases',
    'invoiceExport:debtors',
    'invoiceExport:chart',
    'invoiceExport:accounts',
  ],
  Content: lazyInBoundary(() => import('./export/DatevSettings.tsx'), 'DatevSettings'),
} as const satisfies SettingsSubject
