import type { AccountId, ClientId, ContactId, GuardianId } from '@attune/contract/common/ids'
import { resendAfterMinutes } from '@attune/contract/common/constants'
import { ageOn, todayIn } from '@attune/contract/common/time/time'
import { isMinorOn } from '@attune/contract/features/care/form/form.rules'
import type { ClientGuardian, ClientGuardians } from '@attune/contract/features/people/guardian/guardian.invitations'
import {
  type GuardianBasis,
  type GuardianRight,
  guardianRights,
} from '@attune/contract/features/people/guardian/guardian.rules'
import { sql } from 'kysely'
import type { AppContext } from '../../../../platform/app-context.ts'
import type { Tx } from '../../../../platform/database/actor.ts'
import { notFound } from '../../../../platform/policy/refusal.ts'
import { invitationMail } from '../../connection/connection.ts'

type GuardianApp = Pick<AppContext, 'clock' | 'config'>

type GuardianRow = {
  id: GuardianId
  client_id: ClientId
  contact_id: ContactId
  account_id: AccountId | null
  name: string
  relationship: string
  email: string
  basis: GuardianBasis
  valid_until: string | null
  /** The start of the period that each right covers; '-infinity' if the right covers all rows. */
  rights: Partial<Record<GuardianRight, string>>
  knows_others: boolean
  generation: number
  invited_at: string
  expires_at: string
  accepted_at: string | null
  paused_at: string | null
  ended_at: string | null
  can_renew: boolean
  version: number
  mail: string | null
  contact: ClientGuardian['contact']
  conversation_id: ClientGuardian['conversationId']
}

/** Returns the guardians of the acting therapist that the condition selects, with the state of the email and of the contact. */
const selectGuardians = (condition: ReturnType<typeof sql>) => sql<GuardianRow>`
  select g.id, g.client_id, g.contact_id, g.account_id, g.name, g.relationship, g.email, g.basis, g.valid_until, g.rights, g.knows_others,
    g.generation, g.invited_at, g.expires_at, g.accepted_at, g.paused_at, g.ended_at, g.version,
    (select v.id from app.guardian_conversation v where v.therapist_id = g.therapist_id and v.guardian_id = g.id limit 1) as conversation_id,
    def.guardian_invitation_mail(g.id) as mail, g.age_paused and g.accepted_at is not null and g.ended_at is null and c.account_id is null as can_renew,
    case when k.id is null then 'removed' when k.email is distinct from g.email then 'other-email' else 'same' end as contact
  from app.guardian g join app.client_name c on c.therapist_id = g.therapist_id and c.id = g.client_id
    left join app.contact_email k on k.id = g.contact_id and k.client_id = g.client_id and k.is_guardian
  where ${condition}
  order by g.ended_at is not null, g.ended_at desc, g.invited_at, g.id`

/** Returns a guardian of the acting therapist. Refuses with NOT_FOUND. */
export async function findGuardian(tx: Tx, id: GuardianId): Promise<GuardianRow> {
  const { rows } = await selectGuardians(sql`g.therapist_id = ${tx.actor.id} and g.id = ${id}`).execute(tx.kysely)
  if (!rows[0]) throw notFound()
  return rows[0]
}

/** Returns the acting therapist's view of a guardian. Refuses with NOT_FOUND. */
export const readClientGuardian = async (app: GuardianApp, tx: Tx, id: GuardianId) =>
  viewOf(app, await findGuardian(tx, id))

function viewOf({ clock, config }: GuardianApp, row: GuardianRow): ClientGuardian {
  const now = clock.now().getTime()
  return {
    id: row.id,
    contactId: row.contact_id,
    name: row.name,
    relationship: row.relationship,
    email: row.email,
    state: stateOf(row, now),
    mail: invitationMail({ config }, row.mail),
    contact: row.contact,
    rights: guardianRights.flatMap((right) => {
      const since = row.rights[right]
      return since === undefined ? [] : [{ right, since: since === '-infinity' ? null : since }]
    }),
    basis: row.basis,
    validUntil: row.valid_until,
    knowsOthers: row.knows_others,
    invitedAt: row.invited_at,
    expiresAt: row.expires_at,
    resendAt: new Date(Date.parse(row.invited_at) + resendAfterMinutes * 60_000).toISOString(),
    acceptedAt: row.accepted_at,
    pausedAt: row.paused_at,
    endedAt: row.ended_at,
    conversationId: row.conversation_id,
    canRenewOnWord: row.can_renew,
    version: row.version,
  }
}

function stateOf(row: GuardianRow, now: number): ClientGuardian['state'] {
  if (row.ended_at) return 'ended'
  if (row.accepted_at) return row.paused_at ? 'paused' : 'active'
  return Date.parse(row.expires_at) <= now ? 'expired' : 'invited'
}

type GuardedRecord = {
  firstName: string
  accountId: AccountId | null
  language: string
  age: number | null
  isOfAge: boolean
  today: string
}

/**
 * Returns the data of a client record of the acting therapist on which the rules for guardians depend. A client without a date of birth counts as
 * being of age. Refuses with NOT_FOUND.
 */
export async function readGuardedRecord(tx: Tx, clientId: ClientId, now: Date): Promise<GuardedRecord> {
  const { rows } = await sql<{
    first_name: string
    account_id: AccountId | null
    language: string
    date_of_birth: string | null
    majority_age: number
    zone: string
  }>`
    select c.first_name, c.account_id, c.language, b.date_of_birth, def.majority_age() as majority_age, p.zone
    from app.client_state c join app.client_birth b on b.id = c.id join app.person p on p.account_id = c.therapist_id
    where c.id = ${clientId} and c.therapist_id = ${tx.actor.id}`.execute(tx.kysely)
  const row = rows[0]
  if (!row) throw notFound()
  const today = todayIn(row.zone, now)
  const birthDate = row.date_of_birth && row.date_of_birth <= today ? row.date_of_birth : null
  return {
    firstName: row.first_name,
    accountId: row.account_id,
    language: row.language,
    age: birthDate ? ageOn(birthDate, today) : null,
    isOfAge: !isMinorOn(birthDate, today, row.majority_age),
    today,
  }
}

/** Returns the guardians of a record of the acting therapist, and the contacts that can be invited. Refuses with NOT_FOUND. */
export async function listGuardians(app: GuardianApp, tx: Tx, clientId: ClientId): Promise<ClientGuardians> {
  const record = await readGuardedRecord(tx, clientId, app.clock.now())
  const [{ rows }, contacts] = await Promise.all([
    selectGuardians(sql`g.therapist_id = ${tx.actor.id} and g.client_id = ${clientId}`).execute(tx.kysely),
    sql<ClientGuardians['contacts'][number]>`
      select k.id, k.name, k.relationship from app.contact_label k join app.contact_email e on e.id = k.id
      where k.therapist_id = ${tx.actor.id} and k.client_id = ${clientId} and e.is_guardian and e.email is not null
        and not exists (select from app.guardian g where g.therapist_id = k.therapist_id and g.client_id = k.client_id
          and g.contact_id = k.id and g.ended_at is null)
      order by k.name, k.id`.execute(tx.kysely),
  ])
  return {
    items: rows.map((row) => viewOf(app, row)),
    contacts: contacts.rows,
    firstName: record.firstName,
    age: record.age,
    isOfAge: record.isOfAge,
  }
}
