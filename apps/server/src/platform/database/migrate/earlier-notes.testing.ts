import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { type Migration, readMigrations } from './migrate.ts'

/** Returns the migrations up to the last one before notes had parts. */
export function migrationsBeforeParts(): Migration[] {
  const known = readMigrations()
  return known.slice(0, known.findIndex(({ name }) => name === '0266-late-and-excused.sql') + 1)
}

export const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60_000).toISOString()

type Client = readonly [id: string, answer?: 'accepted' | 'declined']
type EarlierSession = { id: string; days: number; clients: readonly Client[]; isDeleted?: boolean }
/** `texts` are the stored texts, the oldest first. `addenda` are texts by id. */
type EarlierNote = { texts: readonly string[]; signedAt?: string; addenda?: Record<string, string> }

/** Returns functions that insert rows of a therapist in the schema before notes had parts. They run inside `writeAsOwner`. */
export function writeEarlierNotes(db: pg.Client, therapist_id: string) {
  const insert = async (table: string, row: Record<string, unknown>) => {
    const places = Object.keys(row).map((_, at) => `$${at + 1}`)
    const columns = Object.keys(row).join(', ')
    await db.query(`insert into ${table} (${columns}) values (${places.join(', ')})`, Object.values(row))
  }
  return {
    /** Inserts the therapist, and clients by id and first name. */
    async insertPractice(clients: Record<string, string>): Promise<void> {
      const email = 'nora@example.org'
      const name = { first_name: 'Nora', last_name: 'Lindqvist', role: 'therapist', zone: 'Europe/Berlin' }
      await insert('app.profile', { account_id: therapist_id, email, ...name, onboarded_at: 'now' })
      await insert('app.calendar', { therapist_id, account_id: therapist_id })
      await insert('auth."user"', { id: therapist_id, email, email_verified: true })
      for (const [id, first_name] of Object.entries(clients))
        await insert('app.client', { id, therapist_id, first_name, last_name: 'Ashdown', status: 'active' })
    },
    /** Inserts a completed session that took place `days` days ago. */
    async insertSession({ id, days, clients, isDeleted = false }: EarlierSession): Promise<void> {
      const of = { therapist_id, starts_at: daysAgo(days) }
      const ends_at = new Date(Date.parse(of.starts_at) + 50 * 60_000)
      const times = { ...of, ends_at, created_at: daysAgo(days + 1), deleted_at: isDeleted ? new Date() : null }
      await insert('app.session', { ...times, id, format: 'video', status: 'completed' })
      for (const [client_id, answer = 'accepted'] of clients)
        await insert('app.session_client', { ...of, session_id: id, client_id, answer })
    },
    /** Inserts a note. Its history has the texts before the last one, and a signed text. */
    async insertNote(session_id: string, { texts, signedAt, addenda = {} }: EarlierNote): Promise<void> {
      const of = { therapist_id, session_id }
      const signing = signedAt ? { signed_at: signedAt, sign_command: randomUUID() } : {}
      await insert('app.session_note', { ...of, text: texts.at(-1), version: texts.length, ...signing })
      for (const text of signedAt ? texts : texts.slice(0, -1))
        await insert('app.session_note_version', { ...of, text })
      for (const [id, text] of Object.entries(addenda))
        await insert('app.session_note_addendum', { ...of, id, text, at: signedAt })
    },
  }
}
