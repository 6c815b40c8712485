import type { ClientId } from '@attune/contract/common/ids'
import type { FoundMessage } from '@attune/contract/features/messages/message/message'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { NextPageButton } from '../../../../ui/list/NextPageButton.tsx'
import { LoadingOrLate, RowSkeletons } from '../../../../ui/page/loading/ListStates.tsx'
import rowLink from '../../../../ui/page/row/RowLink.module.css'
import { useNow } from '../../../../ui/page/use-now.ts'
import { listTimeText } from './text.ts'
import classes from './conversation-list.module.css'
import { useFoundMessages } from './use-conversations.ts'
import { Query } from '../../../../ui/page/loading/Query.tsx'

type Props = { search: string; side: 'therapist' | 'client'; conversationId?: ClientId; onOpen?: () => void }

/** Lists the messages that a search finds, latest first. A click opens the conversation at the message. */
export function FoundMessages({ search, side, conversationId, onOpen }: Props) {
  const { t } = useTranslation('message')
  const read = useFoundMessages(search, conversationId)
  const found = read.data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <section aria-label={t('search.results')}>
      <h2 className={classes.group}>{t('search.results')}</h2>

      <Query of={read} pending={<Searching key={search} />} failed={t('search.failed')} again={t('again')} />
      {read.isPlaceholderData && <Searching key={search} showsRows={found.length === 0} />}
      {read.isSuccess && !read.isPlaceholderData && found.length === 0 && (
        <p role="status" className={classes.dim}>
          {t('search.none')}
        </p>
      )}
      {found.length > 0 && (
        <ul className={classes.rows}>
          {found.map((message) => (
            <FoundRow key={message.id} message={message} side={side} onOpen={onOpen} />
          ))}
        </ul>
      )}
      <NextPageButton of={read}>{t('more')}</NextPageButton>
    </section>
  )
}

/**
 * Shows skeletons while a search runs, and a message if the search takes long. Without `showsRows`, shows no skeletons, because the page still shows
 * the results of the previous search.
 */
function Searching({ showsRows = true }: { showsRows?: boolean }) {
  const { t } = useTranslation('message')
  const cache = useQueryClient()
  const again = () => void cache.resetQueries({ queryKey: orpc.message.search.key(), type: 'active' })
  return (
    <LoadingOrLate text={t('search.late')} again={t('again')} onAgain={again}>
      {showsRows && <RowSkeletons rows={3} avatar={false} />}
    </LoadingOrLate>
  )
}

type RowProps = { message: FoundMessage; side: Props['side']; onOpen: (() => void) | undefined }

function FoundRow({ message: { conversationId, seq, by, personName, text, createdAt }, side, onOpen }: RowProps) {
  const { t } = useTranslation('message')
  const locale = useLocale()
  const now = useNow()
  return (
    <li className={classes.row}>
      <div className={classes.rowTexts}>
        <div className={classes.rowLine}>
          <Link
            to="/dashboard/$userType/messages"
            params={{ userType: side }}
            search={{ conversation: conversationId, around: seq }}
            className={`${rowLink.whole} ${classes.rowName}`}
            onClick={onOpen}
          >
            {personName}
          </Link>
          <time className={classes.rowTime} dateTime={createdAt}>
            {listTimeText(createdAt, locale, now)}
          </time>
        </div>
        <span className={classes.rowText}>{by === side ? t('you', { text }) : text}</span>
      </div>
    </li>
  )
}
