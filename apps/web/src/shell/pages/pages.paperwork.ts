import type { PageRecords } from './page-record.ts'

const therapist = ['therapist'] as const
const client = ['client'] as const

/** The pages for payments, forms to sign, the assistant, and the waiting list. */
export const paperworkPages = {
  '/dashboard/therapist/payments': { roles: therapist, title: 'payments', skeleton: 'list', palette: therapist },
  '/dashboard/therapist/payments/to-bill': {
    roles: therapist,
    title: 'toBill',
    skeleton: 'list',
    parent: 'payments',
    palette: therapist,
  },
  '/dashboard/therapist/payments/bank-file': {
    roles: therapist,
    title: 'bankFile',
    skeleton: 'form',
    parent: 'payments',
    palette: therapist,
  },
  '/dashboard/therapist/payments/estimates': {
    roles: therapist,
    title: 'estimates',
    skeleton: 'list',
    parent: 'payments',
  },
  '/dashboard/therapist/payments/estimates/$clientId': {
    roles: therapist,
    title: 'estimates',
    skeleton: 'list',
    parent: 'payments',
  },
  '/dashboard/therapist/payments/$invoiceId': {
    roles: therapist,
    title: 'invoice',
    skeleton: 'dashboard',
    parent: 'payments',
  },

  '/dashboard/therapist/forms': { roles: therapist, title: 'forms', skeleton: 'list', palette: therapist },
  '/dashboard/therapist/forms/$formId': { roles: therapist, title: 'form', skeleton: 'form', parent: 'forms' },
  '/dashboard/therapist/questionnaires': {
    roles: therapist,
    title: 'ownMeasures',
    skeleton: 'list',
    parent: 'tasks',
    menuEntry: 'tasks',
    palette: therapist,
  },
  '/dashboard/therapist/questionnaires/$measureId': {
    roles: therapist,
    title: 'ownMeasure',
    skeleton: 'form',
    parent: 'questionnaires',
    menuEntry: 'tasks',
  },
  '/dashboard/client/forms': { roles: client, title: 'ownForms', skeleton: 'list', palette: client },
  '/dashboard/client/forms/$id': { roles: client, title: 'form', skeleton: 'form', parent: 'forms' },

  '/dashboard/therapist/assistant': { roles: therapist, title: 'assistant', skeleton: 'messages', palette: therapist },
  '/dashboard/therapist/waiting-list': {
    roles: therapist,
    title: 'waitingList',
    skeleton: 'list',
    parent: 'sessions',
    palette: therapist,
  },
  '/dashboard/client/waiting-list': {
    roles: client,
    title: 'waitingList',
    skeleton: 'list',
    parent: 'sessions',
    palette: client,
  },

  '/dashboard/client/payments': { roles: client, title: 'payments', skeleton: 'list', palette: client },
  '/dashboard/client/payments/$invoiceId': {
    roles: client,
    title: 'invoice',
    skeleton: 'dashboard',
    parent: 'payments',
  },
} as const satisfies Partial<PageRecords>
