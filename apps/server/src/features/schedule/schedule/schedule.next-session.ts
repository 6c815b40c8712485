import { sql } from 'kysely'

/**
 * SQL that begins with `from` and finds the next session `s` of the record `c` after `now` that occupies a slot and that
 * the client has not declined.
 */
export const fromNextSession = (now: Date) => sql`
  from app.session_client sc join app.session s on s.id = sc.session_id
   where sc.client_id = c.id and sc.answer <> 'declined' and sc.starts_at > ${now} and s.status in ('scheduled', 'confirmed', 'rescheduled')
   order by sc.starts_at limit 1`
