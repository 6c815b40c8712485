import type { JournalEntryDetail } from '@attune/contract/features/care/journal/journal'
import { Button, Checkbox, Stack, Switch } from '@mantine/core'
import { IconLock, IconShare2 } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { api, createId, orpc } from '../../../../platform/api/api.ts'
import { useMe } from '../../../../platform/login/login.ts'
import { FormError } from '../../../../ui/base/FormError.tsx'
import { StatusBadge } from '../../../../ui/page/status/StatusBadge.tsx'
import { PersonAvatar } from '../../../../ui/page/row/PersonAvatar.tsx'
import { toast } from '../../../../ui/toast/toast.ts'
import { EntryAccessLog } from './EntryAccessLog.tsx'
import { PublishedVersion } from './PublishedVersion.tsx'
import classes from './sharing.module.css'
import type { SaveResult } from '../entry/use-saved-entry.ts'
import { useCacheEntry } from '../use-live-journal.ts'

type Person = JournalEntryDetail['shares'][number]['therapist']

export type SharingProps = {
  /** Null if the server does not have the entry yet. */
  entry: JournalEntryDetail | null
  /** Whether the editor has text that is not saved. */
  dirty: boolean
  /** Saves the text of the editor, so that an entry can be shared at any moment. */
  onSave: () => Promise<SaveResult>
}

/** Shows who can read and who has opened an entry, and changes its readers. Smaller screens use the dialog. */
export function SharingPanel({ entry, dirty, onSave }: SharingProps) {
  const { t } = useTranslation('journal')
  return (
    <aside className={classes.side} aria-label={t('share.title')}>
      <h2 className={classes.sideTitle}>{t('share.title')}</h2>
      <SharingSwitches entry={entry} dirty={dirty} onSave={onSave} />
      {entry && <EntryAccessLog looks={entry.looks} />}
    </aside>
  )
}

/**
 * Lists the people who can read an entry: the client, and each therapist with access, with a switch to end the access.
 * Also lists each other connected therapist, with a checkbox to give access.
 */
export function SharingSwitches({ entry, dirty, onSave }: SharingProps) {
  const { t } = useTranslation('journal')
  const me = useMe()
  const read = useQuery(orpc.journal.therapists.queryOptions({ input: {} }))
  const connected = read.data?.items ?? []
  const others = (entry?.shares ?? []).filter(({ therapist }) => !connected.some(({ id }) => id === therapist.id))
  const people = [...connected, ...others.map(({ therapist }) => therapist)]
  const sharing = useSharing(entry, people, onSave)
  const name = me ? `${me.firstName} ${me.lastName}`.trim() || me.displayName : ''
  return (
    <>
      <ul className={classes.readers}>
        <li className={classes.reader}>
          <PersonAvatar personId={me?.id ?? ''} name={name} url={me?.avatarUrl ?? null} size={32} />
          <span className={classes.readerText}>
            <span>{t('share.you')}</span>
            <span className={classes.dim}>{t('share.always')}</span>
          </span>
        </li>
        {people.map((person) =>
          hasAccess(entry, person) ? (
            <Reader key={person.id} person={person} entry={entry} />
          ) : (
            <PossibleReader key={person.id} person={person} {...sharing.choiceOf(person)} />
          ),
        )}
      </ul>
      {people.some((person) => !hasAccess(entry, person)) && (
        <Stack gap="xs">
          <Button variant="light" loading={sharing.isPending} onClick={sharing.share}>
            {t('share.submit')}
          </Button>
          <FormError>{sharing.problem && t(sharing.problem)}</FormError>
        </Stack>
      )}
      {entry && <PublishedVersion entry={entry} dirty={dirty} onSave={onSave} />}
      <p className={classes.dim}>{people.length === 0 && read.data ? t('share.noTherapist') : t('share.meaning')}</p>
    </>
  )
}

const hasAccess = (entry: JournalEntryDetail | null, person: Person) =>
  entry?.shares.some(({ therapist }) => therapist.id === person.id) ?? false

/** Stores the therapists whom the client has chosen for sharing, initially none. `share` saves the text and shares the entry with them. */
function useSharing(entry: JournalEntryDetail | null, people: Person[], onSave: SharingProps['onSave']) {
  const { t } = useTranslation('journal')
  const cacheEntry = useCacheEntry()
  const [problem, setProblem] = useState<'share.noneChosen' | 'share.offline' | null>(null)
  const [chosen, setChosen] = useState<Record<string, boolean>>({})
  const isChosen = (person: Person) => chosen[person.id] ?? false
  const wanted = people.filter((person) => !hasAccess(entry, person) && isChosen(person))
  const share = useMutation({
    mutationFn: async ({ to }: { to: Person[] }) => {
      const saved = await onSave()
      // The editor shows the reason if the text was not saved.
      if (saved === null) return
      if (saved === 'kept') return setProblem('share.offline')
      cacheEntry(
        await api.journal.share({ id: saved.id, therapistIds: to.map((person) => person.id), command: createId() }),
      )
    },
    onError: (_, { to }) => toast.error(t('share.failed', { name: to.map(({ name }) => name).join(', ') })),
  })
  return {
    isPending: share.isPending,
    problem,
    choiceOf: (person: Person) => ({
      chosen: isChosen(person),
      onChoose: (choice: boolean) => {
        setProblem(null)
        setChosen({ ...chosen, [person.id]: choice })
      },
    }),
    share: () => {
      setProblem(wanted.length === 0 ? 'share.noneChosen' : null)
      if (wanted.length > 0) share.mutate({ to: wanted })
    },
  }
}

type PossibleReaderProps = { person: Person; chosen: boolean; onChoose: (chosen: boolean) => void }

/** Shows a therapist who cannot read the entry, with a checkbox that chooses the therapist for sharing. */
function PossibleReader({ person, chosen, onChoose }: PossibleReaderProps) {
  const { t } = useTranslation('journal')
  return (
    <ReaderRow
      person={person}
      badge={<StatusBadge icon={IconLock}>{t(chosen ? 'share.notYet' : 'share.cannot')}</StatusBadge>}
    >
      <Checkbox
        aria-label={t('share.choose', { name: person.name })}
        checked={chosen}
        onChange={(event) => onChoose(event.currentTarget.checked)}
      />
    </ReaderRow>
  )
}

/** Shows a therapist who can read the entry, with a switch that ends the sharing. */
function Reader({ person, entry }: { person: Person; entry: JournalEntryDetail | null }) {
  const { t } = useTranslation('journal')
  const cacheEntry = useCacheEntry()
  const revoke = useMutation({
    mutationFn: () => api.journal.revoke({ id: entry?.id ?? '', therapistId: person.id }),
    onSuccess: cacheEntry,
    onError: () => toast.error(t('share.revokeFailed', { name: person.name })),
  })
  return (
    <ReaderRow
      person={person}
      badge={
        <StatusBadge icon={IconShare2} tone="info">
          {t('share.can')}
        </StatusBadge>
      }
    >
      <Switch
        aria-label={t('share.with', { name: person.name })}
        checked
        disabled={revoke.isPending}
        onChange={() => revoke.mutate()}
      />
    </ReaderRow>
  )
}

function ReaderRow({ person, badge, children }: { person: Person; badge: ReactNode; children: ReactNode }) {
  return (
    <li className={classes.reader}>
      <PersonAvatar personId={person.id} name={person.name} url={person.avatarUrl} size={32} />
      <span className={classes.readerText}>
        <span>{person.name}</span>
        <span role="status">{badge}</span>
      </span>
      {children}
    </li>
  )
}
