import type { AssistantConversationId } from '@attune/contract/common/ids'
import type { AssistantConversation } from '@attune/contract/features/assistant/assistant/assistant'
import { ActionIcon, Button, Text } from '@mantine/core'
import { IconChevronLeft, IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../../platform/api/api.ts'
import { errorCode } from '../../../../platform/api/errors.ts'
import { FormDialog } from '../../../../ui/dialog/FormDialog.tsx'
import { toast } from '../../../../ui/toast/toast.ts'
import classes from './chat.module.css'
import { useForgetChat } from './use-chats.ts'

type Props = {
  /** The conversation; null while it is new or loading. */
  chat: AssistantConversation | null
  /** The first name of the client of a new conversation. */
  name?: string
  /** The field that picks the client of a new conversation. */
  picker?: ReactNode
  onClose: () => void
}

/** The header of a conversation: its client, and the button that deletes it. */
export function ChatHeader({ chat, name = '', picker, onClose }: Props) {
  const { t } = useTranslation('assistantChat')
  const [isDeleting, setDeleting] = useState(false)
  return (
    <header className={classes.head}>
      <ActionIcon className={classes.back} variant="subtle" color="gray" aria-label={t('back')} onClick={onClose}>
        <IconChevronLeft size={20} stroke={1.75} aria-hidden />
      </ActionIcon>
      {picker ? (
        <div className={classes.picker}>
          {picker}
          <p className={classes.quiet}>{t('aboutHint')}</p>
        </div>
      ) : (
        <h2 className={classes.headName}>{chat?.client?.name ?? (name || t('general'))}</h2>
      )}
      {chat && (
        <Button
          variant="default"
          size="sm"
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => setDeleting(true)}
        >
          {t('delete.open')}
        </Button>
      )}
      {chat && isDeleting && <DeleteChatDialog id={chat.id} onClose={() => setDeleting(false)} onDeleted={onClose} />}
    </header>
  )
}

type DialogProps = { id: AssistantConversationId; onClose: () => void; onDeleted: () => void }

function DeleteChatDialog({ id, onClose, onDeleted }: DialogProps) {
  const { t } = useTranslation('assistantChat')
  const forget = useForgetChat()
  const remove = useMutation({
    // A conversation that was deleted elsewhere counts as deleted.
    mutationFn: () =>
      api.assistant.deleteConversation({ id }).catch((error: unknown) => {
        if (errorCode(error) !== 'NOT_FOUND') throw error
      }),
    onSuccess: async () => {
      toast.success(t('delete.done'))
      onDeleted()
      await forget(id)
    },
  })
  return (
    <FormDialog
      title={t('delete.title')}
      submit={t('delete.submit')}
      back={t('delete.back')}
      busy={remove.isPending}
      danger
      problem={remove.isError && t('delete.failed')}
      onClose={onClose}
      onSubmit={() => remove.mutate()}
    >
      <Text size="sm">{t('delete.text')}</Text>
    </FormDialog>
  )
}
