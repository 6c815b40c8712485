import type { Query, QueryClient } from '@tanstack/react-query'
import { errorCode, isConnectionError } from '../api/errors.ts'
import { loginInCache } from '../login/login.ts'
import type * as StoredAnswers from './stored-answers.ts'

/** The longest time in milliseconds that a failed read waits for the stored answer. */
const storageTimeoutMilliseconds = 1_000
const timeout = () => new Promise<void>((resolve) => setTimeout(resolve, storageTimeoutMilliseconds))

const signedInAccount = () => loginInCache()?.userId ?? null

/**
 * Loads the code that reads and writes answers on this device, and runs the work with it. Returns null if no person is
 * signed in or if the code cannot be loaded.
 */
export async function withStoredAnswers<T>(
  work: (answers: typeof StoredAnswers, account: string) => Promise<T>,
): Promise<T | null> {
  const account = signedInAccount()
  const answers = account && (await import('./stored-answers.ts').catch(() => null))
  // While the code was loading, the person may have signed out.
  return answers && account === signedInAccount() ? work(answers, account) : null
}

type Options<Page> = {
  kind: StoredAnswers.StoredAnswerKind
  id: string
  /** Selects the page to store; null to store none. */
  keep: (pages: Page[]) => Page | null
  /** Whether the query can show the stored page. By default, it always can. */
  fits?: (page: Page) => boolean
}

/**
 * Returns a `persister` for an infinite query that stores one page of its answer on this device. At the first read, the query shows the stored page
 * until the server answers. If the server answers that nothing with this id exists, deletes the stored answers with this id and clears the data of
 * the query.
 */
export function storedPage<Page>({ kind, id, keep, fits = () => true }: Options<Page>) {
  return async (load: (context: never) => unknown, context: { client: QueryClient }, query: Query): Promise<never> => {
    const show = async () => {
      const found = await readWhileSignedIn(kind, id)
      if (found && fits(found.value as Page)) showStored(context.client, query, found)
    }
    const answer = await loadWithStored(
      () => load(context as never),
      query,
      show,
      () => forgetStored(id),
    )
    const page = keep((answer as { pages: Page[] }).pages)
    const at = Date.now()
    if (page !== null)
      void withStoredAnswers(({ storeAnswers }, account) => storeAnswers(account, kind, new Map([[id, page]]), at))
    return answer as never
  }
}

/** Deletes the stored answers with an id. */
export const forgetStored = (id: string) =>
  withStoredAnswers((answers, account) => answers.discardStoredAnswers(account, (other) => other !== id))

/**
 * Reads the answer of a query from the server. If the query has no data, `show` shows the stored answer in the meantime. If the server answers
 * NOT_FOUND, `forget` deletes the stored answer, and the data of the query is cleared.
 */
export async function loadWithStored(
  load: () => unknown,
  query: Query,
  show: () => Promise<void>,
  forget: () => Promise<unknown>,
): Promise<unknown> {
  const restored = query.state.data === undefined ? Promise.race([show().catch(() => {}), timeout()]) : null
  try {
    return await load()
  } catch (error) {
    await restored
    if (errorCode(error) === 'NOT_FOUND') {
      void forget()
      query.setState({ data: undefined, dataUpdatedAt: 0, status: 'pending' })
    }
    throw error
  }
}

type Found = { value: unknown; at: number }

/** Reads a stored answer of the signed-in person. */
export const readWhileSignedIn = (kind: StoredAnswers.StoredAnswerKind, id: string): Promise<Found | null> =>
  withStoredAnswers(async ({ readStoredAnswer }, account) => {
    const found = await readStoredAnswer(account, kind, id)
    return account === signedInAccount() ? found : null
  })

/** Writes the stored page to the cache if the query has no answer of the server yet. */
function showStored(client: QueryClient, query: Query, { value, at }: Found) {
  if (waitsForFirstAnswer(client, query)) client.setQueryData(query.queryKey, onePage(query, value), { updatedAt: at })
}

/**
 * Whether a query has no data yet because the server has not answered or could not be reached. On a slow device, the stored answer can be read only
 * after the query has failed.
 */
export function waitsForFirstAnswer(client: QueryClient, query: Query): boolean {
  const { data, fetchStatus, error } = query.state
  const isWaiting = data === undefined && (fetchStatus === 'fetching' || isConnectionError(error))
  // A query that was removed from the cache, for example by a sign-out, must not return to it.
  return isWaiting && client.getQueryCache().get(query.queryHash) === query
}

/** Returns the data of an infinite query with a single page. */
export function onePage({ options }: Query, page: unknown) {
  const { initialPageParam } = options as { initialPageParam?: unknown }
  return { pages: [page], pageParams: [initialPageParam] }
}
