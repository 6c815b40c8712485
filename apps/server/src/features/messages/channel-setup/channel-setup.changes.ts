import type { TextSenderId, TextTemplateId } from '@attune/contract/common/ids'
import type { ChannelSetup } from '@attune/contract/features/messages/channel-setup/channel-setup'
import { agreementTypeOf, mayCarryContent } from '@attune/contract/features/messages/channel-setup/channel-setup.rules'
import { textChannels } from '@attune/contract/features/messages/text-message/text-message.rules'
import { sql, type Updateable } from 'kysely'
import type { TextChannel } from '../../../platform/channels/text-provider.ts'
import type { Tx } from '../../../platform/database/actor.ts'
import type { DB } from '../../../platform/database/types.ts'
import { createRefusal } from '../../../platform/policy/refusal.ts'
import type { ChannelSettingRow } from './channel-setup.queries.ts'

type Sender = ChannelSetup['senders'][number]
type TextSettingsChange = Pick<ChannelSetup, 'nameInTexts' | 'allowedCountries'>
type Template = ChannelSetup['templates'][number]

const update = (tx: Tx, change: Updateable<DB['channel_setting']>) =>
  tx.kysely.updateTable('channel_setting').set(change).execute()

export const saveAccountName = (tx: Tx, account: string) => update(tx, { account })
export const savePushHosts = (tx: Tx, hosts: string[]) => update(tx, { push_hosts: [...new Set(hosts)] })

export const saveTextSettings = (tx: Tx, { nameInTexts, allowedCountries }: TextSettingsChange) =>
  update(tx, { name_in_texts: nameInTexts, allowed_countries: [...new Set(allowedCountries)] })

/**
 * Records the practice's country and the date of its processing agreement with the text message provider, as stated by an admin. Switches off message
 * content in WhatsApp if practices of this country may not send it. Refuses with IN_THE_FUTURE.
 */
export async function recordProviderAgreement(
  tx: Tx,
  { country, name, date }: { country: string; name: string; date: string },
  now: Date,
): Promise<void> {
  // Takes the current date from the earliest time zone, which is 14 hours ahead of UTC.
  const latest = new Date(now.getTime() + 14 * 3_600_000).toISOString().slice(0, 10)
  if (date > latest) throw createRefusal('IN_THE_FUTURE', 409)
  await update(tx, {
    practice_country: country,
    agreement_type: agreementTypeOf(country),
    agreement_date: date,
    agreement_name: name,
    agreement_stated_at: now,
    ...(!mayCarryContent('whatsapp', country) && { whatsapp_content: false }),
  })
}

export async function setCarriesContent(
  tx: Tx,
  { practice_country: country, agreement_type: agreement }: ChannelSettingRow,
  { channel, carriesContent }: { channel: TextChannel; carriesContent: boolean },
): Promise<void> {
  if (carriesContent) {
    if (country === null || agreement === null) throw createRefusal('NO_AGREEMENT', 409)
    if (!mayCarryContent(channel, country)) throw createRefusal('NOT_IN_COUNTRY', 409)
  }
  await update(tx, channel === 'sms' ? { sms_content: carriesContent } : { whatsapp_content: carriesContent })
}

export const setChannelOn = (tx: Tx, channel: TextChannel, isOn: boolean) =>
  update(tx, channel === 'sms' ? { sms_on: isOn } : { whatsapp_on: isOn })

export async function saveSender(tx: Tx, { id, channel, number, therapistId }: Sender): Promise<void> {
  const row = { channel, number, for_therapist: therapistId }
  await tx.kysely
    .insertInto('text_sender')
    .values({ id, ...row })
    .onConflict((on) => on.column('id').doUpdateSet(row))
    .execute()
  await switchOffWithoutSender(tx)
}

export async function removeSender(tx: Tx, id: TextSenderId): Promise<void> {
  await tx.kysely.deleteFrom('text_sender').where('id', '=', id).execute()
  await switchOffWithoutSender(tx)
}

/** Switches off each channel that no longer has a sender. */
async function switchOffWithoutSender(tx: Tx): Promise<void> {
  const left = await tx.kysely.selectFrom('text_sender').select('channel').distinct().execute()
  const channels = new Set(left.map(({ channel }) => channel))
  for (const channel of textChannels) if (!channels.has(channel)) await setChannelOn(tx, channel, false)
}

export async function saveTemplate(tx: Tx, { id, templateId, ...template }: Template): Promise<void> {
  const row = { ...template, template_id: templateId }
  await tx.kysely
    .insertInto('text_template')
    .values({ id, ...row })
    .onConflict((on) => on.column('id').doUpdateSet(row))
    .execute()
}

export const removeTemplate = (tx: Tx, id: TextTemplateId) =>
  tx.kysely.deleteFrom('text_template').where('id', '=', id).execute()

/** Locks the settings until the transaction ends, so that concurrent changes of two admins run one after the other. */
export const lockSettings = (tx: Tx) => sql`select from app.channel_setting for update`.execute(tx.kysely)
