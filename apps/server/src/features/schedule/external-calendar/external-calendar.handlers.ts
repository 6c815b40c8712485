import type { ExternalAccountId, ExternalCalendarId } from '@attune/contract/common/ids'
import { contract } from '@attune/contract'
import { implement } from '@orpc/server'
import { setTimeout as sleep } from 'node:timers/promises'
import { violatesConstraint } from '../../../platform/database/violation.ts'
import { waitAtMost } from '../../../platform/process/wait-at-most.ts'
import type { Context } from '../../../platform/policy/context.ts'
import { operation } from '../../../platform/policy/operation.ts'
import { conflict, notFound } from '../../../platform/policy/refusal.ts'
import {
  findAccountRow,
  accountAddress,
  findExternalCalendar,
  discover,
  readDiscovery,
  failed,
  listOwnAccounts,
  providerOf,
  saveAccount,
  savePassword,
} from './account/accounts.ts'
import { answerQuestion } from './questions/answers.ts'
import { openCaldav } from './caldav/caldav.ts'
import {
  addCalendar,
  changeCalendar,
  isKnownCalendar,
  removeAccount,
  removeCalendar,
  requireRoom,
} from './account/calendars.ts'
import { beginConsent } from './account/google-consent.ts'
import { deleteLeftAccounts } from './account/removal.ts'
import { CalendarFailure, type FoundCalendar } from './external-calendar.provider.ts'
import { listOpenQuestions } from './questions/questions.ts'
import { syncCalendar } from './sync/sync.ts'

const on = implement(contract.externalCalendar).$context<Context>()
const done = { done: true as const }
/** The name of the calendar that the product creates. */
const ownName = 'Attune'
/**
 * The maximum time in milliseconds that a request waits for a sync. A longer sync continues, and the browser gets its result through the socket.
 */
const maxWaitMs = 7_500
/** The interval in milliseconds at which a calendar that another process is syncing is tried again. */
const retryMs = 250

/**
 * Returns a copy of the caller for transactions that only read. The first transaction of the original caller object inserts the audit row. Because
 * reads use a copy, that is the transaction that makes the change.
 */
const reading = (actor: Context['actor']): Context['actor'] => ({ ...actor })

const refuseForeign = (key: string) => (error: unknown) => {
  throw violatesConstraint(error, key) ? conflict() : error
}

/** Syncs a calendar. If another process is syncing it, waits and syncs again, because the other sync may have missed the latest changes. */
async function syncAfterOthers({ app, actor }: Context, id: ExternalCalendarId, signal: AbortSignal): Promise<void> {
  while (!(await syncCalendar(app, actor.id, id)) && !signal.aborted) {
    const { state } = await app.db.asActor(reading(actor), (tx) => findExternalCalendar(tx, id, app.clock.now()))
    if (state === 'stopped') return
    await sleep(retryMs)
  }
}

async function syncNow(context: Context, id: ExternalCalendarId): Promise<void> {
  const { app, requestId } = context
  await waitAtMost(maxWaitMs, (late) => {
    const sync = syncAfterOthers(context, id, late)
    sync.catch((error: unknown) => app.log.warn('a calendar could not be synced', { requestId, error }))
    return sync
  })
}

type Wanted = { accountId: ExternalAccountId; url: string | null }

/**
 * Returns the account's calendar with this `url`; if `url` is null, creates a calendar. Refuses with NOT_FOUND for an unknown `url`, and with
 * CALENDAR_FAILED if the server fails or does not allow new calendars.
 */
async function wantedCalendar({ app, actor }: Context, { accountId, url }: Wanted): Promise<FoundCalendar> {
  const provider = providerOf(app, await app.db.asActor(reading(actor), (tx) => findAccountRow(tx, accountId)))
  const found = await discover(provider)
  if (url !== null) {
    const calendar = found.calendars.find((one) => one.url === url)
    if (!calendar) throw notFound()
    return calendar
  }
  const made = found.home ? await provider.create(found.home, ownName).catch(refuseFailed) : null
  if (!made) throw failed(new CalendarFailure('forbidden'))
  return { url: made, name: ownName, color: '', canWrite: true }
}

