import type { SharedEntry } from '@attune/contract/features/care/journal/journal'
import { IconShare2 } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, orpc } from '../../../../platform/api/api.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { StatusBadge } from '../../../../ui/page/status/StatusBadge.tsx'
import { momentInSentence } from '../../../../ui/page/date-text.ts'
import { Section } from '../../../../ui/page/Section.tsx'
import classes from './reading.module.css'
import { EntryFeedbackForm } from './FeedbackForm.tsx'

/** Lists the therapist's replies, which the client sees below the entry, with a form to add one. */
export function ReplyToEntry({ entry, onRevoked }: { entry: SharedEntry; onRevoked: () => void }) {
  const { t } = useTranslation('sharedJournal')
  const locale = useLocale()
  const cache = useQueryClient()
  const name = entry.client.firstName
  const { queryKey } = orpc.journal.read.queryOptions({ input: { id: entry.id } })
  return (
    <Section
      title={t('reply.title', { name })}
      hint={<StatusBadge icon={IconShare2}>{t('reply.sees', { name })}</StatusBadge>}
    >
      {entry.replies.length > 0 && (
        <ul className={classes.remarks}>
          {entry.replies.map(({ id, text, at }) => (
            <li key={id} className={classes.remark}>
              <div className={classes.remarkHead}>
                <time dateTime={at}>{t('reply.sent', { when: momentInSentence(at, locale) })}</time>
              </div>
              <p className={classes.said}>{text}</p>
            </li>
          ))}
        </ul>
      )}
      <EntryFeedbackForm
        kind="reply"
        entryId={entry.id}
        readers={t('reply.hint', { name })}
        onRevoked={onRevoked}
        send={async (remark, options) => {
          const fresh = await api.journal.reply(remark, options)
          cache.setQueryData(
            queryKey,
            (read) => read && { ...read, replies: [...read.replies.filter(({ id }) => id !== fresh.id), fresh] },
          )
        }}
      />
    </Section>
  )
}
