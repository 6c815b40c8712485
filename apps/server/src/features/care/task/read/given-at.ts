import { sql } from 'kysely'

/** SQL for the time at which the client gave an answer `a`: on their device if it waited there for a connection, otherwise when it arrived. */
export const givenAtSql = sql`coalesce(a.answered_at, a.submitted_at)`
