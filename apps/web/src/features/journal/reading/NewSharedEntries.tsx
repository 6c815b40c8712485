import { shortName } from '@attune/contract/features/account.rules'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../platform/api.ts'
import { unreadPollSeconds, usePolling } from '../../../platform/use-polling.ts'
import { useLocale } from '../../../platform/use-locale.ts'
import { momentInSentence } from '../../../ui/page/date-text.ts'
import { PersonAvatar } from '../../../ui/page/PersonAvatar.tsx'
import { Section } from '../../../ui/page/Section.tsx'
import { TextLink } from '../../../ui/base/TextLink.tsx'
import { Pending } from '../../../ui/page/RevealTogether.tsx'
import { useSharedEntrySubscriptions } from './use-live-shared-entries.ts'
import classes from './reading.module.css'

const maxShown = 3

/**
 * Lists, on the dashboard, the shared entries that are unread or have changed since the therapist read them. Shows
 * client and time, without the content. Renders nothing if there are none.
 */
export function NewSharedEntries() {
  const { t } = useTranslation('sharedJournal')
  const reader = useLocale()
  useSharedEntrySubscriptions()
  const refetchOptions = { refetchOnMount: 'always', refetchInterval: usePolling(unreadPollSeconds) } as const
  const counts = useQuery({ ...orpc.journal.counts.queryOptions({ input: {} }), ...refetchOptions })
  const count = counts.data?.new ?? 0
  const list = useQuery({
    ...orpc.journal.shared.queryOptions({ input: { newOnly: true, limit: maxShown } }),
    ...refetchOptions,
    enabled: count > 0,
  })
  const entries = count > 0 ? (list.data?.items ?? []) : []
  if (entries.length === 0) return counts.isLoading || list.isLoading ? <Pending /> : null
  return (
    <Section
      title={t('card.title', { count })}
      rows
      action={<TextLink to="/dashboard/therapist/journals">{t('card.open')}</TextLink>}
    >
      <ul className={classes.list}>
        {entries.map(({ id, client, sharedAt, updatedAt }) => {
          const changed = updatedAt > sharedAt
          return (
            <li key={id} className={classes.row}>
              <PersonAvatar
                personId={client.personId}
                name={`${client.firstName} ${client.lastName}`}
                url={client.avatarUrl}
                size={32}
              />
              <div className={classes.words}>
                <Link className={classes.link} to="/dashboard/therapist/journals/$entryId" params={{ entryId: id }}>
                  {shortName(client)}
                </Link>
                <span className={classes.when}>
                  {t(changed ? 'card.changed' : 'card.shared', {
                    when: momentInSentence(changed ? updatedAt : sharedAt, reader),
                  })}
                </span>
              </div>
            </li>
          )
        })}
      </ul>
    </Section>
  )
}
