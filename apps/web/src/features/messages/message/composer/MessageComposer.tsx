import { textLengths } from '@attune/contract/common/text/lengths'
import type { Conversation } from '@attune/contract/features/messages/message/message'
import { Button, Textarea } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useState, type DragEvent, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { createId } from '../../../../platform/api/api.ts'
import { lazyInBoundary, lazyNamed } from '../../../../platform/lazy-named.ts'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { toast } from '../../../../ui/toast/toast.ts'
import { addFiles, FileList, type Uploads } from '../../../care/file/file.ts'
import type { TextChannelChoice } from '../../text-message/text-message.ts'
import { ComposerFileButtons } from './ComposerFileButtons.tsx'
import classes from './composer.module.css'
import { sendOrQueueMessage } from '../outgoing-messages.ts'
import { useMessageDraft } from './use-message-draft.ts'
import { useSendKey } from '../../../../ui/input/use-send-key.ts'

const ComposerAssistant = lazyNamed(() => import('./ComposerAssistant.tsx'), 'ComposerAssistant')
const EmergencyNotice = lazyNamed(() => import('../../../care/safety/safety.ts'), 'EmergencyNotice')
const ComposerQuickReplies = lazyNamed(() => import('./ComposerQuickReplies.tsx'), 'ComposerQuickReplies')
const TextChannelPicker = lazyNamed(() => import('../../text-message/text-message.ts'), 'TextChannelPicker')
/** The conversation is shown only once these notices have loaded. Otherwise they would appear later and move the message field. */
const SafetyNotices = lazyInBoundary(() => import('./SafetyNotices.tsx'), 'SafetyNotices')
const VoiceMessagePanel = lazyNamed(() => import('../voice/VoiceMessagePanel.tsx'), 'VoiceMessagePanel')

const inTheApp: TextChannelChoice = { channel: 'app', isBlocked: false }

type Props = {
  conversation: Conversation
  side: 'therapist' | 'client'
  field: RefObject<HTMLTextAreaElement | null>
  /** Called when a message was sent, or stored on this device to be sent later. */
  onSent: () => void
}

/**
 * The field for a new message and its files. The text is stored on this device until it is sent. In a read-only conversation, shows why nothing can
 * be sent, and the unsent text.
 */
export function MessageComposer({ conversation, side, field, onSent }: Props) {
  const { t } = useTranslation('message')
  const [leaving, setLeaving] = useState<TextChannelChoice>(inTheApp)
  const message = useMessageDraft(conversation.id, onSent, leaving)
  const { text, change, send } = message
  const { sendKey, onKeyDown } = useSendKey(send)
  const { name } = conversation.person
  if (conversation.readOnly) return <ReadOnlyNotice conversation={conversation} side={side} text={text} />
  return (
    <div className={classes.composerAround}>
      {side === 'client' && <SafetyNotices therapist={conversation.person} />}
      <FileDropArea uploads={message.uploads}>
        <Textarea
          ref={field}
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
        <MessageFiles message={message} />
        <SendProblem message={message} />
        {side === 'therapist' && (
          <ChannelChoice conversation={conversation} message={message} onChange={setLeaving} onSent={onSent} />
        )}
        <div className={classes.tools}>
          <ComposerFileButtons uploads={message.uploads} voice={message.voice} />
          {side === 'therapist' && <ComposerQuickReplies field={field} text={text} onChange={change} />}
          {side === 'therapist' && (
            <ComposerAssistant conversation={conversation} field={field} text={text} onChange={change} />
          )}
          <span className={classes.keyHint}>{t('sendKey', { key: sendKey })}</span>
          <SendButton message={message} />
        </div>
      </FileDropArea>
    </div>
  )
}

type MessageDraft = ReturnType<typeof useMessageDraft>

function SendButton({ message: { isSending, canSend, send } }: { message: MessageDraft }) {
  const { t } = useTranslation('message')
  return (
    <Button
      leftSection={<IconSend size={18} stroke={1.6} aria-hidden />}
      loading={isSending}
      disabled={!canSend}
      onClick={send}
    >
      {t('send')}
    </Button>
  )
}

/** The files of the new message, and its voice message during and after the recording. */
function MessageFiles({ message: { uploads, voice } }: { message: MessageDraft }) {
  return (
    <>
      <FileList uploads={uploads} />
      {voice.isOpen && (
        <VoiceMessagePanel uploads={uploads} onChange={voice.change} onClose={() => voice.change(null)} />
      )}
    </>
  )
}

type ChannelChoiceProps = Pick<Props, 'conversation' | 'onSent'> & {
  message: MessageDraft
  onChange: (choice: TextChannelChoice) => void
}

/** Lets the therapist choose the channel of the message, or send an approved template instead. */
function ChannelChoice({ conversation: { id, person }, message, onChange, onSent }: ChannelChoiceProps) {
  const { t } = useTranslation('message')
  const sendTemplate = ({ id: template, text }: { id: string; text: string }) =>
    void sendOrQueueMessage({
      id: createId(),
      conversationId: id,
      text,
      attachments: [],
      channel: 'whatsapp',
      template,
    }).then(onSent, () => toast.error(t('sendFailed')))
  return (
    <TextChannelPicker
      conversationId={id}
      name={person.name}
      text={message.text}
      hasFiles={message.fileCount > 0}
      onChange={onChange}
      onTemplate={sendTemplate}
    />
  )
}

/** Shows that the message could not be sent, or that the server refused a message whose text is now in the field again. */
function SendProblem({ message: { hasFailed, returned } }: { message: MessageDraft }) {
  const { t } = useTranslation('message')
  if (hasFailed) {
    return (
      <Callout kind="danger" urgent>
        {t('sendFailed')}
      </Callout>
    )
  }
  return returned && <Callout kind="warning">{t('returned')}</Callout>
}

/** Explains why nothing can be sent, and tells a client whom to call instead. Shows the unsent text so that the person can copy it. */
function ReadOnlyNotice({ conversation, side, text }: Pick<Props, 'conversation' | 'side'> & { text: string }) {
  const { t } = useTranslation('message')
  const { readOnly, person } = conversation
  return (
    <div className={classes.composerAround}>
      {side === 'client' && <EmergencyNotice />}
      <Callout kind="info">{readOnly && t(`readOnly.${side}.${readOnly}`, { name: person.name })}</Callout>
      {text && <Textarea label={t('unsent')} readOnly autosize maxRows={6} value={text} />}
    </div>
  )
}

/** The frame of the field. Files that are dropped on it or pasted into it are added to the message. */
function FileDropArea({ uploads, children }: { uploads: Uploads; children: React.ReactNode }) {
  const { t } = useTranslation('file')
  const [over, setOver] = useState(false)
  const dragOver = (event: DragEvent) => {
    event.preventDefault()
    setOver(true)
  }
  return (
    <div
      className={classes.composer}
      data-over={over || undefined}
      onDragOver={dragOver}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        void addFiles(uploads, [...event.dataTransfer.files], t)
      }}
      onPaste={(event) => {
        const files = [...event.clipboardData.files]
        if (files.length === 0) return
        event.preventDefault()
        void addFiles(uploads, files, t)
      }}
    >
      {children}
    </div>
  )
}
