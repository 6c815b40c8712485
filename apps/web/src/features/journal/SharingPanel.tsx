import type { JournalEntryDetail } from '@attune/contract/features/journal'
import { Switch } from '@mantine/core'
import { IconLock, IconShare2 } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, createId, orpc } from '../../platform/api.ts'
import { useMe } from '../../platform/login.ts'
import { StatusBadge } from '../../ui/page/StatusBadge.tsx'
import { PersonAvatar } from '../../ui/page/PersonAvatar.tsx'
import { toast } from '../../ui/toast.ts'
import { useInvalidateJournal } from './use-live-journal.ts'
import { EntryAccessLog } from './EntryAccessLog.tsx'
import classes from './sharing.module.css'

type Person = JournalEntryDetail['shares'][number]['therapist']

/** Who can read an entry and who has opened it. Shown next to the text, on small screens below the text. */
export function SharingPanel({ entry, dirty }: { entry: JournalEntryDetail | null; dirty: boolean }) {
  const { t } = useTranslation('journal')
  return (
    <aside className={classes.side} aria-label={t('share.title')}>
      <h2 className={classes.sideTitle}>{t('share.title')}</h2>
      <SharingSwitches entry={entry} dirty={dirty} />
      {entry && <EntryAccessLog looks={entry.looks} />}
    </aside>
  )
}

/** The people who can read the entry or could be allowed to: the client, and each therapist with a switch. */
export function SharingSwitches({ entry, dirty }: { entry: JournalEntryDetail | null; dirty: boolean }) {
  const { t } = useTranslation('journal')
  const me = useMe()
  const read = useQuery(orpc.journal.therapists.queryOptions({ input: {} }))
  const connected = read.data?.items ?? []
  const others = (entry?.shares ?? []).filter(({ therapist }) => !connected.some(({ id }) => id === therapist.id))
  const people = [...connected, ...others.map(({ therapist }) => therapist)]
  const name = me ? `${me.firstName} ${me.lastName}`.trim() || me.displayName : ''
  return (
    <>
      <ul className={classes.readers}>
        <li className={classes.reader}>
          <PersonAvatar name={name} url={me?.avatarUrl ?? null} size={32} />
          <span className={classes.readerWords}>
            <span>{t('share.you')}</span>
            <span className={classes.dim}>{t('share.always')}</span>
          </span>
        </li>
        {people.map((person) => (
          <Reader key={person.id} person={person} entry={entry} />
        ))}
      </ul>
      <p className={classes.dim}>
        {people.length === 0 && read.data
          ? t('share.nobody')
          : entry === null
            ? t('share.saveFirst')
            : dirty && entry.shares.length > 0
              ? t('share.asSaved')
              : t('share.meaning')}
      </p>
    </>
  )
}

/**
 * A therapist with a switch that shares the entry. The switch shows the saved state; a toast reports a failed change.
 */
function Reader({ person, entry }: { person: Person; entry: JournalEntryDetail | null }) {
  const { t } = useTranslation('journal')
  const cache = useQueryClient()
  const changed = useInvalidateJournal()
  const can = entry?.shares.some(({ therapist }) => therapist.id === person.id) ?? false
  const turn = useMutation({
    mutationFn: (share: boolean) => {
      const id = entry?.id ?? ''
      return share
        ? api.journal.share({ id, therapistIds: [person.id], command: createId() })
        : api.journal.revoke({ id, therapistId: person.id })
    },
    onSuccess: (after) => {
      cache.setQueryData(orpc.journal.get.queryKey({ input: { id: after.id } }), after)
      void changed()
    },
    onError: (_, share) => toast.error(t(share ? 'share.failed' : 'share.revokeFailed', { name: person.name })),
  })
  return (
    <li className={classes.reader}>
      <PersonAvatar name={person.name} url={person.avatarUrl} size={32} />
      <span className={classes.readerWords}>
        <span>{person.name}</span>
        <span role="status">
          {can ? (
            <StatusBadge icon={IconShare2} tone="info">
              {t('share.can')}
            </StatusBadge>
          ) : (
            <StatusBadge icon={IconLock}>{t('share.cannot')}</StatusBadge>
          )}
        </span>
      </span>
      <Switch
        aria-label={t('share.with', { name: person.name })}
        checked={can}
        disabled={entry === null || turn.isPending}
        onChange={(event) => turn.mutate(event.currentTarget.checked)}
      />
    </li>
  )
}
