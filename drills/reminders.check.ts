import type pg from 'pg'
import { runReminderJob } from '../apps/server/src/features/schedule/session/notify/reminders.ts'
import { nextAllowedReminderTime } from '../apps/server/src/features/schedule/session/notify/reminder-rules.ts'
import { openDb } from '../apps/server/src/platform/database/actor.ts'
import { openPool } from '../apps/server/src/platform/database/pools.ts'
import type { DrillSession } from './reminders.sessions.ts'
import type { SharedClock } from './reminders.clock.ts'
import type { DrillContext } from './context.ts'

type Verdict = {
  'reminded, once each': number
  'dropped, too late after the jump': number
  'notified or emailed twice': number
  'of a cancelled session': number
  'of a time that was moved': number
  'neither sent nor dropped for a known reason': number
  'outside 08:00 to 21:00 of the reader': number
  'emails that the mail server never received': number
  'emails accepted again with the same Message-ID': number
}

/** The practice of the drill has no channel for text messages. */
const noTexts = { canSend: () => false }

const fine = [
  'reminded, once each',
  'dropped, too late after the jump',
  'emails accepted again with the same Message-ID',
]

/**
 * Whether at least one reminder was sent and there are no violations. A reminder that was dropped as too late after a
 * clock jump is not a violation. An email that the mail server accepted twice with the same Message-ID is not a
 * violation either.
 */
export const hasNoFindings = (verdict: Verdict): boolean =>
  verdict['reminded, once each'] > 0 && Object.entries(verdict).every(([what, n]) => fine.includes(what) || n === 0)

type Row = { session_id: string; reader_id: string; sequence: number; state: string; why: string; at: Date }
type Told = { session: string; account: string; n: number }

/** Compares notifications and emails with the expected reminders. */
export async function checkReminders(
  db: pg.Client,
  appointments: DrillSession[],
  clock: SharedClock,
  taken: Map<string, number>,
  say: (line: string) => void,
): Promise<Verdict> {
  const read = await asOwner(db, async () => ({
    rows: (await db.query<Row>('select session_id, reader_id, sequence, state, why, at from app.session_reminder'))
      .rows,
    told: (
      await db.query<Told>(
        `select related_id as session, account_id as account, count(*)::int as n from app.notification where kind = 'session-reminder' group by 1, 2`,
      )
    ).rows,
    mails: (
      await db.query<{ id: string; session: string; account: string; state: string }>(
        `select id, subject_id as session, account_id as account, state from app.mail where kind = 'session-reminder'`,
      )
    ).rows,
  }))
  const of = <Item extends { session: string; account: string }>(items: Item[], id: string, account: string) =>
    items.filter((item) => item.session === id && item.account === account)
  const verdict: Verdict = {
    'reminded, once each': 0,
    'dropped, too late after the jump': 0,
    'notified or emailed twice': 0,
    'of a cancelled session': 0,
    'of a time that was moved': 0,
    'neither sent nor dropped for a known reason': 0,
    'outside 08:00 to 21:00 of the reader': 0,
    'emails that the mail server never received': 0,
    'emails accepted again with the same Message-ID': [...taken.values()].filter((n) => n > 1).length,
  }
  for (const one of appointments) {
    for (const { id, account, zone } of one.readers) {
      const rows = read.rows.filter((row) => row.session_id === one.id && row.reader_id === id)
      const sent = rows.filter(({ state }) => state === 'sent')
      const news = of(read.told, one.id, account)[0]?.n ?? 0
      const mails = of(read.mails, one.id, account)
      if (sent.length > 1 || news !== sent.length || mails.length !== sent.length)
        verdict['notified or emailed twice']++
      if (one.will === 'be cancelled' && one.sequence > 0) {
        verdict['of a cancelled session'] += sent.length + mails.filter((mail) => taken.has(mail.id)).length
        continue
      }
      verdict['of a time that was moved'] += sent.filter(({ sequence }) => sequence < one.sequence).length
      if (sent.length === 1) verdict['reminded, once each']++
      else if (rows.some(({ why, sequence }) => why === 'too-late' && sequence === one.sequence))
        verdict['dropped, too late after the jump']++
      else {
        verdict['neither sent nor dropped for a known reason']++
        say(
          `${one.will}, ${new Date(one.startsAt).toISOString()} ${zone}: ${rows.map((row) => `${row.sequence} ${row.why}`).join(', ') || 'no row'}`,
        )
      }
      const inHours = ({ at }: Row) =>
        clock.shownAt(at.getTime()).some((shown) => nextAllowedReminderTime(zone, new Date(shown)).getTime() === shown)
      verdict['outside 08:00 to 21:00 of the reader'] += sent.filter((row) => !inHours(row)).length
      verdict['emails that the mail server never received'] += mails.filter(
        ({ id: mail, state }) => (state === 'sent' && !taken.has(mail)) || !['sent', 'dropped'].includes(state),
      ).length
    }
  }
  return verdict
}

/**
 * Proves that the drill detects duplicate reminders. Removes the primary key that prevents them, runs each job twice in
 * parallel, and returns the number of duplicates.
 */
export async function remindWithoutGuard(context: DrillContext, db: pg.Client, clock: SharedClock): Promise<number> {
  const { rows } = await asOwner(db, () =>
    db.query<Row & { therapist_id: string }>(
      `delete from app.session_reminder where state = 'sent' returning session_id, therapist_id, reader_id, sequence, minutes_before, state, why, at`,
    ),
  )
  await asOwner(db, () => db.query('alter table app.session_reminder drop constraint session_reminder_pkey'))
  const pool = openPool(context.url(), context.secrets, 8)
  const server = openDb(pool)
  for (const row of rows.slice(-20)) {
    const job = { sessionId: row.session_id, therapistId: row.therapist_id, sequence: row.sequence }
    const at = new Date(clock.shownAt(row.at.getTime()).at(-1) ?? 0)
    const run = () =>
      runReminderJob(
        { db: server, clock: { now: () => at }, texts: noTexts },
        { ...job, minutesBefore: 1440, reader: row.reader_id },
      )
    await Promise.all([run(), run()])
  }
  await pool.end()
  const again = await asOwner(db, () =>
    db.query<{ n: number }>(
      `select count(*)::int as n from (select from app.session_reminder where state = 'sent' group by session_id, reader_id having count(*) > 1) twice`,
    ),
  )
  return again.rows[0]?.n ?? 0
}

/** Runs `work` as the owner of the tables without row security. */
async function asOwner<T>(db: pg.Client, work: () => Promise<T>): Promise<T> {
  const tables = ['app.session_reminder', 'app.notification', 'app.mail']
  const each = (change: string) =>
    tables.map((name) => `alter table ${name} ${change} force row level security;`).join('')
  await db.query(`begin; set local role attune_owner; ${each('no')}`)
  const result = await work()
  await db.query(`${each('')} commit`)
  return result
}
