import type { OwnMessageSettings } from '@attune/contract/features/messages/message-settings/message-settings'
import { ORPCError } from '@orpc/client'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../../platform/api/api.ts'
import { toast } from '../../../ui/toast/toast.ts'
import { useCachedMessageSettings } from './use-message-settings.ts'

type QuickReplies = OwnMessageSettings['quickReplies']
type Items = QuickReplies['items']

/** Returns the list with one item moved by one place. */
export function moveItem<Item>(items: readonly Item[], place: number, by: -1 | 1): Item[] {
  const moved = items[place]
  return moved === undefined ? [...items] : items.toSpliced(place, 1).toSpliced(place + by, 0, moved)
}

/** Returns the list with the item inserted at a place, or at the end if the list has become shorter. */
export const withItemAt = <Item>(items: readonly Item[], place: number, item: Item): Item[] =>
  items.toSpliced(Math.min(place, items.length), 0, item)

/** Returns a mutation that saves a changed list of quick replies. Shows the current list if another page has changed it in the meantime. */
export function useSaveQuickReplies() {
  const { t } = useTranslation('messageSettings')
  const setCached = useCachedMessageSettings()
  return useMutation({
    scope: { id: 'quick-replies' },
    mutationFn: ({ items, version }: { items: Items; version: number }) =>
      api.messageSettings.saveQuickReplies({ items, version }),
    onSuccess: (quickReplies) => setCached({ quickReplies }),
    onError: (error) => {
      if (!(error instanceof ORPCError) || error.code !== 'CHANGED') return toast.error(t('saveFailed'))
      setCached({ quickReplies: error.data as QuickReplies })
      toast.warning(t('replies.changed'))
    },
  })
}
