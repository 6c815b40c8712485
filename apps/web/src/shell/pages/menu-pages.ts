import type { Role } from '@attune/contract/features/people/account/account'
import { dashboardPage } from './page-lookup.ts'
import type { MenuGroup, PageRecord, PageTitle } from './page-record.ts'
import { pageList } from './pages.ts'

/** An entry of the sidebar, the tab bar or the palette, without its icon. */
export type MenuPage = {
  title: PageTitle
  /** The part of the address after the role. */
  page: string
  counted?: PageRecord['counted']
  /** Whether the entry is disabled until payments can be used [2.17]. */
  needsPayments?: true
}
export type MenuPageGroup = { label: 'you' | 'quick' | null; entries: readonly MenuPage[] }

/** Returns the entries of a role for the pages that `selects` accepts, in the order of the page records. */
export const menuPagesOf = (role: Role, selects: (record: PageRecord) => unknown): MenuPage[] =>
  pageList.flatMap(({ path, record }) => {
    const title = typeof record.title === 'object' ? record.title[role] : record.title
    if (!title || !selects(record)) return []
    return [{ title, page: dashboardPage(path), counted: record.counted }]
  })

const payments: MenuPage = { title: 'payments', page: 'payments', needsPayments: true }

const groupOf = (role: Role, group: MenuGroup): MenuPageGroup => ({
  label: group === 'main' || group === 'last' ? null : group,
  entries: [
    ...menuPagesOf(role, ({ menu }) => menu?.[role] === group),
    ...(group === 'quick' && role !== 'admin' ? [payments] : []),
  ],
})

/** Returns the sidebar of a role, in the order of rows 2.18 to 2.20, for the pages that exist. Pages that no row names are below. */
export const sidebarPages = (role: Role): MenuPageGroup[] =>
  (['main', 'you', 'quick', 'last'] as const)
    .map((group) => groupOf(role, group))
    .filter(({ entries }) => entries.length > 0)

/** Returns the tab bar of a role on a phone, except the Menu button. */
export const tabBarPages = (role: Role): MenuPage[] =>
  pageList
    .toSorted((one, other) => (one.record.tab?.[role] ?? 0) - (other.record.tab?.[role] ?? 0))
    .flatMap(({ record }) => (record.tab?.[role] ? menuPagesOf(role, (own) => own === record) : []))
