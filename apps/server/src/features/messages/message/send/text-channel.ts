import type { ClientId, MessageId } from '@attune/contract/common/ids'
import type { OwnSafetyNumbers } from '@attune/contract/features/care/safety/safety.countries.rules'
import type { Message, NewMessage } from '@attune/contract/features/messages/message/message'
import {
  isWindowOpen,
  textPurposeOf,
  type TextChannelName,
  type TextPurpose,
  type TextSendRefusal,
} from '@attune/contract/features/messages/text-message/text-message.rules'
import type { AppContext } from '../../../../platform/app-context.ts'
import type { Tx } from '../../../../platform/database/actor.ts'
import { conflict, createRefusal, forbidden } from '../../../../platform/policy/refusal.ts'
import {
  changeWaitingDelivery,
  filledTemplate,
  mayCarry,
  queueDelivery,
  findWhatsappWindow,
  type DeliveryTemplate,
} from '../../delivery/delivery.ts'
import type { LockedConversation } from '../read/lock.ts'
import { wordsOf } from '../message.words.ts'

/** The settings, besides the consent, that decide whether and how a message is sent as a text message. */
export type TextRules = {
  texts: Pick<AppContext['texts'], 'canSend' | 'settings'>
  address: string
  /** The safety numbers that the practice has entered. */
  safetyNumbers: OwnSafetyNumbers
  now: Date
}
type LeavingText = {
  id: MessageId
  conversationId: ClientId
  channel: TextChannelName
  text: string
  hasFiles: boolean
  template?: string | undefined
}

const textRefused = (reason: TextSendRefusal) => createRefusal('TEXT_REFUSED', 409, { reason })

/**
 * Inserts a message of the therapist and queues its text message. Refuses as `planText` does, with FORBIDDEN for a client, and with CONFLICT if the
 * id belongs to another message.
 */
export async function insertTextMessage(
  tx: Tx,
  { sent, channel }: { sent: NewMessage; channel: TextChannelName },
  { accountId }: LockedConversation,
  rules: TextRules,
): Promise<void> {
  if (tx.actor.role !== 'therapist') throw forbidden()
  const leaving = { ...sent, channel, hasFiles: sent.attachments.length > 0 }
  const plan = await planText(tx, leaving, accountId !== null, rules)
  const text = plan.template?.text ?? sent.text
  const { rows } = await tx.run<{ fresh: boolean }>('select def.insert_text_message($1, $2, $3, $4, $5, $6) as fresh', [
    sent.id,
    sent.conversationId,
    channel,
    text,
    wordsOf(text),
    rules.now,
  ])
  if (!rows[0]?.fresh) throw conflict()
  await queueText(tx, leaving, plan, rules.now)
}

/** Queues another attempt for a message that definitely did not arrive. Refuses as `planText` does. */
export async function queueAnotherAttempt(
  tx: Tx,
  message: Message & { channel: TextChannelName },
  hasAccount: boolean,
  rules: TextRules,
): Promise<void> {
  const leaving = { ...message, hasFiles: message.attachments.length > 0 }
  await queueText(tx, leaving, await planText(tx, leaving, hasAccount, rules), rules.now)
}

/**
 * Replaces the text and the purpose of the waiting delivery of a message. Leaves the message itself unchanged. Does nothing for a message in the app.
 * Refuses with NOT_CHANGEABLE if the delivery was sent or is being sent, and with TEXT_REFUSED and BAD_REQUEST as `planText` does.
 */
export async function changeText(tx: Tx, message: Message, hasAccount: boolean, rules: TextRules): Promise<void> {
  if (message.channel === 'app') return
  const leaving = { ...message, channel: message.channel, hasFiles: message.attachments.length > 0 }
  const { purpose } = await planText(tx, leaving, hasAccount, rules)
  const change = { purpose, body: purpose === 'content' ? message.text : null }
  if (!(await changeWaitingDelivery(tx, message.id, change, rules.now))) {
    throw createRefusal('NOT_CHANGEABLE', 409, { reason: 'left' })
  }
}

type Plan = { purpose: 'content' | 'notice'; template: DeliveryTemplate | null }

/**
 * Decides how a message is sent: with its content, as a notice, or as a template. Locks the consent until the transaction ends. Refuses with
 * TEXT_REFUSED and the reason, and with BAD_REQUEST for a template that is unknown, is not for WhatsApp or comes with files.
 */
async function planText(tx: Tx, leaving: LeavingText, hasAccount: boolean, rules: TextRules): Promise<Plan> {
  const { conversationId, channel, text, hasFiles } = leaving
  const { texts, address, now } = rules
  if (!texts.canSend(channel, tx.actor.id ?? undefined)) throw textRefused('channel-off')
  const { rows } = await tx.run<{ purpose: TextPurpose; language: string; senderName: string }>(
    'select purpose, language, sender_name as "senderName" from def.text_consent($1, $2)',
    [conversationId, channel],
  )
  const [consent] = rows
  const purposes = rows.map(({ purpose }) => purpose).filter((one) => mayCarry(texts.settings(), channel, one))
  if (leaving.template !== undefined) {
    const purpose = (['notice', 'content'] as const).find((one) => purposes.includes(one))
    const found = texts.settings().templates.find(({ id }) => id === leaving.template)
    const template = consent && found && filledTemplate(found, { name: consent.senderName, address })
    if (!purpose || !consent) throw textRefused('no-consent')
    if (channel !== 'whatsapp' || !template || hasFiles) throw createRefusal('BAD_REQUEST', 400)
    return { purpose, template }
  }
  const decision = textPurposeOf({ length: text.length, hasFiles, hasAccount, purposes })
  if ('refused' in decision) throw textRefused(decision.refused)
  if (channel === 'whatsapp' && !isWindowOpen(await findWhatsappWindow(tx, conversationId), now)) {
    throw textRefused('window-closed')
  }
  return { purpose: decision.purpose, template: null }
}

async function queueText(tx: Tx, leaving: LeavingText, { purpose, template }: Plan, now: Date): Promise<void> {
  const delivery = {
    client: leaving.conversationId,
    message: leaving.id,
    channel: leaving.channel,
    purpose,
    body: purpose === 'content' && !template ? leaving.text : null,
    params: template ? { template } : {},
  }
  if (!(await queueDelivery(tx, delivery, now))) throw textRefused('no-consent')
}
