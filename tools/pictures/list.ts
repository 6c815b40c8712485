import type { Locator, Page } from '@playwright/test'
import type { ApiClient } from '../../apps/server/src/testing/browser.ts'
import { uiText } from '../../apps/web/src/testing/ui-text.ts'
import { readTexts } from '../demo/texts.ts'
import type { Shot } from './camera.ts'
import type { PictureRole } from './product.ts'

/** A picture of a page. `name` is the name of its file without the extension. */
type Picture = Shot & { name: string; by: PictureRole; path: (api: ApiClient) => string | Promise<string> }

/**
 * The page of the one-time link that creates the first admin. The page is available only before the demo practice is
 * created.
 */
export const setupPicture: Shot & { name: string } = { name: 'admin-setup' }

type TextKey = Parameters<typeof uiText>[0]

/** Clicks the first button that has the text of a key in its name. */
const click = (key: TextKey) => (page: Page) =>
  page
    .getByRole('button', { name: uiText(key) })
    .first()
    .click()

/** Opens a dialog with the button that has the text of a key in its name. */
const openDialog = (key: TextKey) => async (page: Page) => {
  await click(key)(page)
  await page.getByRole('dialog').waitFor()
}

export const pictures: readonly Picture[] = [
  { name: 'therapist-dashboard', by: 'therapist', path: () => '/dashboard/therapist' },
  {
    name: 'therapist-dashboard-phone-dark',
    by: 'therapist',
    path: () => '/dashboard/therapist',
    phone: true,
    dark: true,
  },
  { name: 'therapist-add-client', by: 'therapist', path: () => '/dashboard/therapist/add-client' },
  { name: 'therapist-client-record', by: 'therapist', path: (api) => recordOf(api) },
  {
    name: 'therapist-schedule-session',
    by: 'therapist',
    path: (api) => recordOf(api),
    prepare: openDialog('session:new'),
  },
  { name: 'therapist-requests', by: 'therapist', path: () => '/dashboard/therapist/sessions' },
  {
    name: 'therapist-calendar',
    by: 'therapist',
    path: () => '/dashboard/therapist/calendar',
    prepare: click('calendar:forward.week'),
  },
  { name: 'therapist-calendar-dark', by: 'therapist', path: () => '/dashboard/therapist/calendar', dark: true },
  { name: 'therapist-timetable', by: 'therapist', path: () => '/dashboard/therapist/weekly-timetable' },
  { name: 'therapist-tasks', by: 'therapist', path: () => '/dashboard/therapist/tasks' },
  {
    name: 'therapist-assign-task',
    by: 'therapist',
    path: (api) => recordOf(api, 'tasks'),
    prepare: openDialog('tasks:act.assign'),
  },
  { name: 'therapist-messages', by: 'therapist', path: (api) => conversationOf(api, 'therapist') },
  { name: 'therapist-shared-entry', by: 'therapist', path: answeredEntry },
  { name: 'therapist-note', by: 'therapist', path: noteToSign },
  { name: 'therapist-session-prep', by: 'therapist', path: (api) => recordOf(api), prepare: showSessionPrep },

  { name: 'client-dashboard', by: 'client', path: () => '/dashboard/client' },
  { name: 'client-dashboard-phone', by: 'client', path: () => '/dashboard/client', phone: true },
  { name: 'client-book-phone', by: 'client', path: () => '/dashboard/client/sessions/book', phone: true },
  {
    name: 'client-change-phone',
    by: 'client',
    path: nextSession,
    phone: true,
    prepare: openDialog('negotiation:act.askMove'),
  },
  { name: 'client-journal-phone-dark', by: 'client', path: () => '/dashboard/client/journal', phone: true, dark: true },
  {
    name: 'client-share-phone',
    by: 'client',
    path: privateEntry,
    phone: true,
    prepare: openDialog('journal:onlyYou'),
  },
  { name: 'client-tasks-phone', by: 'client', path: () => '/dashboard/client/tasks', phone: true },
  { name: 'client-messages-phone', by: 'client', path: (api) => conversationOf(api, 'client'), phone: true },
  { name: 'client-safety-phone', by: 'client', path: () => '/dashboard/client/safety', phone: true },
  { name: 'client-access-log-phone', by: 'client', path: () => '/dashboard/client/who-looked', phone: true },

  { name: 'admin-dashboard', by: 'admin', path: () => '/dashboard/admin' },
  { name: 'admin-dashboard-dark', by: 'admin', path: () => '/dashboard/admin', dark: true },
  { name: 'admin-dashboard-phone', by: 'admin', path: () => '/dashboard/admin', phone: true },
  { name: 'admin-accounts', by: 'admin', path: () => '/dashboard/admin/accounts' },
  { name: 'admin-settings', by: 'admin', path: () => '/dashboard/admin/settings' },
]

