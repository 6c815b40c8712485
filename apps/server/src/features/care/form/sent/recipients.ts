import type { AccountId, ClientId, SentFormId } from '@attune/contract/common/ids'
import { todayIn } from '@attune/contract/common/time/time'
import { isForGuardians, isMinorOn } from '@attune/contract/features/care/form/form.rules'
import type { FormContent } from '@attune/contract/features/care/form/form.schemas'
import { sql } from 'kysely'
import type { Tx } from '../../../../platform/database/actor.ts'
import { notify } from '../../../messages/notification/notification.ts'

/** The time in seconds for which the email about a new form waits, so that forms which are sent one after the other are announced by one email. */
const togetherSeconds = 60

type RecipientsOfForm = {
  name: string
  clientId: ClientId
  accountId: AccountId | null
  isConnected: boolean
  birthDate: string | null
  majorityAge: number
  zone: string
  fields: FormContent['fields']
  guardians: AccountId[]
}

/**
 * Notifies the client of a form, and the guardians who sign it, in the app and by an email with a link. The title of the form is in neither. If each
 * guardian must sign a copy, the client is notified once for all copies.
 */
export async function notifyRecipients(
  tx: Tx,
  type: 'form-sent' | 'form-due',
  id: SentFormId,
  now: Date,
): Promise<void> {
  const { rows } = await sql<RecipientsOfForm>`
    select p.name, c.id as "clientId", c.account_id as "accountId", p.zone, c.date_of_birth::text as "birthDate",
      def.majority_age() as "majorityAge",
      coalesce(s.agreement_id, s.id) = s.id and coalesce(c.account_id = any (def.my_people()), false) as "isConnected",
      jsonb_path_query_array(s.frozen, '$.fields[*] ? (@.type == "signature")') as fields, array(select def.guardians_of_form(s.id)) as guardians
    from app.sent_form s join app.client c on c.therapist_id = s.therapist_id and c.id = s.client_id
      join app.person p on p.account_id = s.therapist_id
    where s.therapist_id = ${tx.actor.id} and s.id = ${id}`.execute(tx.kysely)
  const [form] = rows
  if (!form) return
  const { name, accountId, clientId, birthDate, majorityAge, zone, isConnected } = form
  const email = {
    actingFor: tx.actor.id ?? '',
    ...(type === 'form-sent' && { delaySeconds: togetherSeconds }),
  } as const
  const notice = { type, about: { type: 'form', id }, person: tx.actor.id, email } as const
  if (accountId && isConnected) await notify(tx, { ...notice, to: accountId, params: { name } })
  const isMinor = isMinorOn(birthDate, todayIn(zone, now), majorityAge)
  if (!isForGuardians(form, { isMinor, hasAccount: accountId !== null })) return
  for (const to of form.guardians) await notify(tx, { ...notice, to, params: { name, actingFor: clientId } })
}
