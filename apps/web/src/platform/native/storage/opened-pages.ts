import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import { orpc } from '../../api/api.ts'
import { loginInCache } from '../../login/login.ts'
import {
  forgetStored,
  loadWithStored,
  onePage,
  readWhileSignedIn,
  waitsForFirstAnswer,
  withStoredAnswers,
} from '../../offline/stored-query.ts'
import { isPageAbandoned } from '../../draft/unsaved.ts'

/** The queries that are stored for therapists and clients: the days of their calendar. */
const calendarKeys = () => [
  orpc.session.between.key({ type: 'query' }),
  orpc.calendar.between.key({ type: 'query' }),
  orpc.availability.mine.key({ type: 'query' }),
]

/**
 * The queries that are stored only for clients: the home page, sessions, forms, therapists, the journal and tasks. A client's texts are not stored on
 * a therapist's device, because each read must be logged.
 */
const clientKeys = () => [
  orpc.clientHome.get.key({ type: 'query' }),
  orpc.session.list.key({ type: 'query' }),
  orpc.session.waiting.key({ type: 'query' }),
  orpc.form.mine.key({ type: 'query' }),
  orpc.connection.therapists.key({ type: 'query' }),
  orpc.journal.list.key({ type: 'infinite' }),
  orpc.journal.get.key({ type: 'query' }),
  orpc.journal.days.key({ type: 'query' }),
  orpc.journal.onThisDay.key({ type: 'query' }),
  orpc.journal.tags.key({ type: 'query' }),
  orpc.task.mine.key({ type: 'query' }),
  orpc.task.ownProgress.key({ type: 'query' }),
  orpc.task.get.key({ type: 'query' }),
]

/** The pause in milliseconds between an answer and storing it, so that the other answers of the page are stored with it. */
const storeDelayMilliseconds = 500

/** For each query that was restored from this device, the time at which the server had sent its data. */
const restored = new WeakMap<Query, number>()
const waiting = new Map<string, Query>()
let timer: ReturnType<typeof setTimeout> | undefined

type Options = { input?: { search?: string }; type?: string }
const optionsOf = ({ queryKey }: Query) => (queryKey[1] ?? {}) as Options

/** Returns the name of a query on this device. It is a hash, because the input of a query can be a text of the person. */
async function idOf({ queryHash }: Query): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(queryHash))
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

const isOfClient = (query: Query) => clientKeys().some(([path]) => String(path) === String(query.queryKey[0]))

/** Whether the answer is stored on this device. The results of a search are not. */
const isKept = (query: Query) =>
  query.options.persister === restore &&
  !optionsOf(query).input?.search &&
  (loginInCache()?.role === 'client' || !isOfClient(query))

/** Runs a query and shows the data stored on this device until the answer arrives. */
async function restore(load: (context: never) => unknown, context: { client: QueryClient }, query: Query) {
  const show = async () => {
    const found = isKept(query) ? await readWhileSignedIn('opened', await idOf(query)) : null
    if (!found || !waitsForFirstAnswer(context.client, query)) return
    restored.set(query, found.at)
    const data = optionsOf(query).type === 'infinite' ? onePage(query, found.value) : found.value
    context.client.setQueryData(query.queryKey, data, { updatedAt: found.at })
  }
  return (await loadWithStored(
    () => load(context as never),
    query,
    show,
    async () => forgetStored(await idOf(query)),
  )) as never
}

/** Stores the answers that have arrived. Of a list with several pages, stores the first. */
async function storeWaiting(): Promise<void> {
  clearTimeout(timer)
  timer = undefined
  const queries = [...waiting.values()].filter((query) => query.state.data !== undefined)
  waiting.clear()
  if (queries.length === 0 || isPageAbandoned()) return
  const values = queries.map(async (query) => {
    const { data } = query.state
    const isPaged = optionsOf(query).type === 'infinite'
    return [await idOf(query), isPaged ? (data as { pages: unknown[] }).pages[0] : data] as const
  })
  const at = Math.min(...queries.map(({ state }) => state.dataUpdatedAt))
  const answers = new Map(await Promise.all(values))
  await withStoredAnswers(({ storeAnswers }, account) => storeAnswers(account, 'opened', answers, at))
}

/**
 * Stores the answers to `clientKeys` and `calendarKeys` queries on this device when the person opens a page, encrypted with the account's key, and
 * shows them while the server is not reachable. They are deleted after two weeks and when signing out.
 */
export function keepOpenedPages(client: QueryClient): void {
  const keys: readonly QueryKey[] = [...clientKeys(), ...calendarKeys()]
  for (const key of keys) client.setQueryDefaults(key, { persister: restore })
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return
    const { query } = event
    if (query.state.dataUpdatedAt === restored.get(query)) return
    restored.delete(query)
    if (!isKept(query)) return
    waiting.set(query.queryHash, query)
    timer ??= setTimeout(() => void storeWaiting(), storeDelayMilliseconds)
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') void storeWaiting()
  })
}

/**
 * Returns the time at which the server sent the oldest data of a page that is shown from this device, in milliseconds. Returns null if all data
 * comes from the server or is being read from it.
 */
export function savedAt(client: QueryClient): number | null {
  const shown = client.getQueryCache().findAll({ type: 'active' })
  const times = shown.flatMap((query) => {
    const at = restored.get(query)
    return at !== undefined && (!navigator.onLine || query.state.error !== null) ? [at] : []
  })
  return times.length > 0 ? Math.min(...times) : null
}