const refuseFailed = (error: unknown): never => {
  throw error instanceof CalendarFailure ? failed(error) : error
}

export const externalCalendarHandlers = {
  accounts: on.accounts.handler(async ({ context: { app, actor } }) => ({
    items: await app.db.asActor(actor, (tx) => listOwnAccounts(tx, app.clock.now())),
    offersGoogle: app.google.client !== null,
  })),

  connect: on.connect.handler(async ({ input, context: { app, actor } }) => {
    const { userName, password } = input
    const provider = openCaldav(app.calendarOutbound, { address: accountAddress(input), userName, password })
    const found = await discover(provider)
    return app.db
      .asActor(actor, async (tx) => {
        await saveAccount(tx, app, input, found.home)
        return readDiscovery(tx, found)
      })
      .catch(refuseForeign('external_account_pkey'))
  }),

  beginGoogle: on.beginGoogle.handler(async ({ input, context: { app, actor, login } }) => {
    const loginId = login?.id ?? ''
    return { url: await app.db.asActor(actor, (tx) => beginConsent(tx, app, { loginId, accountId: input.accountId })) }
  }),

  find: on.find.handler(async ({ input, context: { app, actor } }) => {
    const account = await app.db.asActor(actor, (tx) => findAccountRow(tx, input.id))
    const found = await discover(providerOf(app, account))
    return app.db.asActor(actor, (tx) => readDiscovery(tx, found))
  }),

  add: on.add.handler(async ({ input, context }) => {
    const { app, actor } = context
    const known = await app.db.asActor(reading(actor), async (tx) => {
      const isKnown = await isKnownCalendar(tx, input.id, input.accountId)
      if (!isKnown) await requireRoom(tx)
      return isKnown
    })
    if (!known) {
      const found = await wantedCalendar(context, input)
      const calendar = { ...input, ...found, isOwn: input.url === null }
      await app.db
        .asActor(actor, (tx) => addCalendar(tx, calendar, app.clock.now()))
        .catch(refuseForeign('external_calendar_pkey'))
    }
    await syncNow(context, input.id)
    return app.db.asActor(actor, (tx) => findExternalCalendar(tx, input.id, app.clock.now()))
  }),

  change: operation(on.change, changeCalendar),

  syncNow: on.syncNow.handler(async ({ input, context }) => {
    const { app, actor } = context
    await app.db.asActor(actor, (tx) => findExternalCalendar(tx, input.id, app.clock.now()))
    await syncNow(context, input.id)
    return app.db.asActor(actor, (tx) => findExternalCalendar(tx, input.id, app.clock.now()))
  }),

  setPassword: on.setPassword.handler(async ({ input, context: { app, actor } }) => {
    const { id, password } = input
    const account = await app.db.asActor(reading(actor), (tx) => findAccountRow(tx, id))
    if (account.provider !== 'caldav') throw notFound()
    const found = await discover(openCaldav(app.calendarOutbound, { ...account, password }))
    return app.db.asActor(actor, async (tx) => {
      await savePassword(tx, app, id, password, app.clock.now())
      return readDiscovery(tx, found)
    })
  }),

  remove: on.remove.handler(async ({ input, context: { app, actor, requestId } }) => {
    await app.db.asActor(actor, (tx) => removeCalendar(tx, input.id, input.events, app.clock.now()))
    await deleteLeftAccounts(app, actor.id, requestId)
    return done
  }),
  removeAccount: on.removeAccount.handler(async ({ input, context: { app, actor, requestId } }) => {
    await app.db.asActor(actor, (tx) => removeAccount(tx, input.id, input.events, app.clock.now()))
    await deleteLeftAccounts(app, actor.id, requestId)
    return done
  }),

  questions: operation(on.questions, async (tx, _input, now) => ({ items: await listOpenQuestions(tx, now) })),
  answer: operation(on.answer, async (tx, input, now) => {
    await answerQuestion(tx, input.id, input.answer, now)
    return done
  }),
}
