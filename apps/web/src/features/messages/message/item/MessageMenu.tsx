import type { File as StoredFile } from '@attune/contract/features/care/file/file'
import type { Message } from '@attune/contract/features/messages/message/message'
import { messageChangeRefusal } from '@attune/contract/features/messages/message/message.rules'
import { IconCopy, IconDots, IconFile, IconPencil, IconTrash } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { ActionMenuItems, type ActionMenuItem } from '../../../../ui/page/menu/ActionMenu.tsx'
import { PopoverPanel } from '../../../../ui/page/menu/PopoverPanel.tsx'
import { useNow } from '../../../../ui/page/use-now.ts'
import { toast } from '../../../../ui/toast/toast.ts'
import { useFileName } from '../../../care/file/file.ts'
import classes from '../messages.module.css'
import { usePutIntoNotes } from './use-put-into-notes.ts'

const EditMessageDialog = lazyNamed(() => import('./MessageDialogs.tsx'), 'EditMessageDialog')
const DeleteMessageDialog = lazyNamed(() => import('./MessageDialogs.tsx'), 'DeleteMessageDialog')

type Props = {
  message: Message
  t: TFunction<'message'>
  isOpen: boolean
  isReadOnly: boolean
  onView: (file: StoredFile) => void
  onOpen: () => void
  onClose: () => void
}

/**
 * The button and the menu of a message: copy its text, put it into the notes, open its files and, for the sender, edit
 * or delete it. The button is a plain element, because a list has up to 400 of them.
 */
export function MessageMenu({ message, t, isOpen, isReadOnly, onView, onOpen, onClose }: Props) {
  const [asked, setAsked] = useState<'edit' | 'delete' | null>(null)
  const around = useRef<HTMLDivElement>(null)
  usePanelPlace(around, isOpen)
  return (
    <div ref={around} className={classes.menu}>
      <button
        type="button"
        className={classes.menuButton}
        tabIndex={-1}
        aria-label={t('menu.label')}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={isOpen ? onClose : onOpen}
      >
        <IconDots size={16} stroke={1.75} aria-hidden />
      </button>
      {isOpen && (
        <OpenMenu message={message} isReadOnly={isReadOnly} onView={onView} onAsk={setAsked} onClose={onClose} />
      )}
      {asked !== null && (
        <>
          {asked === 'edit' && <EditMessageDialog message={message} onClose={() => setAsked(null)} />}
          {asked === 'delete' && <DeleteMessageDialog message={message} onClose={() => setAsked(null)} />}
        </>
      )}
    </div>
  )
}

/** The number of pixels between the button and the panel, and between the panel and the edge of the screen. */
const panelGap = 6

/**
 * Places the open panel below the button, or above it if there is no room below it, and keeps it there while the list
 * scrolls.
 */
function usePanelPlace(around: RefObject<HTMLDivElement | null>, isOpen: boolean) {
  useLayoutEffect(() => {
    const element = around.current
    const panel = element?.querySelector<HTMLElement>('[data-kind="menu"]')
    if (!isOpen || !element || !panel) return undefined
    const place = () => {
      const button = element.getBoundingClientRect()
      const below = button.bottom + panelGap
      const fits = below + panel.offsetHeight + panelGap <= innerHeight
      const left = Math.min(button.left, innerWidth - panel.offsetWidth - panelGap)
      panel.style.setProperty('--panel-top', `${fits ? below : button.top - panelGap - panel.offsetHeight}px`)
      panel.style.setProperty('--panel-left', `${Math.max(left, panelGap)}px`)
    }
    place()
    document.addEventListener('scroll', place, { capture: true, passive: true })
    addEventListener('resize', place)
    return () => {
      document.removeEventListener('scroll', place, { capture: true })
      removeEventListener('resize', place)
    }
  }, [around, isOpen])
}

function OpenMenu({ onClose, ...options }: ItemOptions & { onClose: () => void }) {
  const { t } = useTranslation('message')
  return (
    <PopoverPanel kind="menu" label={t('menu.label')} onClose={onClose}>
      <ActionMenuItems items={useMenuItems(options)} onDone={onClose} />
    </PopoverPanel>
  )
}

type ItemOptions = Pick<Props, 'message' | 'isReadOnly' | 'onView'> & { onAsk: (what: 'edit' | 'delete') => void }

/** Returns the items of the menu. The sender can change a message for 15 minutes, unless the other participant has already read it. */
function useMenuItems({ message, isReadOnly, onView, onAsk }: ItemOptions): ActionMenuItem[] {
  const { t } = useTranslation('message')
  const fileName = useFileName('message')
  const now = useNow()
  const { text, attachments, may } = message
  const isInTime = messageChangeRefusal(message, isReadOnly, now) === null
  const copy = () =>
    void navigator.clipboard.writeText(text).then(
      () => toast.success(t('menu.copied')),
      () => toast.error(t('menu.notCopied')),
    )
  const intoNotes = usePutIntoNotes(message)
  return [
    ...attachments
      .filter(({ state }) => state === 'ready')
      .map((file) => ({
        label: t('menu.open', { name: fileName(file) }),
        icon: IconFile,
        onClick: () => onView(file),
      })),
    ...(text ? [{ label: t('menu.copy'), icon: IconCopy, onClick: copy }] : []),
    ...intoNotes,
    ...(may.edit && isInTime && text
      ? [{ label: t('menu.edit'), icon: IconPencil, onClick: () => onAsk('edit') }]
      : []),
    ...(may.delete && isInTime
      ? [{ label: t('menu.delete'), icon: IconTrash, danger: true, onClick: () => onAsk('delete') }]
      : []),
  ]
}
