import type { ExternalAccountId, ExternalCalendarId } from '@attune/contract/common/ids'
import type {
  ExternalAccount as Account,
  ExternalCalendar,
  ExternalDiscovery,
} from '@attune/contract/features/schedule/external-calendar/external-calendar'
import {
  externalLimits,
  normalizeServerAddress,
  outdatedAfterMs,
} from '@attune/contract/features/schedule/external-calendar/external-calendar.rules'
import { sql } from 'kysely'
import type { Tx } from '../../../../platform/database/actor.ts'
import { conflict, createRefusal, limitReached, notFound } from '../../../../platform/policy/refusal.ts'
import { CalendarFailure, type CalendarProvider, type Discovery } from '../external-calendar.provider.ts'
import { openProvider, passwordName, type ProviderAccount } from '../external-calendar.providers.ts'
import type { SyncApp } from '../sync/run.ts'
import { wakeCalendar } from '../sync/wake.ts'

type CalendarRow = Omit<ExternalCalendar, 'isOutdated' | 'comparison'> & {
  comparedAt: string | null
  compared: number
  repaired: number
  createdAt: string
}

const calendarColumns = sql`id, account_id as "accountId", name, color, can_write as "canWrite", direction, privacy, with_place as "withPlace", follows,
  state, error, synced_at as "syncedAt", case when state = 'stopped' then null else next_sync_at end as "nextSyncAt", events, written, unreadable,
  compared_at as "comparedAt", compared, repaired, created_at as "createdAt"`

function toConnectedCalendar(row: CalendarRow, now: Date): ExternalCalendar {
  const { comparedAt, compared, repaired, createdAt, ...shown } = row
  const isOutdated = now.getTime() - Date.parse(row.syncedAt ?? createdAt) > outdatedAfterMs
  const comparison = comparedAt ? { at: comparedAt, events: compared, repaired } : null
  return { ...shown, comparison, isOutdated }
}

export async function findExternalCalendar(tx: Tx, id: ExternalCalendarId, now: Date): Promise<ExternalCalendar> {
  const { rows } = await sql<CalendarRow>`
    select ${calendarColumns} from app.external_calendar where id = ${id} and therapist_id = ${tx.actor.id}`.execute(
    tx.kysely,
  )
  if (!rows[0]) throw notFound()
  return toConnectedCalendar(rows[0], now)
}

export type StoredAccount = ProviderAccount & {
  /** The collection in which calendars can be created on the server; null if the server does not allow this. */
  home: string | null
  /** The id of the Google account; null for CalDAV. */
  subject: string | null
  isRefused: boolean
  isLeaving: boolean
}

export const listAccountRows = async (tx: Tx): Promise<StoredAccount[]> =>
  (
    await sql<StoredAccount>`
      select id, provider, address, user_name as "userName", sealed, home, subject, refused_at is not null as "isRefused",
        is_leaving as "isLeaving" from app.external_account
      where therapist_id = ${tx.actor.id} order by created_at, id`.execute(tx.kysely)
  ).rows

