import { connectDatabase } from './context.ts'
import type { DrillLedger } from './load.ts'

/** The numbers of violations of consistency. Every number must be 0. */
export type DrillFindings = {
  /** Acknowledged requests without a row in the database. */
  lost: number
  /** Rows in the database of requests that were refused or never sent. */
  phantoms: number
  /**
   * Sessions with a missing or duplicate participant, history entry, notification or email, and clients with neither an
   * email address nor an emergency contact.
   */
  halves: number
  /** Emails that wait to be sent but have no job that sends them. */
  forgottenMails: number
}

export const isConsistent = (verdict: DrillFindings) => Object.values(verdict).every((count) => count === 0)

/**
 * Compares the ledger with the database. `tamper` is SQL that changes the database before the comparison and is rolled
 * back afterwards.
 */
export async function checkConsistency(url: string, ledger: DrillLedger, tamper?: string): Promise<DrillFindings> {
  const db = await connectDatabase(url)
  try {
    await db.query('begin; set local role attune_owner')
    const { rows: tables } = await db.query<{ name: string }>(
      `select oid::regclass::text as name from pg_class where relnamespace = 'app'::regnamespace and relkind = 'r'`,
    )
    await db.query(tables.map(({ name }) => `alter table ${name} no force row level security`).join(';'))
    if (tamper) await db.query(tamper)
    const ids = async (text: string) => (await db.query<{ id: string }>(text)).rows.map(({ id }) => id)
    const sessions = await ids('select id from app.session')
    const commands = await ids('select command as id from app.session_history where command <> session_id')
    const records = await ids('select client_id as id from app.client_note')
    const halves = await ids(`
      select s.id from app.session s
      left join (select session_id, count(*) as n, max(starts_at) as at from app.session_client group by 1) c on c.session_id = s.id
      left join (select session_id, count(*) as n, count(*) filter (where action = 'create') as created,
          count(*) filter (where action = 'move') as moved, (array_agg(to_status order by id desc))[1] as status
        from app.session_history group by 1) h on h.session_id = s.id
      left join (select related_id, count(*) as n from app.notification group by 1) news on news.related_id = s.id
      left join (select subject_id, count(*) as n from app.mail group by 1) m on m.subject_id = s.id
      where (c.n, c.at, h.created, h.moved, h.status, news.n, m.n) is distinct from (1, s.starts_at, 1, s.sequence, s.status, h.n, h.n)
      union all select c.id from app.client c where c.email is null and not exists (select from app.client_contact k where k.client_id = c.id and k.is_emergency)`)
    const forgotten = await ids(`
      select m.id from app.mail m where m.state in ('waiting', 'sending')
        and not exists (select from jobs.job_common j where j.data ->> 'mailId' = m.id::text and j.state in ('created', 'retry', 'active'))`)
    const sum = { lost: 0, phantoms: 0 }
    for (const [book, there] of [
      [ledger.plans, sessions],
      [ledger.commands, commands],
      [ledger.records, records],
    ] as const) {
      const stored = new Set(there)
      for (const [id, entry] of book) {
        if (entry === 'acknowledged' && !stored.has(id)) sum.lost++
        if (entry === 'refused' && stored.has(id)) sum.phantoms++
      }
      sum.phantoms += there.filter((id) => !book.has(id)).length
    }
    return { ...sum, halves: halves.length, forgottenMails: forgotten.length }
  } finally {
    await db.query('rollback').catch(() => {})
    await db.end()
  }
}

/**
 * Checks that `checkConsistency` finds every kind of violation. Tampers with the database in one way per kind, rolls each
 * change back, and returns the kinds that were not found.
 */
export async function checkControl(url: string, ledger: DrillLedger): Promise<string[]> {
  const [planned] = [...ledger.plans].findLast(([, entry]) => entry === 'acknowledged') ?? ['']
  const session = `(select id from app.session where id = '${planned}')`
  const cases: [keyof DrillFindings, string][] = [
    ['lost', `delete from app.session where id = ${session}`],
    [
      'phantoms',
      `insert into app.session (id, therapist_id, starts_at, ends_at, format, status)
      select gen_random_uuid(), therapist_id, '2099-01-01', '2099-01-01 01:00', 'video', 'cancelled' from app.session where id = ${session}`,
    ],
    ['halves', `delete from app.session_client where session_id = ${session}`],
    [
      'forgottenMails',
      `update app.mail set state = 'waiting' where subject_id = ${session}; delete from jobs.job_common`,
    ],
  ]
  const notFound: string[] = []
  for (const [kind, tamper] of cases) if ((await checkConsistency(url, ledger, tamper))[kind] === 0) notFound.push(kind)
  return notFound
}
