import type { Role } from '@attune/contract/features/people/account/account'
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
  IconSparkles,
  IconUser,
  IconUsers,
  IconUsersGroup,
} from '@tabler/icons-react'
import type { IconType } from '../../../ui/page/status/StatusBadge.tsx'
import { isGuardianPage } from '../../pages/guardian-pages.ts'
import { dashboardPage, pageAt } from '../../pages/page-lookup.ts'
import type { PagePart } from '../../pages/page-record.ts'
import { menuPagesOf, sidebarPages, tabBarPages, type MenuPage, type MenuPageGroup } from '../../pages/menu-pages.ts'
import type { Pages } from '../../pages/pages.ts'

/** The last part of the address (`PagePart`) of each page that a menu or the palette lists. */
type ListedPage = {
  [Path in keyof Pages]: Pages[Path] extends { menu: unknown } | { palette: unknown } ? PagePart<Path> : never
}[keyof Pages]

const icons: Record<ListedPage, IconType> = {
  '': IconLayoutDashboard,
  accounts: IconUsers,
  'api-settings': IconApi,
  assistant: IconSparkles,
  'audit-log': IconClipboardList,
  backups: IconFileText,
  jobs: IconListCheck,
  'role-requests': IconUsers,
  calendar: IconCalendarEvent,
  clients: IconUsers,
  'clients/groups': IconUsersGroup,
  'clients/measures': IconClipboardList,
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
  questionnaires: IconClipboardList,
  sessions: IconClock,
  settings: IconSettings,
  tasks: IconListCheck,
  therapists: IconHeartHandshake,
  'weekly-timetable': IconCalendarTime,
  'waiting-list': IconClockPlus,
  'who-looked': IconEye,
}

/** An entry of the sidebar, the tab bar or the palette. */
export type NavigationEntry = MenuPage & { icon: IconType }
type Group = Omit<MenuPageGroup, 'entries'> & { entries: readonly NavigationEntry[] }

const withIcon = (entry: MenuPage): NavigationEntry => ({ ...entry, icon: icons[entry.page as ListedPage] })

const ofEachRole = <Value>(of: (role: Role) => Value): Record<Role, Value> => ({
  therapist: of('therapist'),
  client: of('client'),
  admin: of('admin'),
})

/** The sidebar of each role. */
export const navigation = ofEachRole((role): Group[] =>
  sidebarPages(role).map((group) => ({ ...group, entries: group.entries.map(withIcon) })),
)

/** The sidebar of a guardian without a record of their own. */
export const guardianNavigation: readonly Group[] = navigation.client
  .map((group) => ({ ...group, entries: group.entries.filter(({ page }) => isGuardianPage(page)) }))
  .filter(({ entries }) => entries.length > 0)

/** The entries of the tab bar on a phone, except the Menu button. */
export const tabBarEntries = ofEachRole((role) => tabBarPages(role).map(withIcon))

/** Returns the pages that the palette lists: the pages of the sidebar, then the pages that only the palette lists. */
export const palettePages = (role: Role): NavigationEntry[] => [
  ...navigation[role].flatMap(({ entries }) => entries.filter((entry) => !entry.needsPayments)),
  ...menuPagesOf(role, ({ palette }) => palette?.includes(role)).map(withIcon),
]

/** Whether the page at an address belongs to this entry of the navigation. */
export function isCurrentEntry(entry: NavigationEntry, address: string) {
  // A page on which a guardian acts for a client has no entry in the guardian's own navigation.
  if (!address.startsWith('/dashboard')) return false
  const page = dashboardPage(address)
  if (entry.page === '') return page === ''
  return page === entry.page || page.startsWith(`${entry.page}/`) || pageAt(address)?.menuEntry === entry.page
}
