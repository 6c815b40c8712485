import type { AssistantConversationSummary } from '@attune/contract/features/assistant/assistant/assistant'
import { IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { ButtonLink } from '../../../../ui/base/ButtonLink.tsx'
import { NextPageButton } from '../../../../ui/list/NextPageButton.tsx'
import { momentText } from '../../../../ui/page/date-text.ts'
import { Query } from '../../../../ui/page/loading/Query.tsx'
import { RowSkeletons } from '../../../../ui/page/loading/ListStates.tsx'
import rowLink from '../../../../ui/page/row/RowLink.module.css'
import classes from './chat.module.css'
import { useChats } from './use-chats.ts'

/** Lists the earlier conversations, most recently used first, with a button that starts a new one. */
export function ChatList({ open }: { open: string | undefined }) {
  const { t } = useTranslation('assistantChat')
  const { read, chats } = useChats()
  return (
    <section className={classes.list} aria-label={t('list')}>
      <div className={classes.listHead}>
        <h1 className={classes.listTitle}>{t('title')}</h1>
        <ButtonLink
          variant="light"
          size="sm"
          leftSection={<IconPlus size={16} aria-hidden />}
          to="/dashboard/therapist/assistant"
          search={{ new: true }}
        >
          {t('new')}
        </ButtonLink>
      </div>
      <div className={classes.listScroll}>
        <Query
          of={read}
          pending={<RowSkeletons rows={6} avatar={false} />}
          failed={t('listFailed')}
          again={t('again')}
        />
        {read.isSuccess && chats.length === 0 && <p className={classes.quiet}>{t('empty')}</p>}
        {chats.length > 0 && (
          <ul className={classes.rows}>
            {chats.map((chat) => (
              <ChatRow key={chat.id} chat={chat} isOpen={chat.id === open} />
            ))}
          </ul>
        )}
        <NextPageButton of={read}>{t('more')}</NextPageButton>
      </div>
    </section>
  )
}

type RowProps = { chat: AssistantConversationSummary; isOpen: boolean }

function ChatRow({ chat: { id, question, client, questions, lastAt }, isOpen }: RowProps) {
  const { t } = useTranslation('assistantChat')
  const locale = useLocale()
  return (
    <li className={classes.row} data-open={isOpen || undefined}>
      <Link
        to="/dashboard/therapist/assistant"
        search={{ conversation: id }}
        className={`${rowLink.whole} ${classes.rowName}`}
        aria-current={isOpen ? 'true' : undefined}
      >
        {question}
      </Link>
      <span className={classes.quiet}>
        {[client?.name ?? t('general'), t('questions', { count: questions }), momentText(lastAt, locale)].join(' · ')}
      </span>
    </li>
  )
}
