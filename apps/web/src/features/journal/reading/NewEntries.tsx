import { shortName } from '@attune/contract/features/account'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { query } from '../../../platform/api.ts'
import { unreadSeconds, usePolling } from '../../../platform/polling.ts'
import { useReader } from '../../../platform/reader.ts'
import { momentWithin } from '../../../ui/moment.ts'
import { PersonAvatar } from '../../../ui/PersonAvatar.tsx'
import { Section } from '../../../ui/Section.tsx'
import { TextLink } from '../../../ui/TextLink.tsx'
import { StillToCome } from '../../../ui/Together.tsx'
import { useLiveShared } from './live.ts'
import classes from './reading.module.css'

const maxShown = 3

/** New shared entries on the dashboard, by client and time, without their content. Nothing if all are read. */
export function NewEntries() {
  const { t } = useTranslation('sharedJournal')
  const reader = useReader()
  useLiveShared()
  const refetchOptions = { refetchOnMount: 'always', refetchInterval: usePolling(unreadSeconds) } as const
  const counts = useQuery({ ...query.journal.counts.queryOptions({ input: {} }), ...refetchOptions })
  const count = counts.data?.new ?? 0
  const list = useQuery({
    ...query.journal.shared.queryOptions({ input: { newOnly: true, limit: maxShown } }),
    ...refetchOptions,
    enabled: count > 0,
  })
  const entries = count > 0 ? (list.data?.items ?? []) : []
  if (entries.length === 0) return counts.isLoading || list.isLoading ? <StillToCome /> : null
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
              <PersonAvatar name={`${client.firstName} ${client.lastName}`} url={client.avatarUrl} size={32} />
              <div className={classes.words}>
                <Link className={classes.link} to="/dashboard/therapist/journals/$entryId" params={{ entryId: id }}>
                  {shortName(client)}
                </Link>
                <span className={classes.when}>
                  {t(changed ? 'card.changed' : 'card.shared', {
                    when: momentWithin(changed ? updatedAt : sharedAt, reader),
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
