import type { ClientEntry } from '@attune/contract/features/client'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/actor.ts'
import { refuse } from '../../platform/policy/refusal.ts'

export type Wanted = { search: string; status?: string; after?: string; limit: number; now: Date }

/** The names by which the list is sorted: a page goes on behind the last of them. */
type Place = [lastName: string, firstName: string, id: string]

const entry = sql`
  c.id, c.first_name as "firstName", c.last_name as "lastName", c.email, p.avatar_url as "avatarUrl", c.status`

/** The sessions beside a client: the next that holds a slot, the last that began. */
const marks = (now: Date) => sql`
  (select json_build_object('id', s.id, 'startsAt', s.starts_at) from app.session_client sc join app.session s on s.id = sc.session_id
   where sc.client_id = c.id and sc.starts_at > ${now} and s.status in ('scheduled', 'confirmed', 'rescheduled')
   order by sc.starts_at limit 1) as "nextSession",
  (select json_build_object('id', s.id, 'startsAt', s.starts_at) from app.session_client sc join app.session s on s.id = sc.session_id
   where sc.client_id = c.id and sc.starts_at <= ${now} and s.status not in ('cancelled', 'denied', 'pending')
   order by sc.starts_at desc limit 1) as "lastSession"`

/** One page of a therapist's clients by name; a search looks in names and address. */
export async function pageOfClients(tx: Tx, wanted: Wanted): Promise<{ items: ClientEntry[]; next: string | null }> {
  const [last, first, id] = placeOf(wanted.after)
  const pattern = `%${wanted.search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
  const { rows } = await sql<ClientEntry>`
    select ${entry}, ${marks(wanted.now)}
    from app.client c left join app.profile p on p.account_id = c.account_id
    where c.therapist_id = ${tx.actor.id}
      and (${wanted.status ?? null}::text is null or c.status = ${wanted.status ?? null})
      and (${wanted.search} = '' or lower(c.first_name || ' ' || c.last_name) like ${pattern} or c.email like ${pattern} or c.phone like ${pattern})
      and (${wanted.after ?? null}::text is null
           or (lower(c.last_name), lower(c.first_name), c.id) > (lower(${last}), lower(${first}), ${id}::uuid))
    order by lower(c.last_name), lower(c.first_name), c.id limit ${wanted.limit + 1}`.execute(tx.kysely)
  const items = rows.slice(0, wanted.limit).map(withInstants)
  const end = items.at(-1)
  const next = rows.length > wanted.limit && end ? cursor([end.lastName, end.firstName, end.id]) : null
  return { items, next }
}

const cursor = (place: Place) =>
  Buffer.from(JSON.stringify(place.map((part) => part.slice(0, 60)))).toString('base64url')

function placeOf(after: string | undefined): Place {
  if (after === undefined) return ['', '', '00000000-0000-0000-0000-000000000000']
  try {
    const [last, first, id] = JSON.parse(Buffer.from(after, 'base64url').toString()) as unknown[]
    if (typeof last === 'string' && typeof first === 'string' && typeof id === 'string' && /^[0-9a-f-]{36}$/.test(id))
      return [last, first, id]
  } catch {
    // falls through to the refusal
  }
  throw refuse('BAD_REQUEST', 400)
}

/** Instants inside JSON come as Postgres writes them. */
function withInstants<T extends Pick<ClientEntry, 'nextSession' | 'lastSession'>>(row: T): T {
  const mend = (mark: ClientEntry['nextSession']) =>
    mark && { ...mark, startsAt: new Date(mark.startsAt).toISOString() }
  return { ...row, nextSession: mend(row.nextSession), lastSession: mend(row.lastSession) }
}

export type ClientRow = ClientEntry & {
  phone: string
  dateOfBirth: string | null
  address: string
  emergencyName: string
  emergencyPhone: string
  emergencyRelationship: string
  notes: string
  language: 'en' | 'es' | 'fr' | 'de'
  joinedAt: string
  hasAccount: boolean
  zone: string
}

/** Everything that a therapist has written down of one client. */
export async function clientById(tx: Tx, id: string, now: Date): Promise<ClientRow | undefined> {
  const { rows } = await sql<ClientRow>`
    select ${entry}, c.phone, c.date_of_birth as "dateOfBirth", c.address, coalesce(e.name, '') as "emergencyName",
      coalesce(e.phone, '') as "emergencyPhone", coalesce(e.relationship, '') as "emergencyRelationship", coalesce(n.text, '') as notes,
      c.language, c.joined_at as "joinedAt", c.account_id is not null as "hasAccount", me.zone, ${marks(now)}
    from app.client c left join app.profile p on p.account_id = c.account_id
      left join app.client_contact e on e.therapist_id = c.therapist_id and e.client_id = c.id and e.is_emergency
      left join app.client_note n on n.therapist_id = c.therapist_id and n.client_id = c.id
      left join app.profile me on me.account_id = c.therapist_id
    where c.id = ${id} and c.therapist_id = ${tx.actor.id}`.execute(tx.kysely)
  return rows[0] && withInstants(rows[0])
}
