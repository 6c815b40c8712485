import { textLengths } from '@attune/contract/common/text/lengths'
import { isFilled } from '@attune/contract/common/text/text'
import { Button, Textarea } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { type SentText, useSentText } from '../../../../platform/draft/use-sent-text.ts'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { useSendKey } from '../../../../ui/input/use-send-key.ts'
import composer from '../composer/composer.module.css'

type Props = {
  /** The name of the draft on this device. */
  draft: string
  /** The name of the person to whom the text is sent. */
  name: string
  /** The reason why nothing can be sent, in words; null if the conversation is open. */
  closed: string | null
  send: (message: SentText) => Promise<unknown>
  onSent: () => void
}

/** The field for a new message. In a closed conversation, shows why nothing can be sent, and the unsent text. */
export function ThreadComposer({ draft, name, closed, send: sendMessage, onSent }: Props) {
  const { t } = useTranslation('message')
  const { text, error, isSending, change, send } = useSentText(draft, {
    send: (message) => sendMessage({ ...message, text: message.text.trim() }),
    onSent,
  })
  const { sendKey, onKeyDown } = useSendKey(() => isFilled(text) && send())
  if (closed)
    return (
      <div className={composer.composerAround}>
        <Callout kind="info">{closed}</Callout>
        {text && <Textarea label={t('unsent')} readOnly autosize maxRows={6} value={text} />}
      </div>
    )
  return (
    <div className={composer.composerAround}>
      <div className={composer.composer}>
        <Textarea
          variant="unstyled"
          aria-label={t('write', { name })}
          placeholder={t('write', { name })}
          autosize
          minRows={1}
          maxRows={8}
          maxLength={textLengths.message}
          styles={{ input: { fontSize: 16 } }}
          value={text}
          onKeyDown={onKeyDown}
          onChange={(event) => change(event.currentTarget.value)}
        />
        {error !== null && (
          <Callout kind="danger" urgent>
            {t('sendFailed')}
          </Callout>
        )}
        <div className={composer.tools}>
          <span className={composer.keyHint}>{t('sendKey', { key: sendKey })}</span>
          <Button
            leftSection={<IconSend size={18} stroke={1.6} aria-hidden />}
            loading={isSending}
            disabled={!isFilled(text)}
            onClick={send}
          >
            {t('send')}
          </Button>
        </div>
      </div>
    </div>
  )
}
