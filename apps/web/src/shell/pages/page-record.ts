import type { Role } from '@attune/contract/features/people/account/account'
import type { FileRoutesByTo } from '../../routeTree.gen.ts'
import type shellTexts from '../../locales/shell/en.json'

/** The address of a route, as generated from the files in routes/. */
export type RoutePath = keyof FileRoutesByTo
type DashboardPath = Extract<RoutePath, `/dashboard/${string}`>

/** The part of an address after the role, for example 'sessions/book'. It is '' for the dashboard itself. */
export type PagePart<Path> = Path extends `/dashboard/${string}/${infer Page}` ? Page : ''
export type DashboardPage = PagePart<DashboardPath>

type Texts = typeof shellTexts
/** The name of a page, as a key of the language file. */
export type PageTitle = keyof Texts['pages']
/** A page title that also has a short form for the tab bar. */
export type TabTitle = PageTitle & keyof Texts['tabs']
/** One value for all roles, or a value for each role that may open the page. */
type ByRole<Value> = Value | Readonly<Partial<Record<Role, Value>>>

/** The groups of the sidebar. The first and the last have no title. */
export type MenuGroup = 'main' | keyof Texts['groups'] | 'last'
/** The kind of skeleton that is shown while a page loads [2.26]. */
export type SkeletonKind = 'dashboard' | 'list' | 'tabs' | 'form' | 'calendar' | 'journal' | 'tasks' | 'messages'

/** The data about a page that is available before the page's code is loaded. */
export type PageRecord = {
  /** The roles that may open the page. A person with another role is redirected to their own dashboard [6.03]. */
  roles?: readonly Role[]
  /** The name of the page in the menu, the breadcrumb and the command palette. */
  title?: ByRole<PageTitle>
  skeleton?: SkeletonKind
  /** The parent page, for the breadcrumb and the back link. */
  parent?: DashboardPage
  /** The group of the page in the sidebar, for each role that has the page in its sidebar. */
  menu?: Readonly<Partial<Record<Role, MenuGroup>>>
  /**
   * The sidebar entry that is marked as current on this page. Needed only if the page's address is not below the
   * entry's address.
   */
  menuEntry?: DashboardPage
  /** The position of the page in the tab bar of a phone, for each role that has the page in its tab bar. */
  tab?: Readonly<Partial<Record<Role, number>>>
  /** The count beside the sidebar entry: open tasks, unread messages, or notes to write. */
  counted?: 'tasks' | 'messages' | 'notes'
  /** The roles that have the page in their palette but not in their sidebar. */
  palette?: readonly Role[]
  /**
   * The data that is loaded in parallel with the page's code when a visit starts on this page: the login, and
   * translation namespaces.
   */
  preload?: { login?: true; namespaces?: readonly string[] }
  /** The roles for which the page opens without a connection. The pages of the tab bar always do. */
  opensOffline?: readonly Role[]
  /** Whether the page itself handles a missing second factor. */
  handlesLoginRequirement?: true
}

type PublicRecord = Pick<PageRecord, 'preload' | 'handlesLoginRequirement'>
type DashboardRecord = PageRecord &
  Required<Pick<PageRecord, 'roles' | 'title' | 'skeleton'>> &
  ({ tab?: undefined } | { title: ByRole<TabTitle> })

/** One record for each route. A missing record is a type error. */
export type PageRecords = { [Path in RoutePath]: Path extends DashboardPath ? DashboardRecord : PublicRecord }
