import type { JournalEntryDetail } from '@attune/contract/features/journal'
import { Button, Checkbox, Stack, Switch } from '@mantine/core'
import { IconLock, IconShare2 } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { api, createId, orpc } from '../../platform/api.ts'
import { useMe } from '../../platform/login.ts'
import { FormError } from '../../ui/base/FormError.tsx'
import { StatusBadge } from '../../ui/page/StatusBadge.tsx'
import { PersonAvatar } from '../../ui/page/PersonAvatar.tsx'
import { toast } from '../../ui/toast.ts'
import { useInvalidateJournal } from './use-live-journal.ts'
import { EntryAccessLog } from './EntryAccessLog.tsx'
import classes from './sharing.module.css'

type Person = JournalEntryDetail['shares'][number]['therapist']

/**
 * Shows and changes who can read an entry, and shows who has opened the entry. On small screens the panel is below the
 * text.
 */
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

/**
 * Lists the people who can read an entry: the client, and each therapist with access, with a switch to end the access.
 * Also lists each other connected therapist, with a checkbox to give access.
 */
export function SharingSwitches({ entry, dirty }: { entry: JournalEntryDetail | null; dirty: boolean }) {
  const { t } = useTranslation('journal')
  const me = useMe()
  const read = useQuery(orpc.journal.therapists.queryOptions({ input: {} }))
  const connected = read.data?.items ?? []
  const others = (entry?.shares ?? []).filter(({ therapist }) => !connected.some(({ id }) => id === therapist.id))
  const people = [...connected, ...others.map(({ therapist }) => therapist)]
  const sharing = useSharing(entry, people)
  const name = me ? `${me.firstName} ${me.lastName}`.trim() || me.displayName : ''
  return (
    <>
      <ul className={classes.readers}>
        <li className={classes.reader}>
          <PersonAvatar personId={me?.id ?? ''} name={name} url={me?.avatarUrl ?? null} size={32} />
          <span className={classes.readerWords}>
            <span>{t('share.you')}</span>
            <span className={classes.dim}>{t('share.always')}</span>
          </span>
        </li>
        {people.map((person) =>
          hasAccess(entry, person) ? (
            <Reader key={person.id} person={person} entry={entry} />
          ) : (
            <PossibleReader key={person.id} person={person} disabled={entry === null} {...sharing.choiceOf(person)} />
          ),
        )}
      </ul>
      {entry && people.some((person) => !hasAccess(entry, person)) && (
        <Stack gap="xs">
          <Button variant="light" loading={sharing.isPending} onClick={sharing.share}>
            {t('share.submit')}
          </Button>
          <FormError>{sharing.nobodyChosen ? t('share.noneChosen') : null}</FormError>
        </Stack>
      )}
      <p className={classes.dim}>
        {people.length === 0 && read.data
          ? t('share.noTherapist')
          : entry === null
            ? t('share.saveFirst')
            : dirty && entry.shares.length > 0
              ? t('share.asSaved')
              : t('share.meaning')}
      </p>
    </>
  )
}

const hasAccess = (entry: JournalEntryDetail | null, person: Person) =>
  entry?.shares.some(({ therapist }) => therapist.id === person.id) ?? false

/**
 * Stores which therapists the client has chosen. `share` shares the entry with them. If the client has only one
 * therapist, this therapist is chosen initially.
 */
function useSharing(entry: JournalEntryDetail | null, people: Person[]) {
  const { t } = useTranslation('journal')
  const save = useSaveSharing()
  const [chosen, setChosen] = useState<Record<string, boolean>>({})
  const [tried, setTried] = useState(false)
  const isChosen = (person: Person) => chosen[person.id] ?? people.length === 1
  const wanted = people.filter((person) => !hasAccess(entry, person) && isChosen(person))
  const share = useMutation({
    mutationFn: ({ id, to }: { id: string; to: Person[] }) =>
      api.journal.share({ id, therapistIds: to.map((person) => person.id), command: createId() }),
    onSuccess: save,
    onError: (_, { to }) => toast.error(t('share.failed', { name: to.map(({ name }) => name).join(', ') })),
  })
  return {
    isPending: share.isPending,
    nobodyChosen: tried && wanted.length === 0,
    choiceOf: (person: Person) => ({
      chosen: isChosen(person),
      onChoose: (choice: boolean) => setChosen({ ...chosen, [person.id]: choice }),
    }),
    share: () => {
      setTried(wanted.length === 0)
      if (entry && wanted.length > 0) share.mutate({ id: entry.id, to: wanted })
    },
  }
}

/** Returns a function that caches the entry after a change of its sharing, and refetches the journal. */
function useSaveSharing() {
  const cache = useQueryClient()
  const changed = useInvalidateJournal()
  return (after: JournalEntryDetail) => {
    cache.setQueryData(orpc.journal.get.queryKey({ input: { id: after.id } }), after)
    void changed()
  }
}

type PossibleReaderProps = { person: Person; disabled: boolean; chosen: boolean; onChoose: (chosen: boolean) => void }

/** Shows a therapist who cannot read the entry, with a checkbox that chooses the therapist for sharing. */
function PossibleReader({ person, disabled, chosen, onChoose }: PossibleReaderProps) {
  const { t } = useTranslation('journal')
  return (
    <ReaderRow person={person} badge={<StatusBadge icon={IconLock}>{t('share.cannot')}</StatusBadge>}>
      <Checkbox
        aria-label={t('share.choose', { name: person.name })}
        checked={chosen && !disabled}
        disabled={disabled}
        onChange={(event) => onChoose(event.currentTarget.checked)}
      />
    </ReaderRow>
  )
}

/** Shows a therapist who can read the entry, with a switch that ends the sharing. */
function Reader({ person, entry }: { person: Person; entry: JournalEntryDetail | null }) {
  const { t } = useTranslation('journal')
  const save = useSaveSharing()
  const revoke = useMutation({
    mutationFn: () => api.journal.revoke({ id: entry?.id ?? '', therapistId: person.id }),
    onSuccess: save,
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
      <span className={classes.readerWords}>
        <span>{person.name}</span>
        <span role="status">{badge}</span>
      </span>
      {children}
    </li>
  )
}
