import type { Role } from '@attune/contract/features/account'
import {
  IconCalendarEvent,
  IconClock,
  IconHeartHandshake,
  IconLayoutDashboard,
  IconListCheck,
  IconNotebook,
  IconReceipt,
  IconSettings,
  IconUser,
  IconUsers,
} from '@tabler/icons-react'
import type { IconType } from '../ui/Mark.tsx'

/** An entry of the sidebar: its label, its page under the person's dashboard, and further pages that belong to it. */
export type Entry = {
  words:
    | 'dashboard'
    | 'clients'
    | 'therapists'
    | 'journal'
    | 'sessions'
    | 'mySessions'
    | 'calendar'
    | 'settings'
    | 'profile'
    | 'payments'
    | 'tasks'
  page: string
  icon: IconType
  with?: readonly string[]
  /** Shows the number of open items beside the entry. */
  counted?: 'tasks'
  /** Shown, but not enabled [2.17]. */
  off?: true
}
type Group = { label: 'you' | 'quick' | null; entries: readonly Entry[] }

const dashboard: Entry = { words: 'dashboard', page: '', icon: IconLayoutDashboard }
const settings: Entry = { words: 'settings', page: 'settings', icon: IconSettings }
const profile: Entry = { words: 'profile', page: 'profile', icon: IconUser }
const clients: Entry = { words: 'clients', page: 'clients', icon: IconUsers, with: ['add-client'] }
const therapists: Entry = { words: 'therapists', page: 'therapists', icon: IconHeartHandshake }
const journal: Entry = { words: 'journal', page: 'journal', icon: IconNotebook }
const sessions: Entry = { words: 'sessions', page: 'sessions', icon: IconClock }
const mySessions: Entry = { ...sessions, words: 'mySessions' }
const calendar: Entry = { words: 'calendar', page: 'calendar', icon: IconCalendarEvent, with: ['weekly-timetable'] }
const payments: Entry = { words: 'payments', page: 'payments', icon: IconReceipt, off: true }
const tasks: Entry = { words: 'tasks', page: 'tasks', icon: IconListCheck, counted: 'tasks' }
const you: Group = { label: 'you', entries: [settings, profile] }
const quick: Group = { label: 'quick', entries: [tasks, payments] }

/** The sidebar of each role, in the order of rows 2.18 to 2.20, for the pages that exist. */
export const navigation: Record<Role, readonly Group[]> = {
  therapist: [{ label: null, entries: [dashboard, clients, sessions, calendar] }, you, quick],
  client: [{ label: null, entries: [dashboard, therapists, journal, mySessions, calendar] }, you, quick],
  admin: [{ label: null, entries: [dashboard, settings, profile] }],
}

/** The tab bar on a phone, without Menu. */
export const tabs: Record<Role, readonly Entry[]> = {
  therapist: [dashboard, calendar, clients],
  client: [dashboard, mySessions, journal, calendar],
  admin: [dashboard, settings, profile],
}

/** The address of a page for a role. */
export const addressOf = (role: Role, page: string) => (page ? `/dashboard/${role}/${page}` : `/dashboard/${role}`)

/** The page of an address: the part after the role. */
export const pageOf = (path: string) => path.replace(/\/+$/, '').split('/').slice(3).join('/')

/** Whether an entry is current on a page. */
export const isHere = (entry: Entry, page: string) =>
  entry.page === ''
    ? page === ''
    : [entry.page, ...(entry.with ?? [])].some((own) => page === own || page.startsWith(`${own}/`))

/** The parent of a page, for the way back: sessions for a session, clients for a client. */
export function parentOf(page: string): 'sessions' | 'clients' | 'calendar' | 'profile' | 'tasks' | 'journals' | null {
  if (page === 'who-looked') return 'profile'
  if (page.startsWith('journals/')) return 'journals'
  if (page.startsWith('tasks/')) return 'tasks'
  if (page === 'weekly-timetable') return 'calendar'
  if (page === 'sessions/session-details' || page === 'sessions/book') return 'sessions'
  return page === 'add-client' || page.startsWith('clients/') ? 'clients' : null
}

/** The name of a page in the breadcrumb, as a translation key; null for a page without a name. */
export function pageWords(page: string, role: Role) {
  if (page === '') return 'dashboard'
  if (
    page === 'calendar' ||
    page === 'clients' ||
    page === 'therapists' ||
    page === 'journal' ||
    page === 'settings' ||
    page === 'profile' ||
    page === 'accounts' ||
    page === 'notifications' ||
    page === 'safety' ||
    page === 'tasks'
  )
    return page
  if (page === 'sessions') return role === 'client' ? 'mySessions' : 'sessions'
  if (page === 'journals') return 'journals'
  if (page.startsWith('journals/')) return 'journalEntry'
  if (page === 'who-looked') return 'whoLooked'
  if (page === 'clients/import') return 'importClients'
  if (page === 'add-client') return 'addClient'
  if (page === 'sessions/book') return 'book'
  if (page === 'weekly-timetable') return 'timetable'
  if (page === 'sessions/session-details') return 'sessionDetails'
  if (/^tasks\/[^/]+$/.test(page)) return 'taskDetails'
  return /^clients\/[^/]+\/client-profile$/.test(page) ? 'clientProfile' : null
}
