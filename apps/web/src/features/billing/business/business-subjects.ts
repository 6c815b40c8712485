import { lazyInBoundary } from '../../../platform/lazy-named.ts'
import type { SettingsSubject } from '../../../ui/page/settings-subject.ts'

const pages = () => import('./BusinessSettings.tsx')
const therapist = { therapist: 'settings' } as const

/** The therapist's settings pages for the business and its invoices. */
export const businessSubjects = [
  {
    id: 'business',
    group: 'business',
    areas: therapist,
    labels: ['business:business.title', 'business:field', 'business:bank.title', 'business:taxOrVatId'],
    Content: lazyInBoundary(pages, 'BusinessSettings'),
  },
  {
    id: 'tax',
    group: 'business',
    areas: therapist,
    labels: ['businessTax:title', 'businessTax:profile', 'businessTax:reason'],
    Content: lazyInBoundary(pages, 'TaxSettings'),
  },
  {
    id: 'invoices',
    group: 'business',
    areas: therapist,
    labels: [
      'business:invoice.title',
      'business:invoice.language',
      'business:invoice.currency',
      'business:invoice.dueDays',
      'business:invoice.footer',
      'business:invoice.lateFees',
      'business:cancelFee.label',
      'business:personShown.label',
      'business:logo.title',
    ],
    Content: lazyInBoundary(pages, 'InvoiceSettings'),
  },
  {
    id: 'payment-reminders',
    group: 'business',
    areas: therapist,
    labels: ['business:reminders.title', 'business:reminders.afterDays'],
    Content: lazyInBoundary(pages, 'PaymentReminderSettings'),
  },
  {
    id: 'payments',
    group: 'business',
    areas: therapist,
    labels: ['business:payments.label', 'onlinePayment:title', 'onlinePayment:label', 'onlinePayment:key.label'],
    Content: lazyInBoundary(pages, 'PaymentSettings'),
  },
] as const satisfies readonly SettingsSubject[]
