import type { PageRecord, PageRecords } from './page-record.ts'
import { paperworkPages } from './pages.paperwork.ts'
import { publicPages } from './pages.public.ts'

const everyone = ['therapist', 'client', 'admin'] as const
const therapistAndClient = ['therapist', 'client'] as const
const therapist = ['therapist'] as const
const client = ['client'] as const
const admin = ['admin'] as const

/**
 * One record per page. The sidebar, tab bar, command palette, breadcrumb, access rules, skeletons and preloading are
 * derived from this list. The sidebar shows its entries in the order of this list [2.18, 2.19, 2.20].
 */
export const pages = {
  ...publicPages,

  // This record applies to every page below /dashboard.
  '/dashboard': { preload: { login: true, namespaces: ['shell', 'notification', 'dashboard', 'session'] } },
  // The pages on which a guardian acts for a client.
  '/for': { preload: { login: true, namespaces: ['shell', 'notification', 'guardianHome'] } },
  '/for/$clientId': {},
  '/for/$clientId/sessions': {},
  '/for/$clientId/sessions/$sessionId': {},
  '/for/$clientId/forms/$formId': { preload: { namespaces: ['guardianForm', 'form', 'note', 'safety'] } },
  '/for/$clientId/messages': { preload: { namespaces: ['guardianMessages', 'message'] } },
  '/for/$clientId/invoices/$invoiceId': {
    preload: { namespaces: ['invoice', 'ownInvoice', 'invoiceSheet', 'onlinePayment'] },
  },
  '/for/$clientId/plan': { preload: { namespaces: ['guardianPlan', 'treatmentPlan'] } },
  '/dashboard/therapist': {
    roles: therapist,
    title: 'dashboard',
    skeleton: 'dashboard',
    menu: { therapist: 'main' },
    tab: { therapist: 1 },
    preload: { namespaces: ['note', 'negotiation'] },
  },
  '/dashboard/client': {
    roles: client,
    title: 'dashboard',
    skeleton: 'dashboard',
    menu: { client: 'main' },
    tab: { client: 1 },
    preload: { namespaces: ['negotiation', 'sessionList'] },
  },
  '/dashboard/admin': {
    roles: admin,
    title: 'dashboard',
    skeleton: 'dashboard',
    menu: { admin: 'main' },
    tab: { admin: 1 },
  },

  '/dashboard/therapist/clients': {
    roles: therapist,
    title: 'clients',
    skeleton: 'list',
    menu: { therapist: 'main' },
    tab: { therapist: 3 },
  },
  '/dashboard/therapist/clients/import': {
    roles: therapist,
    title: 'importClients',
    skeleton: 'form',
    parent: 'clients',
  },
  '/dashboard/therapist/clients/measures': {
    roles: therapist,
    title: 'measures',
    skeleton: 'list',
    parent: 'clients',
    palette: therapist,
  },
  '/dashboard/therapist/clients/retention': {
    roles: therapist,
    title: 'recordEndings',
    skeleton: 'list',
    parent: 'clients',
  },
  '/dashboard/therapist/clients/groups': {
    roles: therapist,
    title: 'groups',
    skeleton: 'list',
    parent: 'clients',
    palette: therapist,
  },
  '/dashboard/therapist/clients/groups/$groupId': {
    roles: therapist,
    title: 'group',
    skeleton: 'dashboard',
    parent: 'clients/groups',
  },
  '/dashboard/therapist/clients/$clientId/client-profile': {
    roles: therapist,
    title: 'clientProfile',
    skeleton: 'tabs',
    parent: 'clients',
  },
  '/dashboard/therapist/add-client': {
    roles: therapist,
    title: 'addClient',
    skeleton: 'form',
    parent: 'clients',
    menuEntry: 'clients',
  },
  '/dashboard/client/therapists': {
    roles: client,
    title: 'therapists',
    skeleton: 'list',
    menu: { client: 'main' },
  },
  '/dashboard/client/journal': {
    roles: client,
    title: 'journal',
    skeleton: 'journal',
    menu: { client: 'main' },
    tab: { client: 3 },
  },
  '/dashboard/client/safety': { roles: client, title: 'safety', skeleton: 'dashboard', opensOffline: client },
  '/dashboard/client/plan': { roles: client, title: 'ownPlan', skeleton: 'list', parent: 'therapists' },
  '/dashboard/$userType/sessions': {
    roles: therapistAndClient,
    title: { therapist: 'sessions', client: 'mySessions' },
    skeleton: 'tabs',
    menu: { therapist: 'main', client: 'main' },
    tab: { client: 2 },
  },
  '/dashboard/$userType/sessions/session-details': {
    roles: therapistAndClient,
    title: 'sessionDetails',
    skeleton: 'dashboard',
    parent: 'sessions',
  },
  '/dashboard/$userType/sessions/book': {
    roles: client,
    title: 'book',
    skeleton: 'dashboard',
    parent: 'sessions',
  },
  '/dashboard/$userType/calendar': {
    roles: therapistAndClient,
    title: 'calendar',
    skeleton: 'calendar',
    menu: { therapist: 'main', client: 'main' },
    tab: { therapist: 2 },
    preload: { namespaces: ['calendar', 'negotiation'] },
  },

  '/dashboard/$userType/settings': {
    roles: everyone,
    title: 'settings',
    skeleton: 'form',
    menu: { therapist: 'you', client: 'you' },
  },
  '/dashboard/$userType/settings/$subject': {
    roles: everyone,
    title: 'settings',
    skeleton: 'form',
    parent: 'settings',
  },
  '/dashboard/admin/settings': {
    roles: admin,
    title: 'settings',
    skeleton: 'form',
    menu: { admin: 'main' },
    tab: { admin: 2 },
  },
  '/dashboard/admin/settings/$subject': { roles: admin, title: 'settings', skeleton: 'form', parent: 'settings' },
  '/dashboard/$userType/profile': {
    roles: everyone,
    title: 'profile',
    skeleton: 'form',
    menu: { therapist: 'you', client: 'you', admin: 'main' },
    tab: { admin: 3 },
  },
  '/dashboard/$userType/profile/$subject': { roles: admin, title: 'profile', skeleton: 'form', parent: 'profile' },
  '/dashboard/admin/notification-settings': {
    roles: admin,
    title: 'notificationSettings',
    skeleton: 'form',
    menu: { admin: 'main' },
  },
  '/dashboard/admin/api-settings': { roles: admin, title: 'apiSettings', skeleton: 'form', menu: { admin: 'main' } },
  '/dashboard/admin/api-settings/$subject': {
    roles: admin,
    title: 'apiSettings',
    skeleton: 'form',
    parent: 'api-settings',
  },
  '/dashboard/$userType/tasks': {
    roles: therapistAndClient,
    title: 'tasks',
    skeleton: 'tasks',
    menu: { therapist: 'quick', client: 'quick' },
    counted: 'tasks',
  },
  '/dashboard/$userType/tasks/$taskId': {
    roles: therapistAndClient,
    title: 'taskDetails',
    skeleton: 'dashboard',
    parent: 'tasks',
    // On this page, a client sees an answer that waits to be sent. If the answer is about self-harm, the page also shows the emergency numbers.
    opensOffline: client,
  },
  '/dashboard/$userType/messages': {
    roles: therapistAndClient,
    title: 'messages',
    skeleton: 'messages',
    menu: { therapist: 'quick', client: 'quick' },
    tab: { therapist: 4, client: 4 },
    counted: 'messages',
  },

  ...paperworkPages,

  '/dashboard/$userType/notifications': {
    roles: everyone,
    title: 'notifications',
    skeleton: 'list',
    palette: everyone,
  },
  '/dashboard/client/who-looked': {
    roles: client,
    title: 'accessLog',
    skeleton: 'list',
    parent: 'profile',
    palette: client,
  },
  '/dashboard/therapist/notes': {
    roles: therapist,
    title: 'notes',
    skeleton: 'list',
    menu: { therapist: 'last' },
    counted: 'notes',
    preload: { namespaces: ['note'] },
  },
  '/dashboard/therapist/journals': { roles: therapist, title: 'journals', skeleton: 'list', palette: therapist },
  '/dashboard/therapist/journals/$entryId': {
    roles: therapist,
    title: 'journalEntry',
    skeleton: 'dashboard',
    parent: 'journals',
  },
  '/dashboard/$userType/weekly-timetable': {
    roles: therapistAndClient,
    title: 'timetable',
    skeleton: 'dashboard',
    parent: 'calendar',
    menuEntry: 'calendar',
    palette: therapistAndClient,
  },
  '/dashboard/admin/accounts': { roles: admin, title: 'accounts', skeleton: 'list', palette: admin },
  '/dashboard/admin/role-requests': { roles: admin, title: 'roleRequests', skeleton: 'list', palette: admin },
  '/dashboard/admin/jobs': { roles: admin, title: 'jobs', skeleton: 'list', palette: admin },
  '/dashboard/admin/backups': { roles: admin, title: 'backups', skeleton: 'form', palette: admin },
  '/dashboard/admin/audit-log': { roles: admin, title: 'auditLog', skeleton: 'list', palette: admin },
} as const satisfies PageRecords
export type Pages = typeof pages

/** The page records as a list, each with its path. */
export const pageList = Object.entries<PageRecord>(pages).map(([path, record]) => ({ path, record }))
