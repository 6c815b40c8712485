import { isLeftOut, leftOut, type FieldList } from '@attune/contract/common/fields'
import {
  ErasedData,
  KeptData,
  type ErasedData as Erased,
  type KeptData as Kept,
} from '@attune/contract/features/people/login/login.schemas'
import type { Role } from '@attune/contract/features/people/account/account'
import type { erasedFeatures } from './erased-features.ts'

type Feature<Fate extends keyof typeof erasedFeatures> = (typeof erasedFeatures)[Fate][number]

const hasNone = leftOut('a therapist has no rows here')
const onlyWords = leftOut('an index of texts that the list names themselves')

/** The erased data of a client, by the feature of the tables. A feature without an entry does not compile. */
const ofClient: FieldList<Feature<'ofAccount' | 'withProfile'>, Erased> = {
  access: 'access-log',
  account: 'account',
  administration: 'feedback',
  assistant: 'settings',
  calendar: 'settings',
  document: 'uploads',
  file: 'uploads',
  form: 'unsent-answers',
  journal: 'journal',
  'legal-text': 'agreements',
  notification: 'notifications',
  platform: 'account',
  profile: 'profile',
  push: 'notifications',
  safety: 'safety-plan',
  search: onlyWords,
  task: 'unsent-answers',
}

/** The erased data of a therapist, by the feature of the tables. Rows that go with the profile stay, because the profile of a therapist stays. */
const ofTherapist: FieldList<Feature<'ofAccount' | 'ofTherapist'>, Erased> = {
  access: hasNone,
  account: 'account',
  assistant: 'assistant-chats',
  availability: 'availability',
  business: 'services',
  calendar: 'calendars',
  'client-tag': 'tags',
  estimate: 'estimate-drafts',
  'external-calendar': 'calendars',
  form: 'templates',
  guardian: leftOut('the rights of guardians end with the records that they are about'),
  invoice: 'services',
  journal: hasNone,
  'legal-text': 'agreements',
  measure: 'templates',
  'message-settings': 'settings',
  note: 'templates',
  'online-payment': 'services',
  payment: 'services',
  platform: 'account',
  profile: 'picture',
  recurrence: 'calendars',
  safety: hasNone,
  search: onlyWords,
  service: 'services',
  task: 'templates',
  'text-message': 'unassigned-texts',
  'treatment-plan': leftOut('only ends what clients could read, and removes favorites'),
  'waiting-list': 'availability',
}

const ofAdmin = new Set<Erased>(['account', 'profile', 'notifications', 'settings', 'agreements', 'feedback'])

/** The data that stays in the records of a therapist, also when the client or the therapist deletes the account. */
const inRecords: FieldList<Feature<'kept'>, Kept> = {
  'assistant-consent': 'consents',
  business: leftOut('the logo is part of the invoices'),
  call: 'sessions',
  client: 'contact-details',
  'client-history': 'record-history',
  connection: 'contact-details',
  consent: 'consents',
  delivery: 'conversations',
  document: 'documents',
  estimate: 'billing',
  file: leftOut('names bytes that a job still removes'),
  form: 'signed-forms',
  group: 'sessions',
  guardian: 'contact-details',
  invoice: 'billing',
  journal: 'journal-comments',
  message: 'conversations',
  note: 'notes',
  'online-payment': 'billing',
  payer: 'billing',
  payment: 'billing',
  profile: leftOut('a calendar has no content'),
  'record-copy': 'record-history',
  session: 'sessions',
  'session-type': 'sessions',
  superbill: 'billing',
  task: 'tasks',
  terms: 'sessions',
  'treatment-plan': 'notes',
  'waiting-list': 'sessions',
}

/** Returns the kinds of data that the deletion of an account with this role erases and keeps, each once. */
export function dataOfDeletion(role: Role): { erased: Erased[]; kept: Kept[] } {
  const erased = new Set<unknown>(Object.values(role === 'therapist' ? ofTherapist : ofClient))
  const kept = new Set<unknown>([
    ...(role === 'admin' ? [] : Object.values(inRecords).filter((entry) => !isLeftOut(entry))),
    ...(role === 'therapist' ? ['name'] : []),
    'audit',
  ])
  return {
    erased: ErasedData.options.filter((each) => erased.has(each) && (role !== 'admin' || ofAdmin.has(each))),
    kept: KeptData.options.filter((each) => kept.has(each)),
  }
}
