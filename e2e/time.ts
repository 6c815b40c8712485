import { expect, type Locator, type Page } from '@playwright/test'
import pg from 'pg'
import type { JourneyServer } from './server.ts'

/** Makes an invitation and its link older by the given minutes. */
export function ageInvitation(product: JourneyServer, invitationId: string, minutes: number): Promise<void> {
  return inTransaction(product, 'attune_app_definer', async (db) => {
    const by = [invitationId, minutes]
    const older = 'sent_at = sent_at - make_interval(mins => $2), expires_at = expires_at - make_interval(mins => $2)'
    const { rowCount } = await db.query(`update app.invitation set ${older} where id = $1`, by)
    if (rowCount !== 1) throw new Error('there is no such invitation')
    await db.query('set local role attune_owner')
    await db.query(
      'update auth.secret set expires_at = expires_at - make_interval(mins => $2) where subject = $1::text',
      by,
    )
  })
}

/**
 * Makes a session older: moves the time of booking back by `by.booked` minutes, and the session by `by.start` minutes.
 */
export function ageSession(product: JourneyServer, sessionId: string, by: { booked?: number; start?: number }) {
  return inTransaction(product, 'attune_app_definer', async (db) => {
    const { rowCount } = await db.query(
      `update app.session set booked_at = booked_at - make_interval(mins => $2),
        starts_at = starts_at - make_interval(mins => $3), ends_at = ends_at - make_interval(mins => $3) where id = $1`,
      [sessionId, by.booked ?? 0, by.start ?? 0],
    )
    if (rowCount !== 1) throw new Error('there is no such session')
    await db.query(
      'update app.session_client set starts_at = starts_at - make_interval(mins => $2) where session_id = $1',
      [sessionId, by.start ?? 0],
    )
  })
}

/** Makes the messages of a conversation older by the given hours. */
export function ageMessages(product: JourneyServer, conversationId: string, hours: number): Promise<void> {
  return inTransaction(product, 'attune_owner', async (db) => {
    // The row policies of the table also apply to its owner, who has no policy.
    await db.query('alter table app.message no force row level security')
    const older = 'created_at = created_at - make_interval(hours => $2)'
    const { rowCount } = await db.query(`update app.message set ${older} where client_id = $1`, [conversationId, hours])
    await db.query('alter table app.message force row level security')
    if (!rowCount) throw new Error('the conversation has no messages')
  })
}

/** Moves the due date of an issued invoice back by the given days. */
export function ageInvoice(product: JourneyServer, invoiceId: string, days: number): Promise<void> {
  return inTransaction(product, 'attune_owner', async (db) => {
    // The row policies of the table also apply to its owner, and its triggers refuse a change of an issued invoice.
    await db.query('alter table app.invoice no force row level security, disable trigger user')
    const { rowCount } = await db.query('update app.invoice set due_on = due_on - $2::int where id = $1', [
      invoiceId,
      days,
    ])
    await db.query('alter table app.invoice force row level security, enable trigger user')
    if (rowCount !== 1) throw new Error('there is no such invoice')
  })
}

/** Makes the waiting emails due at once. Normally an email waits a minute, so that changes of the same kind are combined. */
export function sendWaitingMails(product: JourneyServer): Promise<void> {
  return inTransaction(product, 'attune_owner', async (db) => {
    await db.query(`update jobs.job set start_after = jobs.job_now() where name = 'mail' and state = 'created'`)
  })
}

/** Makes the waiting text messages due at once. Normally a notice waits ten minutes, because the message may be read in that time. */
export function sendWaitingTexts(product: JourneyServer): Promise<void> {
  return inTransaction(product, 'attune_owner', async (db) => {
    // The row policies of the table also apply to its owner, who has no policy.
    await db.query('alter table app.delivery no force row level security')
    await db.query('update app.delivery set due_at = created_at where rank = 0 and failed is null')
    await db.query('alter table app.delivery force row level security')
    await db.query(`update jobs.job set start_after = jobs.job_now() where name = 'text' and state = 'created'`)
  })
}

/**
 * Makes the last activity of an account older by the given minutes, and replaces the key of its pages. Otherwise a call that a closed page had sent,
 * and that the server reads after this change, would report the activity of that page.
 */
export function ageLastUse(product: JourneyServer, email: string, minutes: number): Promise<void> {
  return inTransaction(product, 'attune_owner', async (db) => {
    const { rowCount } = await db.query(
      `update auth.login set active_at = coalesce(active_at, created_at) - make_interval(mins => $2), page_key = gen_random_uuid()
        where user_id = (select id from auth."user" where email = $1)`,
      [email, minutes],
    )
    if (!rowCount) throw new Error('the account has no login')
  })
}

