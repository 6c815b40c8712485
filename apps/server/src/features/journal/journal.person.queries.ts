import { sql } from 'kysely'

/** JSON of the profile `p` as others see it. */
export const personJson = sql`json_build_object('id', p.account_id, 'name', trim(p.first_name || ' ' || p.last_name), 'avatarUrl', p.avatar_url)`
