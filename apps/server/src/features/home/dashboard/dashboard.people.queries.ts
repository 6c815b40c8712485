import { sql } from 'kysely'

/** SQL for the clients of the session `s` as JSON, sorted by last name; null if there are none. */
export const peopleOfSessionSql = sql`
  (select json_agg(json_build_object('personId', coalesce(c.account_id, c.id), 'firstName', c.first_name, 'lastName', c.last_name,
      'avatarUrl', p.avatar_url) order by c.last_name, c.id)
   from app.session_client sc join app.client_name c on c.id = sc.client_id left join app.person p on p.account_id = c.account_id
   where sc.therapist_id = s.therapist_id and sc.session_id = s.id)`

/** SQL for the client `c` with the profile `p` as the only person of a list. */
export const onlyPersonSql = sql`
  json_build_array(json_build_object('personId', coalesce(c.account_id, c.id), 'firstName', c.first_name, 'lastName', c.last_name,
    'avatarUrl', p.avatar_url))`
