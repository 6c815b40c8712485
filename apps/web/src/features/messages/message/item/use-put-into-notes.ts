import type { Message } from '@attune/contract/features/messages/message/message'
import { IconNotes } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, orpc } from '../../../../platform/api/api.ts'
import { errorCode } from '../../../../platform/api/errors.ts'
import { useMe } from '../../../../platform/login/login.ts'
import type { ActionMenuItem } from '../../../../ui/page/menu/ActionMenu.tsx'
import { toast } from '../../../../ui/toast/toast.ts'

/**
 * Returns the menu item that adds a message to the therapist's notes about the client, with undo. The list is empty for a client and for a message
 * without text.
 */
export function usePutIntoNotes({ id, text }: Pick<Message, 'id' | 'text'>): ActionMenuItem[] {
  const { t } = useTranslation('message')
  const cache = useQueryClient()
  const role = useMe()?.role
  const onSettled = () => cache.invalidateQueries({ queryKey: orpc.client.key() })
  const remove = useMutation({
    mutationFn: () => api.message.removeFromNotes({ id }),
    onSuccess: ({ removed }) => (removed ? toast.success(t('notes.removed')) : toast.warning(t('notes.changed'))),
    onError: () => toast.error(t('notes.notRemoved')),
    onSettled,
  })
  const put = useMutation({
    mutationFn: () => api.message.putIntoNotes({ id }),
    onSuccess: () =>
      toast({
        variant: 'success',
        title: t('notes.done'),
        action: { label: t('notes.undo'), onClick: () => remove.mutate() },
      }),
    onError: (error) => toast.error(t(errorCode(error) === 'NOTES_FULL' ? 'notes.full' : 'notes.failed')),
    onSettled,
  })
  if (role !== 'therapist' || !text) return []
  return [{ label: t('notes.put'), icon: IconNotes, onClick: () => put.mutate() }]
}
