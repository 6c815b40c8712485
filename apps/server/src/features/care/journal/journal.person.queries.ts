import { sql } from 'kysely'

/** SQL for the profile `p` as JSON, with the fields that other people can see. */
export const personJson = sql`json_build_object('id', p.account_id, 'name', trim(p.first_name || ' ' || p.last_name), 'avatarUrl', p.avatar_url)`
