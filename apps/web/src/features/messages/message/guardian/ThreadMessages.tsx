import type { GuardianMessage } from '@attune/contract/features/people/guardian/guardian.messages'
import { Button, VisuallyHidden } from '@mantine/core'
import { Fragment, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { dayLabelText, localDay, timeText } from '../../../../ui/page/date-text.ts'
import { useNow } from '../../../../ui/page/use-now.ts'
import { useMessageScroll } from '../conversation/use-message-scroll.ts'
import { useMarkShownRead } from '../conversation/use-mark-messages-read.ts'
import { MessageStatusMark } from '../item/MessageStatusMark.tsx'
import classes from '../messages.module.css'

type Props = {
  items: readonly GuardianMessage[]
  side: GuardianMessage['by']
  /** The name of the other person. */
  name: string
  readSeq: number
  older: { has: boolean; isLoading: boolean; load: () => void }
  markRead: (upTo: number) => Promise<unknown>
}

/** The box has no buttons, so it takes the focus itself to be scrolled by keys. */
const scrolledByKeys = { role: 'group', tabIndex: 0 }

/** The messages of a conversation with a guardian by day. The list opens at its end and follows new messages there. */
export function ThreadMessages({ items, side, name, readSeq, older, markRead }: Props) {
  const { t } = useTranslation('message')
  const unread = items.filter(({ by, seq }) => by !== side && seq > readSeq).length
  const onShown = useMarkShownRead({ unread, readSeq }, true, markRead)
  const { box, onScroll } = useMessageScroll({
    messages: items,
    waiting: 0,
    around: undefined,
    newAfter: null,
    hasNewer: false,
    loadOlder: nothing,
    loadNewer: nothing,
    onShown,
  })
  return (
    <div
      ref={box}
      className={classes.messages}
      onScroll={onScroll}
      {...scrolledByKeys}
      aria-label={t('messagesOf', { name })}
    >
      {older.has && (
        <div className={classes.dim}>
          <Button variant="light" size="compact-md" loading={older.isLoading} onClick={older.load}>
            {t('guardian.older')}
          </Button>
        </div>
      )}
      {items.length === 0 && <p className={classes.dim}>{t('noMessages')}</p>}
      <ol className={classes.bubbles}>
        <Days items={items} side={side} name={name} />
      </ol>
      <Announcement items={items} side={side} name={name} />
    </div>
  )
}

const nothing = () => {}

function Days({ items, side, name }: Pick<Props, 'items' | 'side' | 'name'>) {
  const { t } = useTranslation('message')
  const locale = useLocale()
  const now = useNow()
  return items.map(({ id, seq, by, text, createdAt, isRead }, place) => {
    const day = localDay(createdAt, locale)
    const before = items[place - 1]
    const isNewDay = !before || localDay(before.createdAt, locale) !== day
    const isOwn = by === side
    return (
      <Fragment key={id}>
        {isNewDay && (
          <li className={classes.day}>
            <time dateTime={day}>{dayLabelText(day, locale, now, 'long')}</time>
          </li>
        )}
        <li className={classes.message} data-seq={seq} data-own={isOwn || undefined}>
          <div className={classes.bubble}>
            <span className={classes.hidden}>{isOwn ? t('fromYou') : t('from', { name })}</span>
            <p dir="auto">{text}</p>
          </div>
          <div className={classes.meta}>
            <time dateTime={createdAt}>{timeText(createdAt, locale)}</time>
            {isOwn && <MessageStatusMark status={isRead ? 'read' : 'sent'} t={t} />}
          </div>
        </li>
      </Fragment>
    )
  })
}

/** Announces new messages of the other side to screen readers. The list itself is never a live region. */
function Announcement({ items, side, name }: Pick<Props, 'items' | 'side' | 'name'>) {
  const { t } = useTranslation('message')
  const last = items.at(-1)
  const [first] = useState(last?.seq ?? 0)
  return (
    <VisuallyHidden role="status">
      {last && last.seq > first && last.by !== side && <span key={last.seq}>{t('announce', { name })}</span>}
    </VisuallyHidden>
  )
}
