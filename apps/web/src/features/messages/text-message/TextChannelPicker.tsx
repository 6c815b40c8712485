import type { ClientId } from '@attune/contract/common/ids'
import type { MessageChannelName } from '@attune/contract/features/messages/message/message.rules'
import type { ChannelOption } from '@attune/contract/features/messages/text-message/text-message'
import {
  isWindowOpen,
  textPurposeOf,
  type TextSendRefusal,
} from '@attune/contract/features/messages/text-message/text-message.rules'
import { SegmentedControl } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../platform/api/api.ts'
import { useSubscription } from '../../../platform/realtime/use-subscription.ts'
import { Callout } from '../../../ui/base/Callout.tsx'
import { useNow } from '../../../ui/page/use-now.ts'
import { SmsSizeHint } from './SmsSizeHint.tsx'
import { TemplateList, type Template } from './TemplateList.tsx'
import classes from './text-message.module.css'
import { WindowHint } from './WindowHint.tsx'

export type TextChannelChoice = {
  channel: MessageChannelName
  /** Whether the message cannot be sent on the channel as written. */
  isBlocked: boolean
}

type Props = {
  conversationId: ClientId
  name: string
  text: string
  hasFiles: boolean
  onChange: (choice: TextChannelChoice) => void
  /** Sends an approved template of WhatsApp. */
  onTemplate: (template: Template) => void
}

/**
 * Lets a therapist choose the channel of a message and shows how it would be sent. Renders nothing if the client can be reached only in the app.
 */
export function TextChannelPicker({ conversationId, name, text, hasFiles, onChange, onTemplate }: Props) {
  const { t } = useTranslation('textMessage')
  const now = useNow()
  const { data } = useChannelOptions(conversationId)
  const [chosen, setChosen] = useState<MessageChannelName | null>(null)
  const channel = chosen ?? data?.preselected ?? 'app'
  const option = data?.channels.find((one) => one.channel === channel)
  const refused = data ? refusalOf({ option, text, hasFiles, hasAccount: data.hasAccount, now }) : null
  const isBlocked = refused !== null
  const leaving = option?.channel ?? 'app'
  useEffect(() => onChange({ channel: leaving, isBlocked }), [leaving, isBlocked, onChange])
  if (!data || (data.channels.length === 0 && data.hasAccount)) return null
  const channels = [...(data.hasAccount ? ['app' as const] : []), ...data.channels.map((one) => one.channel)]
  const isNotice =
    option !== undefined && purposeOf({ option, text, hasFiles, hasAccount: data.hasAccount }) === 'notice'
  return (
    <div className={classes.picker}>
      {channels.length > 0 && (
        <SegmentedControl
          size="xs"
          aria-label={t('channel.label')}
          value={leaving}
          onChange={(value) => setChosen(value as MessageChannelName)}
          data={channels.map((value) => ({ value, label: t(`channel.${value}`) }))}
        />
      )}
      {leaving === 'sms' && option && !isNotice && !refused && <SmsSizeHint text={text} first={option.first} />}
      {option?.windowEndsAt && leaving === 'whatsapp' && <WindowHint end={option.windowEndsAt} now={now} />}
      {isNotice && <p className={classes.hint}>{t(`notice.${noticeReason(option, hasFiles)}`, { name })}</p>}
      {refused && <Callout kind="info">{t(`refused.${refused}`, { name })}</Callout>}
      {refused === 'window-closed' && option && <TemplateList templates={option.templates} onSend={onTemplate} />}
    </div>
  )
}

/** Loads the channels on which the therapist can write. Refetches them when the client's consent changes or the client writes. */
function useChannelOptions(conversationId: ClientId) {
  const cache = useQueryClient()
  const options = orpc.textMessage.options.queryOptions({ input: { id: conversationId } })
  const refetch = () => void cache.invalidateQueries({ queryKey: options.queryKey })
  useSubscription('text_consents', refetch, { column: 'client_id', op: 'eq', value: conversationId })
  useSubscription('messages', refetch, { column: 'conversation_id', op: 'eq', value: conversationId })
  return useQuery(options)
}

type Written = { text: string; hasFiles: boolean; hasAccount: boolean }

/**
 * Returns the purpose for which a message is sent on a channel: its content or only a notice. Returns null if it cannot be sent. An empty text
 * counts as a short one.
 */
function purposeOf({ option, text, hasFiles, hasAccount }: Written & { option: ChannelOption }) {
  const plan = textPurposeOf({ length: text.trim().length, hasFiles, hasAccount, purposes: option.purposes })
  return 'refused' in plan ? null : plan.purpose
}

/**
 * Returns the reason why a message cannot be sent on the chosen channel; null if it can. Without an `option`, the channel is the app, which is
 * refused only if the client has no account.
 */
function refusalOf({
  option,
  now,
  ...written
}: Written & { option: ChannelOption | undefined; now: Date }): TextSendRefusal | null {
  if (!option) return written.hasAccount ? null : 'no-consent'
  const plan = textPurposeOf({ ...written, length: written.text.trim().length, purposes: option.purposes })
  if ('refused' in plan) return plan.refused
  return option.channel === 'whatsapp' && !isWindowOpen(option.windowEndsAt, now) ? 'window-closed' : null
}

/** Returns the reason why a text message contains only a notice with a link instead of the message. */
function noticeReason({ purposes }: ChannelOption, hasFiles: boolean): 'no-content' | 'files' | 'long' {
  if (!purposes.includes('content')) return 'no-content'
  return hasFiles ? 'files' : 'long'
}
