import type { Role } from '@attune/contract/features/account'
import {
  IconApi,
  IconBell,
  IconCalendarEvent,
  IconCalendarTime,
  IconClipboardList,
  IconClock,
  IconClockPlus,
  IconEye,
  IconFileText,
  IconHeartHandshake,
  IconLayoutDashboard,
  IconListCheck,
  IconMessage,
  IconNotebook,
  IconPencil,
  IconReceipt,
  IconSettings,
  IconUser,
  IconUsers,
} from '@tabler/icons-react'
import type { IconType } from '../../ui/page/StatusBadge.tsx'
import { dashboardPage, pageAt } from '../page-lookup.ts'
import type { MenuGroup, PagePart, PageRecord, PageTitle } from '../page-record.ts'
import type { Pages } from '../pages.ts'
import { pageList } from '../pages.ts'

/** The last part of the address (`PagePart`) of each page that a menu or the palette lists. */
type ListedPage = {
  [Path in keyof Pages]: Pages[Path] extends { menu: unknown } | { palette: unknown } ? PagePart<Path> : never
}[keyof Pages]

const icons: Record<ListedPage, IconType> = {
  '': IconLayoutDashboard,
  accounts: IconUsers,
  'api-settings': IconApi,
  'audit-log': IconClipboardList,
  jobs: IconListCheck,
  'role-requests': IconUsers,
  calendar: IconCalendarEvent,
  clients: IconUsers,
  forms: IconFileText,
  journal: IconNotebook,
  journals: IconNotebook,
  messages: IconMessage,
  'notification-settings': IconBell,
  notes: IconPencil,
  notifications: IconBell,
  payments: IconReceipt,
  'payments/bank-file': IconReceipt,
  'payments/to-bill': IconReceipt,
  profile: IconUser,
  sessions: IconClock,
  settings: IconSettings,
  tasks: IconListCheck,
  therapists: IconHeartHandshake,
  'weekly-timetable': IconCalendarTime,
  'waiting-list': IconClockPlus,
  'who-looked': IconEye,
}

/** An entry of the sidebar, the tab bar or the palette. `page` is the part of the address after the role. */
export type NavigationEntry = {
  title: PageTitle
  page: string
  icon: IconType
  counted?: PageRecord['counted']
  /** Whether the entry is disabled until payments can be used [2.17]. */
  needsPayments?: true
}
type Group = { label: 'you' | 'quick' | null; entries: readonly NavigationEntry[] }

/** Returns the entries of a role for the pages that `selects` accepts, in the order of the page records. */
const entriesOf = (role: Role, selects: (record: PageRecord) => unknown): NavigationEntry[] =>
  pageList.flatMap(({ path, record }) => {
    const title = typeof record.title === 'object' ? record.title[role] : record.title
    if (!title || !selects(record)) return []
    const page = dashboardPage(path)
    return [{ title, page, icon: icons[page as ListedPage], counted: record.counted }]
  })

const payments: NavigationEntry = { title: 'payments', page: 'payments', icon: IconReceipt, needsPayments: true }

const groupOf = (role: Role, group: MenuGroup): Group => ({
  label: group === 'main' ? null : group,
  entries: [
    ...entriesOf(role, ({ menu }) => menu?.[role] === group),
    ...(group === 'quick' && role !== 'admin' ? [payments] : []),
  ],
})

const ofEachRole = <Value>(of: (role: Role) => Value): Record<Role, Value> => ({
  therapist: of('therapist'),
  client: of('client'),
  admin: of('admin'),
})

/** The sidebar of each role, in the order of rows 2.18 to 2.20, for the pages that exist. */
export const navigation = ofEachRole((role) =>
  (['main', 'you', 'quick'] as const).map((group) => groupOf(role, group)).filter(({ entries }) => entries.length > 0),
)

/** The entries of the tab bar on a phone, except the Menu button. */
export const tabBarEntries = ofEachRole((role) =>
  pageList
    .toSorted((one, other) => (one.record.tab?.[role] ?? 0) - (other.record.tab?.[role] ?? 0))
    .flatMap(({ record }) => (record.tab?.[role] ? entriesOf(role, (own) => own === record) : [])),
)

/** Returns the pages that the palette lists: the pages of the sidebar, then the pages that only the palette lists. */
export const palettePages = (role: Role): NavigationEntry[] => [
  ...navigation[role].flatMap(({ entries }) => entries.filter((entry) => !entry.needsPayments)),
  ...entriesOf(role, ({ palette }) => palette?.includes(role)),
]

/** Whether the page at an address belongs to this entry of the navigation. */
export function isCurrentEntry(entry: NavigationEntry, address: string) {
  const page = dashboardPage(address)
  if (entry.page === '') return page === ''
  return page === entry.page || page.startsWith(`${entry.page}/`) || pageAt(address)?.menuEntry === entry.page
}