export async function countAccounts(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from app.external_account where therapist_id = ${tx.actor.id}`.execute(tx.kysely)
  return rows[0]?.count ?? 0
}

/** Returns an account of the acting therapist that is not being disconnected. Refuses with NOT_FOUND. */
export async function findAccountRow(tx: Tx, id: ExternalAccountId): Promise<StoredAccount> {
  const row = (await listAccountRows(tx)).find((one) => one.id === id && !one.isLeaving)
  if (!row) throw notFound()
  return row
}

/** Returns the accounts of the acting therapist with their calendars, without addresses and passwords. */
export async function listOwnAccounts(tx: Tx, now: Date): Promise<Account[]> {
  const [accounts, { rows }] = await Promise.all([
    listAccountRows(tx),
    sql<CalendarRow>`select ${calendarColumns} from app.external_calendar where therapist_id = ${tx.actor.id}
      order by created_at, id`.execute(tx.kysely),
  ])
  return accounts.map(({ id, provider, address, userName, isRefused, isLeaving }) => ({
    id,
    provider,
    host: provider === 'google' ? '' : new URL(address).host,
    userName,
    isRefused,
    isLeaving,
    calendars: rows.filter(({ accountId }) => accountId === id).map((row) => toConnectedCalendar(row, now)),
  }))
}

/** Opens the account with its stored credentials. Refuses with CALENDAR_FAILED if they cannot be decrypted. */
export function providerOf(app: SyncApp, account: StoredAccount): CalendarProvider {
  try {
    return openProvider(app, account)
  } catch (error) {
    throw error instanceof CalendarFailure ? failed(error) : error
  }
}

export const failed = ({ problem }: CalendarFailure) => createRefusal('CALENDAR_FAILED', 409, { problem })

/** Finds the calendars of an account. Refuses with CALENDAR_FAILED and the reason. */
export const discover = (provider: CalendarProvider): Promise<Discovery> =>
  provider.discover().catch((error: unknown) => {
    throw error instanceof CalendarFailure ? failed(error) : error
  })

/** Returns the calendars that were found, with the ids of the calendars that are connected already. */
export async function readDiscovery(tx: Tx, { calendars, home }: Discovery): Promise<ExternalDiscovery> {
  const { rows } = await sql<{ id: ExternalCalendarId; url: string }>`
    select id, url from app.external_calendar where therapist_id = ${tx.actor.id}`.execute(tx.kysely)
  const ids = new Map(rows.map(({ id, url }) => [url, id]))
  return {
    calendars: calendars.map((one) => ({ ...one, calendarId: ids.get(one.url) ?? null })),
    canCreate: home !== null,
  }
}

export type NewAccount = { id: ExternalAccountId; address: string; userName: string; password: string }

/** Returns the address of an account to connect. Refuses with NOT_AN_ADDRESS. */
export function accountAddress({ address }: NewAccount): string {
  const normal = normalizeServerAddress(address)
  if (!normal) throw createRefusal('NOT_AN_ADDRESS', 409)
  return normal
}

/**
 * Stores an account whose password the server has accepted. Repeating the call replaces the password. Refuses with NOT_AN_ADDRESS, with CONFLICT if
 * the id belongs to another account, and with LIMIT_REACHED.
 */
export async function saveAccount(tx: Tx, app: SyncApp, account: NewAccount, home: string | null): Promise<void> {
  const { id, userName, password } = account
  const address = accountAddress(account)
  await tx.run('select def.lock_calendar($1)', [tx.actor.id])
  const known = await listAccountRows(tx)
  const same = known.find((one) => one.id === id)
  if (same && (same.provider !== 'caldav' || same.address !== address || same.userName !== userName)) throw conflict()
  if (!same && known.length >= externalLimits.accounts) throw limitReached(externalLimits.accounts)
  const secret = { sealed: app.providerKeys.seal(passwordName(id), password), home }
  if (same) await tx.kysely.updateTable('external_account').set(secret).where('id', '=', id).execute()
  else
    await tx.kysely
      .insertInto('external_account')
      .values({ id, therapist_id: tx.actor.id, provider: 'caldav', address, user_name: userName, ...secret })
      .execute()
}

/** Replaces the password of an account and resumes the sync of its stopped calendars. */
export async function savePassword(
  tx: Tx,
  app: SyncApp,
  id: ExternalAccountId,
  password: string,
  now: Date,
): Promise<void> {
  await tx.kysely
    .updateTable('external_account')
    .set({ sealed: app.providerKeys.seal(passwordName(id), password), refused_at: null })
    .where('id', '=', id)
    .where('therapist_id', '=', tx.actor.id)
    .execute()
  await resumeCalendars(tx, id, now)
}

/** Resumes the sync of an account's stopped calendars. */
export async function resumeCalendars(tx: Tx, id: ExternalAccountId, now: Date): Promise<void> {
  const { rows } = await sql<{ id: ExternalCalendarId }>`
    update app.external_calendar set state = 'new', error = null, failures = 0, failing_since = null
    where therapist_id = ${tx.actor.id} and account_id = ${id} and state = 'stopped' returning id`.execute(tx.kysely)
  for (const calendar of rows) await wakeCalendar(tx, calendar.id, now)
}
