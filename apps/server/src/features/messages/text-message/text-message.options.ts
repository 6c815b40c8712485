import type { ChannelOption } from '@attune/contract/features/messages/text-message/text-message'
import {
  textChannels,
  type TextChannelName,
  type TextPurpose,
} from '@attune/contract/features/messages/text-message/text-message.rules'
import type { AppContext } from '../../../platform/app-context.ts'
import type { TextSettings } from '../../../platform/channels/texts.ts'
import type { Tx } from '../../../platform/database/actor.ts'
import { notFound } from '../../../platform/policy/refusal.ts'
import { filledTemplate, firstTextFrame, mayCarry, noticeText, findWhatsappWindow } from '../delivery/delivery.ts'

type Options = { channels: ChannelOption[]; hasAccount: boolean; preselected: 'app' | TextChannelName }

/**
 * Returns the channels on which the acting therapist can write to a client, and how a message would be sent on each. Refuses with NOT_FOUND if the
 * client belongs to another therapist.
 */
export async function readChannelOptions(
  tx: Tx,
  conversation: string,
  { texts, site }: Pick<AppContext, 'texts' | 'site'>,
): Promise<Options> {
  const { rows } = await tx.run<{ hasAccount: boolean }>(
    'select account_id is not null as "hasAccount" from app.client_name where id = $1',
    [conversation],
  )
  const [client] = rows
  if (!client) throw notFound()
  const channels: ChannelOption[] = []
  const therapistId = tx.actor.id ?? undefined
  for (const channel of textChannels.filter((name) => texts.canSend(name, therapistId))) {
    const option = await findChannelOption(tx, conversation, channel, {
      settings: texts.settings(),
      address: site.origin(),
    })
    if (option) channels.push(option)
  }
  const last = await findLastChannel(tx, conversation)
  const usable = channels.filter(({ purposes }) => purposes.some((purpose) => purpose !== 'reminder'))
  const preselected = usable.find(({ channel }) => channel === last)?.channel
  const onlyChannel = client.hasAccount ? undefined : usable[0]?.channel
  return { channels: usable, hasAccount: client.hasAccount, preselected: preselected ?? onlyChannel ?? 'app' }
}

async function findChannelOption(
  tx: Tx,
  client: string,
  channel: TextChannelName,
  { settings, address }: { settings: TextSettings; address: string },
): Promise<ChannelOption | null> {
  const { rows } = await tx.run<{ purpose: TextPurpose; language: string; senderName: string; isFirst: boolean }>(
    `select purpose, language, sender_name as "senderName", not first_text_sent as "isFirst" from def.text_consent($1, $2)`,
    [client, channel],
  )
  const [consent] = rows
  if (!consent) return null
  return {
    channel,
    purposes: rows.map(({ purpose }) => purpose).filter((purpose) => mayCarry(settings, channel, purpose)),
    notice: noticeText(consent, address),
    first: consent.isFirst ? firstTextFrame(consent) : null,
    windowEndsAt: channel === 'whatsapp' ? await findWhatsappWindow(tx, client) : null,
    templates: channel === 'whatsapp' ? templatesFor(consent, settings, address) : [],
  }
}

/** Returns the templates in the language of the consent, without those that have unknown variables. */
function templatesFor(
  { language, senderName }: { language: string; senderName: string },
  settings: TextSettings,
  address: string,
): ChannelOption['templates'] {
  return settings.templates
    .filter((template) => template.language === language)
    .flatMap((template) => {
      const filled = filledTemplate(template, { name: senderName, address })
      return filled ? [{ id: template.id, name: template.name, text: filled.text }] : []
    })
}

/** Returns the channel of the latest message of the client; null if the client has not written. */
async function findLastChannel(tx: Tx, conversation: string): Promise<string | null> {
  const { rows } = await tx.run<{ channel: string }>(
    `select m.channel from app.conversation v join app.message m on m.therapist_id = v.therapist_id and m.client_id = v.client_id
     where v.client_id = $1 and m.by_role = 'client' order by m.seq desc limit 1`,
    [conversation],
  )
  return rows[0]?.channel ?? null
}
