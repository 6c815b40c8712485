import type { NamedResult, TextResult } from '@attune/contract/features/home/search/search'
import type { NamedKind, TextKind } from '@attune/contract/features/home/search/search.rules'
import {
  IconCalendarEvent,
  IconCheckbox,
  IconFile,
  IconForms,
  IconMessage,
  IconNotebook,
  IconNotes,
  IconReceipt,
  IconTemplate,
  IconUser,
} from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { dateText, dayText, localDay, type Locale, momentText } from '../../../ui/page/date-text.ts'
import { moneyText } from '../../../ui/page/money-text.ts'
import type { PaletteItem } from '../palette-items.ts'

/** The role of a person who can find something. */
export type Finder = 'therapist' | 'client'
export type FoundKind = NamedKind | TextKind
/**
 * The parts of a result that an item of the palette shows or needs to open it. Results from this device contain neither the day nor the amount of an
 * invoice.
 */
export type FoundResult = Pick<NamedResult, 'id' | 'clientId' | 'title' | 'person' | 'at'> &
  Partial<Pick<NamedResult, 'day' | 'amount'> & Pick<TextResult, 'seq' | 'sessionId'>>

const icons: Record<FoundKind, PaletteItem['icon']> = {
  client: IconUser,
  therapist: IconUser,
  session: IconCalendarEvent,
  task: IconCheckbox,
  'sent-form': IconForms,
  document: IconFile,
  invoice: IconReceipt,
  estimate: IconReceipt,
  superbill: IconReceipt,
  'journal-entry': IconNotebook,
  'task-template': IconTemplate,
  'note-template': IconTemplate,
  form: IconForms,
  'quick-reply': IconMessage,
  note: IconNotes,
  'client-note': IconNotes,
  message: IconMessage,
  'entry-comment': IconNotebook,
}

type Options = { of: Finder; t: TFunction<['palette']>; locale: Locale; go: (href: string) => () => void }

/** Returns the item of the palette that shows and opens a result. */
export function resultItem(kind: FoundKind, result: FoundResult, { of, t, locale, go }: Options): PaletteItem {
  const { id, title, person, amount } = result
  // A message has no title. Its label is the person.
  const named = title || (untitled[kind] ? '' : person)
  const label = kind === 'session' && result.at ? momentText(result.at, locale, new Date(), 'title') : named
  const details = [
    label === person ? '' : person,
    dayOf(kind, result, locale),
    amount ? moneyText(amount.minor, amount.currency, locale.language) : '',
  ]
  return {
    id: `${kind}-${id}-${result.seq ?? ''}`,
    icon: icons[kind],
    label: label || t(`untitled.${untitled[kind] ?? 'other'}`),
    detail: details.filter(Boolean).join(' · '),
    run: go(addresses[of][kind]?.(result) ?? `/dashboard/${of}`),
  }
}

/** The texts for kinds that can have no title. */
const untitled: Partial<Record<FoundKind, 'invoice' | 'estimate' | 'superbill' | 'entry'>> = {
  invoice: 'invoice',
  estimate: 'estimate',
  superbill: 'superbill',
  'journal-entry': 'entry',
  'entry-comment': 'entry',
}

/** The kinds whose date is shown as a detail. The date of a session is its label. */
const dated: ReadonlySet<FoundKind> = new Set([
  'journal-entry',
  'entry-comment',
  'message',
  'note',
  'client-note',
  'document',
  'invoice',
  'estimate',
  'superbill',
])

function dayOf(kind: FoundKind, { day, at }: FoundResult, locale: Locale): string {
  if (!dated.has(kind)) return ''
  if (day) return dateText(day, locale.language)
  return at ? dayText(localDay(at, locale), locale) : ''
}

const record = (clientId: string | null, tab: string) =>
  `/dashboard/therapist/clients/${clientId}/client-profile?tab=${tab}`

/**
 * Returns the address of a message in its conversation, whose id is that of the record; if the message has no number, returns the address of the
 * conversation.
 */
const messageAddress = (of: Finder, { clientId, seq }: FoundResult) =>
  `/dashboard/${of}/messages?conversation=${clientId}${seq ? `&around=${seq}` : ''}`

/** The addresses of the pages that show the results of each kind. A template opens the page on which it can be used. */
const addresses: Record<Finder, Partial<Record<FoundKind, (result: FoundResult) => string>>> = {
  therapist: {
    client: ({ id }) => `/dashboard/therapist/clients/${id}/client-profile`,
    session: ({ id }) => `/dashboard/therapist/sessions/session-details?id=${id}`,
    note: ({ id, sessionId }) => `/dashboard/therapist/sessions/session-details?id=${sessionId ?? id}`,
    'client-note': ({ clientId }) => `${record(clientId, 'notes')}&note=client`,
    message: (result) => messageAddress('therapist', result),
    task: ({ id }) => `/dashboard/therapist/tasks/${id}`,
    'sent-form': ({ clientId }) => record(clientId, 'documents'),
    document: ({ clientId }) => record(clientId, 'documents'),
    invoice: ({ id }) => `/dashboard/therapist/payments/${id}`,
    estimate: ({ clientId }) => `/dashboard/therapist/payments/estimates/${clientId}`,
    superbill: ({ clientId }) => `/dashboard/therapist/clients/${clientId}/client-profile`,
    'journal-entry': ({ id }) => `/dashboard/therapist/journals/${id}`,
    'entry-comment': ({ id }) => `/dashboard/therapist/journals/${id}`,
    'task-template': () => '/dashboard/therapist/tasks',
    'note-template': () => '/dashboard/therapist/notes',
    form: ({ id }) => `/dashboard/therapist/forms/${id}`,
    'quick-reply': () => '/dashboard/therapist/settings/quick-replies',
  },
  client: {
    therapist: () => '/dashboard/client/therapists',
    session: ({ id }) => `/dashboard/client/sessions/session-details?id=${id}`,
    message: (result) => messageAddress('client', result),
    task: ({ id }) => `/dashboard/client/tasks/${id}`,
    'sent-form': ({ id }) => `/dashboard/client/forms/${id}`,
    document: () => '/dashboard/client/forms',
    invoice: ({ id }) => `/dashboard/client/payments/${id}`,
    'journal-entry': ({ id }) => `/dashboard/client/journal?entry=${id}`,
    'entry-comment': ({ id }) => `/dashboard/client/journal?entry=${id}`,
  },
}
