import type { QuickReplyId } from '@attune/contract/common/ids'
import { useEffect, useRef, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { TextLink } from '../../../ui/base/TextLink.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { RowSkeletons } from '../../../ui/page/loading/ListStates.tsx'
import classes from './message-settings.module.css'
import { useMessageSettings } from './use-message-settings.ts'
import { Query } from '../../../ui/page/loading/Query.tsx'

type Props = { onPick: (text: string) => void; onClose: () => void }

/** Lists the therapist's quick replies so that one can be chosen. */
export function QuickRepliesDialog({ onPick, onClose }: Props) {
  const { t } = useTranslation('messageSettings')
  const read = useMessageSettings()
  const items = read.data?.quickReplies.items
  const pick = (text: string) => {
    onClose()
    onPick(text)
  }
  return (
    <Dialog title={t('replies.title')} onClose={onClose} size={460}>
      <Query of={read} pending={<RowSkeletons rows={3} />} failed={t('loadFailed')} again={t('again')} />
      {items?.length === 0 && <p>{t('replies.none')}</p>}
      {items && items.length > 0 && <QuickReplyMenu items={items} onPick={pick} />}
      {read.data && (
        <p>
          <TextLink
            to="/dashboard/$userType/settings/$subject"
            params={{ userType: 'therapist', subject: 'quick-replies' }}
          >
            {t('replies.manage')}
          </TextLink>
        </p>
      )}
    </Dialog>
  )
}

type MenuProps = { items: readonly { id: QuickReplyId; text: string }[]; onPick: (text: string) => void }

/** The quick replies as a menu. The first one gets the focus, the arrow keys move it, and Enter chooses one. */
function QuickReplyMenu({ items, onPick }: MenuProps) {
  const { t } = useTranslation('messageSettings')
  const list = useRef<HTMLDivElement>(null)
  // The replies may load after the dialog took the focus.
  useEffect(() => list.current?.querySelector('button')?.focus(), [])
  const move = (event: KeyboardEvent) => {
    const all = [...(list.current?.querySelectorAll('button') ?? [])]
    const at = all.indexOf(document.activeElement as HTMLButtonElement)
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key]
    if (next === undefined) return
    event.preventDefault()
    all.at(next % all.length)?.focus()
  }
  return (
    <div
      ref={list}
      role="menu"
      className={classes.choices}
      aria-label={t('replies.title')}
      tabIndex={-1}
      onKeyDown={move}
    >
      {items.map(({ id, text }, place) => (
        <button
          key={id}
          type="button"
          role="menuitem"
          className={classes.choice}
          data-autofocus={place === 0 || undefined}
          onClick={() => onPick(text)}
        >
          {text}
        </button>
      ))}
    </div>
  )
}
