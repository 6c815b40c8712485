import type { Conversation } from '@attune/contract/features/messages/message/message'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../../ui/dialog/Dialog.tsx'
import { SearchField } from '../../../../ui/input/SearchField.tsx'
import { FoundMessages } from '../list/FoundMessages.tsx'

type Props = { conversation: Conversation; side: 'therapist' | 'client'; onClose: () => void }

/** Searches the messages of one conversation. A click on a result closes the dialog and scrolls to the message. */
export function ConversationSearchDialog({ conversation: { id }, side, onClose }: Props) {
  const { t } = useTranslation('message')
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), 200)
  return (
    <Dialog title={t('search.here')} size={560} onClose={onClose}>
      <SearchField data-autofocus showsLabel label={t('search.label')} value={typed} onChange={setTyped} />
      {search && <FoundMessages search={search} side={side} conversationId={id} onOpen={onClose} />}
    </Dialog>
  )
}
