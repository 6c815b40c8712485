/** The parts of a person's export of their own data, in the order of its pages. The comments of the tables name them. */
export const personalExportParts = [
  'account',
  'consents',
  'settings',
  'access',
  'journal',
  'safety-plan',
  'messages',
  'sessions',
  'tasks',
  'forms',
  'documents',
  'plan',
  'invoices',
  'guardians',
  'availability',
  'services',
  'templates',
  'assistant',
  'notifications',
  'feedback',
] as const
export type PersonalExportPart = (typeof personalExportParts)[number]

/** The days for which an export that is ready can be downloaded. */
export const personalExportDays = 7
