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
import type { IconType } from '../ui/StatusBadge.tsx'

/** An entry of the sidebar: its label, its page under the person's dashboard, and further pages that belong to it. */
export type NavigationEntry = {
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
  includes?: readonly string[]
  /** Shows the number of open items beside the entry. */
  counted?: 'tasks'
  /** Shown, but not enabled [2.17]. */
  disabled?: true
}
type Group = { label: 'you' | 'quick' | null; entries: readonly NavigationEntry[] }

const dashboard: NavigationEntry = { words: 'dashboard', page: '', icon: IconLayoutDashboard }
const settings: NavigationEntry = { words: 'settings', page: 'settings', icon: IconSettings }
const profile: NavigationEntry = { words: 'profile', page: 'profile', icon: IconUser }
const clients: NavigationEntry = { words: 'clients', page: 'clients', icon: IconUsers, includes: ['add-client'] }
const therapists: NavigationEntry = { words: 'therapists', page: 'therapists', icon: IconHeartHandshake }
const journal: NavigationEntry = { words: 'journal', page: 'journal', icon: IconNotebook }
const sessions: NavigationEntry = { words: 'sessions', page: 'sessions', icon: IconClock }
const mySessions: NavigationEntry = { ...sessions, words: 'mySessions' }
const calendar: NavigationEntry = {
  words: 'calendar',
  page: 'calendar',
  icon: IconCalendarEvent,
  includes: ['weekly-timetable'],
}
const payments: NavigationEntry = { words: 'payments', page: 'payments', icon: IconReceipt, disabled: true }
const tasks: NavigationEntry = { words: 'tasks', page: 'tasks', icon: IconListCheck, counted: 'tasks' }
const you: Group = { label: 'you', entries: [settings, profile] }
const quick: Group = { label: 'quick', entries: [tasks, payments] }

/** The sidebar of each role, in the order of rows 2.18 to 2.20, for the pages that exist. */
export const navigation: Record<Role, readonly Group[]> = {
  therapist: [{ label: null, entries: [dashboard, clients, sessions, calendar] }, you, quick],
  client: [{ label: null, entries: [dashboard, therapists, journal, mySessions, calendar] }, you, quick],
  admin: [{ label: null, entries: [dashboard, settings, profile] }],
}

/** The tab bar on a phone, without Menu. */
export const tabBarEntries: Record<Role, readonly NavigationEntry[]> = {
  therapist: [dashboard, calendar, clients],
  client: [dashboard, mySessions, journal, calendar],
  admin: [dashboard, settings, profile],
}

/** The address of a page for a role. */
export const dashboardAddress = (role: Role, page: string) =>
  page ? `/dashboard/${role}/${page}` : `/dashboard/${role}`

/** The page of an address: the part after the role. */
export const dashboardPage = (path: string) => path.replace(/\/+$/, '').split('/').slice(3).join('/')

/** Whether an entry is current on a page. */
export const isCurrentEntry = (entry: NavigationEntry, page: string) =>
  entry.page === ''
    ? page === ''
    : [entry.page, ...(entry.includes ?? [])].some((own) => page === own || page.startsWith(`${own}/`))

/** The parent of a page, for the way back: sessions for a session, clients for a client. */
export function parentPage(
  page: string,
): 'sessions' | 'clients' | 'calendar' | 'profile' | 'tasks' | 'journals' | null {
  if (page === 'who-looked') return 'profile'
  if (page.startsWith('journals/')) return 'journals'
  if (page.startsWith('tasks/')) return 'tasks'
  if (page === 'weekly-timetable') return 'calendar'
  if (page === 'sessions/session-details' || page === 'sessions/book') return 'sessions'
  return page === 'add-client' || page.startsWith('clients/') ? 'clients' : null
}

/** The name of a page in the breadcrumb, as a translation key; null for a page without a name. */
export function pageTitleKey(page: string, role: Role) {
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
