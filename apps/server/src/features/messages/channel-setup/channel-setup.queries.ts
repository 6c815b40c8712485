import type { TherapistId } from '@attune/contract/common/ids'
import type { ChannelSetup } from '@attune/contract/features/messages/channel-setup/channel-setup'
import type { Language } from '@attune/contract/common/text/text.schemas'
import { sql } from 'kysely'
import type { AnyActor, Tx } from '../../../platform/database/actor.ts'
import { languageFrom } from '../../../platform/text/translations.ts'

type Sender = ChannelSetup['senders'][number]
type Template = ChannelSetup['templates'][number]

export type ChannelSettingRow = Awaited<ReturnType<typeof readRows>>['setting']

/** Reads the settings, the senders and the templates. */
export async function readRows(tx: Tx<AnyActor>) {
  const [setting, senders, templates] = await Promise.all([
    tx.kysely
      .selectFrom('channel_setting')
      .select([
        'account',
        'name_in_texts',
        'practice_country',
        'allowed_countries',
        'sms_on',
        'whatsapp_on',
        'sms_content',
        'whatsapp_content',
        'agreement_type',
        sql<string | null>`agreement_date::text`.as('agreement_date'),
        'agreement_name',
        'agreement_stated_at',
        'push_hosts',
      ])
      .executeTakeFirstOrThrow(),
    tx.kysely
      .selectFrom('text_sender')
      .select(['id', 'channel', 'number', 'for_therapist as therapistId'])
      .orderBy(sql`for_therapist is not null`)
      .orderBy('number')
      .execute() as Promise<Sender[]>,
    tx.kysely
      .selectFrom('text_template')
      .select(['id', 'name', 'language', 'text', 'template_id as templateId'])
      .orderBy('name')
      .orderBy('id')
      .execute() as Promise<Template[]>,
  ])
  return { setting, senders, templates }
}

/** Returns the therapists of the practice, by name. */
export async function readTherapists(tx: Tx): Promise<ChannelSetup['therapists']> {
  const { rows } = await tx.run<{ id: TherapistId; name: string }>(
    `select p.account_id as id, coalesce(nullif(trim(p.first_name || ' ' || p.last_name), ''), p.email) as name
     from app.profile p where p.role = 'therapist' order by 2, 1`,
  )
  return rows
}

/** Returns the language of the acting admin. */
export async function readLanguage(tx: Tx): Promise<Language> {
  const row = await tx.kysely
    .selectFrom('profile')
    .select('language')
    .where('account_id', '=', tx.actor.id)
    .executeTakeFirst()
  return languageFrom(row?.language ?? '')
}

/** Returns the practice's country from the setup of text messages; null if it was not entered. */
export async function readPracticeCountry(tx: Tx): Promise<string | null> {
  const row = await tx.kysely.selectFrom('channel_setting').select('practice_country').executeTakeFirstOrThrow()
  return row.practice_country
}

/** SQL for whether no push service is allowed. */
export const isPushOffSql = sql<boolean>`(select push_hosts = '{}' from app.channel_setting)`

/** The latest results of sending push notifications; a field is null if there is no such result. */
export type PushResults = { acceptedAt: string | null; refusedAt: string | null; status: number | null }

/** SQL for the columns of PushResults. */
export const pushResultsSql = sql`(select push_accepted_at from app.channel_setting) as "acceptedAt",
  (select push_refused_at from app.channel_setting) as "refusedAt",
  (select push_refused_status from app.channel_setting) as status`