/** Scrolls to the session prep, which is rendered only once its place at the end of the page is visible. */
async function showSessionPrep(page: Page): Promise<void> {
  await page.waitForFunction((title) => {
    scrollTo(0, document.documentElement.scrollHeight)
    return Array.from(document.querySelectorAll('h2'), ({ textContent }) => textContent).includes(title)
  }, uiText('sessionPrep:title'))
  await toTop(page.getByRole('heading', { name: uiText('sessionPrep:title') }).first())
}

/** Scrolls until the element is near the top of the page. */
const toTop = (element: Locator) => element.evaluate((node) => node.scrollIntoView({ block: 'start' }))

/** The texts of the client whose record and phone the pictures show. */
function shownPerson() {
  const person = readTexts('en').people.panic
  if (!person) throw new Error('the demo practice lacks the client of the pictures')
  return { ...person, name: `${person.first} ${person.last}` }
}

/** Returns the address of the record of that client. */
async function recordOf(api: ApiClient, tab?: 'tasks'): Promise<string> {
  const { items } = await api.client.list({ search: shownPerson().name })
  const path = `/dashboard/therapist/clients/${idOf(items)}/client-profile`
  return tab ? `${path}?tab=${tab}` : path
}

/** Returns the address of that client's conversation with the therapist. */
async function conversationOf(api: ApiClient, side: 'therapist' | 'client'): Promise<string> {
  const { items } = await api.message.list({})
  const first = side === 'client' ? items : items.filter(({ person }) => person.name === shownPerson().name)
  return `/dashboard/${side}/messages?conversation=${idOf(first)}`
}

/** Returns the address of the shown client's latest shared entry to which the therapist has replied. */
async function answeredEntry(api: ApiClient): Promise<string> {
  const { items } = await api.journal.shared({ limit: 100 })
  const answered = shownPerson().journal.findLast(([, , , reply]) => reply !== '')
  return `/dashboard/therapist/journals/${idOf(items.filter(({ title }) => title === answered?.[0]))}`
}

/** Returns the address of a completed session with a note that is not signed yet. */
async function noteToSign(api: ApiClient): Promise<string> {
  const { items } = await api.note.queue({ limit: 100 })
  const begun = items.filter(({ begun }) => begun).map(({ session }) => session)
  return `/dashboard/therapist/sessions/session-details?id=${idOf(begun)}`
}

/** Returns the address of the client's next session. Skips the first upcoming session, because it is in progress. */
async function nextSession(api: ApiClient): Promise<string> {
  const { items } = await api.session.list({ which: 'upcoming', status: ['confirmed'], limit: 2 })
  return `/dashboard/client/sessions/session-details?id=${idOf(items.slice(1))}`
}

/** Returns the address of the client's latest entry, which is private. */
async function privateEntry(api: ApiClient): Promise<string> {
  const { items } = await api.journal.list({ limit: 100 })
  const latest = shownPerson().journal.at(-1)?.[0]
  return `/dashboard/client/journal?entry=${idOf(items.filter(({ title }) => title === latest))}`
}

function idOf([first]: readonly { id: string }[]): string {
  if (!first) throw new Error('the demo practice lacks what the picture shows')
  return first.id
}
