import { sql } from 'kysely'

/** Of the profile `p`: who it is, as others see them. */
export const person = sql`json_build_object('id', p.account_id, 'name', trim(p.first_name || ' ' || p.last_name), 'avatarUrl', p.avatar_url)`