/** Sets the last activity of all accounts to now. Otherwise, logins that were saved some time ago would be locked. */
export function renewLastUse(product: JourneyServer): Promise<void> {
  return inTransaction(product, 'attune_owner', async (db) => {
    await db.query('update auth.login set active_at = now()')
  })
}

/** Sets the last confirmation of all sign-ins to now. Otherwise, people of a practice that was saved some time ago would be asked for a code. */
export function renewSignIns(product: JourneyServer): Promise<void> {
  return inTransaction(product, 'attune_owner', async (db) => {
    await db.query('update auth.login set created_at = now()')
  })
}

/** Makes a client record older, so that its retention ends earlier. */
export function ageRecord(product: JourneyServer, id: string, by: { years: number; days: number }): Promise<void> {
  return inTransaction(product, 'attune_owner', async (db) => {
    // The row policies of the table also apply to its owner, who has no policy.
    await db.query('alter table app.client no force row level security')
    const older = 'created_at = created_at - make_interval(years => $2, days => $3)'
    const { rowCount } = await db.query(`update app.client set ${older} where id = $1`, [id, by.years, by.days])
    await db.query('alter table app.client force row level security')
    if (rowCount !== 1) throw new Error('there is no such record')
  })
}

/** Makes the records whose retention ends appear to have been listed `days` days earlier, and lets the job check them again. */
export function ageListedRecords(product: JourneyServer, days: number): Promise<void> {
  return inTransaction(product, 'attune_owner', async (db) => {
    // The row policies of the table also apply to its owner, who has no policy.
    await db.query('alter table app.record_ending no force row level security')
    await db.query(
      `update app.record_ending set listed_at = listed_at - make_interval(days => $1), checked_on = checked_on - 1`,
      [days],
    )
    await db.query('alter table app.record_ending force row level security')
  })
}

/** Runs the job that lists and checks the records of the therapist of a record. By itself it runs after 8 a.m. in the therapist's zone. */
export function settleRecordList(product: JourneyServer, clientId: string): Promise<void> {
  return inTransaction(product, 'attune_app_definer', async (db) => {
    const { rows } = await db.query<{ id: string }>('select therapist_id as id from app.client where id = $1', [
      clientId,
    ])
    await db.query('set local role attune_owner')
    await db.query(
      `insert into jobs.job_common (name, data, start_after, keep_until, expire_seconds, deletion_seconds, retry_limit, policy)
        select q.name, jsonb_build_object('therapistId', $1::text), now(), now() + interval '1 day', q.expire_seconds, q.deletion_seconds,
          q.retry_limit, q.policy
        from jobs.queue q where q.name = 'record-ending'`,
      [rows[0]?.id],
    )
  })
}

/** Installs a fake clock on the page. `waitUntilRetriesFailed` uses it to skip the pauses between retries. */
export const installFakeClock = (page: Page) => page.clock.install()

/** Advances the clock until all retries have failed and the page shows `words`. */
export async function waitUntilRetriesFailed(page: Page, words: Locator): Promise<void> {
  await expect(async () => {
    await page.clock.fastForward(5_000)
    await expect(words).toBeVisible({ timeout: 250 })
  }).toPass({ timeout: 20_000, intervals: [50] })
}

/** Returns the kinds of emails that are delayed by more than half an hour, for example because of quiet hours. */
export async function listDelayedEmails(product: JourneyServer): Promise<string[]> {
  let kinds: string[] = []
  await inTransaction(product, 'attune_owner', async (db) => {
    const { rows: jobs } = await db.query(
      `select data->>'mailId' as id from jobs.job_common
       where name = 'mail' and state = 'created' and start_after > now() + interval '30 minutes'`,
    )
    await db.query('set local role attune_app_definer')
    const { rows } = await db.query('select kind from app.mail where id = any ($1)', [jobs.map(({ id }) => id)])
    kinds = rows.map(({ kind }) => kind)
  })
  return kinds
}

async function inTransaction(
  product: JourneyServer,
  role: string,
  work: (db: pg.Client) => Promise<void>,
): Promise<void> {
  const db = new pg.Client({ connectionString: product.databaseUrl })
  await db.connect()
  try {
    await db.query(`begin; set local role ${role}`)
    await work(db)
    await db.query('commit')
  } finally {
    await db.end()
  }
}
