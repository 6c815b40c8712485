import type { OwnMessageSettings } from '@attune/contract/features/messages/message-settings/message-settings'
import { maxQuickReplies } from '@attune/contract/features/messages/message-settings/message-settings.rules'
import { ActionIcon } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconPencil, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { createId, orpc } from '../../../platform/api/api.ts'
import { lazyNamed } from '../../../platform/lazy-named.ts'
import { AddButton } from '../../../ui/list/AddButton.tsx'
import { Section } from '../../../ui/page/Section.tsx'
import type { IconType } from '../../../ui/page/status/StatusBadge.tsx'
import { toast } from '../../../ui/toast/toast.ts'
import classes from './message-settings.module.css'
import { moveItem, useSaveQuickReplies, withItemAt } from './use-quick-replies.ts'

const QuickReplyDialog = lazyNamed(() => import('./QuickReplyDialog.tsx'), 'QuickReplyDialog')

type QuickReplies = OwnMessageSettings['quickReplies']
type Item = QuickReplies['items'][number]

/** Lists the therapist's quick replies in their order. The therapist can add, edit, move and delete them, and undo a deletion. */
export function QuickReplyList({ saved }: { saved: QuickReplies }) {
  const { t } = useTranslation('messageSettings')
  const [edited, setEdited] = useState<Item | null>(null)
  const { save, remove } = useQuickReplyChanges(saved)
  const { items } = saved
  const saveEdited = async (text: string) => {
    if (!edited) return
    const changed = { ...edited, text }
    const place = items.findIndex(({ id }) => id === edited.id)
    await save(place < 0 ? [...items, changed] : items.with(place, changed))
    setEdited(null)
  }
  return (
    <Section title={t('replies.title')} hint={t('replies.hint')}>
      {items.length > 0 && (
        <ul className={classes.replies}>
          {items.map((item, place) => (
            <QuickReplyRow
              key={item.id}
              item={item}
              isFirst={place === 0}
              isLast={place === items.length - 1}
              onMove={(by) => void save(moveItem(items, place, by))}
              onEdit={() => setEdited(item)}
              onDelete={() => remove(place)}
            />
          ))}
        </ul>
      )}
      {items.length < maxQuickReplies && (
        <AddButton mt={items.length > 0 ? 'sm' : undefined} onClick={() => setEdited({ id: createId(), text: '' })}>
          {t('replies.add')}
        </AddButton>
      )}
      {edited && (
        <QuickReplyDialog
          id={edited.text ? edited.id : null}
          text={edited.text}
          onSave={saveEdited}
          onClose={() => setEdited(null)}
        />
      )}
    </Section>
  )
}

type RowProps = {
  item: Item
  isFirst: boolean
  isLast: boolean
  onMove: (by: -1 | 1) => void
  onEdit: () => void
  onDelete: () => void
}

function QuickReplyRow({ item: { text }, isFirst, isLast, onMove, onEdit, onDelete }: RowProps) {
  const { t } = useTranslation('messageSettings')
  // The accessible names of the buttons contain the beginning of the text.
  const name = { text: text.length > 40 ? `${text.slice(0, 40)}…` : text }
  return (
    <li>
      <p className={classes.replyText}>{text}</p>
      <RowButton icon={IconArrowUp} label={t('replies.up', name)} disabled={isFirst} onClick={() => onMove(-1)} />
      <RowButton icon={IconArrowDown} label={t('replies.down', name)} disabled={isLast} onClick={() => onMove(1)} />
      <RowButton icon={IconPencil} label={t('replies.edit', name)} onClick={onEdit} />
      <RowButton icon={IconTrash} label={t('replies.delete', name)} onClick={onDelete} />
    </li>
  )
}

function useQuickReplyChanges({ items, version }: QuickReplies) {
  const { t } = useTranslation('messageSettings')
  const cache = useQueryClient()
  const { mutateAsync } = useSaveQuickReplies()
  const save = (next: Item[], from = version) => mutateAsync({ items: next, version: from }).catch(() => undefined)
  /** Puts a deleted reply back into the current list. */
  const restore = (place: number, item: Item) => {
    const now = cache.getQueryData(orpc.messageSettings.own.queryKey({ input: {} }))?.quickReplies
    if (now) void save(withItemAt(now.items, place, item), now.version)
  }
  const remove = (place: number) => {
    const item = items[place]
    if (!item) return
    void save(items.toSpliced(place, 1)).then(
      (saved) =>
        saved &&
        toast({
          variant: 'success',
          title: t('replies.deleted'),
          action: { label: t('replies.undo'), onClick: () => restore(place, item) },
        }),
    )
  }
  return { save, remove }
}

type ButtonProps = { icon: IconType; label: string; disabled?: boolean; onClick: () => void }

function RowButton({ icon: Icon, label, disabled = false, onClick }: ButtonProps) {
  return (
    <ActionIcon variant="subtle" color="gray" size={36} aria-label={label} disabled={disabled} onClick={onClick}>
      <Icon size={18} stroke={1.6} aria-hidden />
    </ActionIcon>
  )
}
