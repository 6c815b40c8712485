import type { JournalEntryId } from '@attune/contract/common/ids'
import type { SharedEntry } from '@attune/contract/features/care/journal/journal'
import { Button, Skeleton, VisuallyHidden } from '@mantine/core'
import { IconMailOpened } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { api, orpc } from '../../../../platform/api/api.ts'
import { errorCode } from '../../../../platform/api/errors.ts'
import { unreadPollSeconds, usePolling } from '../../../../platform/realtime/use-polling.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { useSubscription } from '../../../../platform/realtime/use-subscription.ts'
import { momentInSentence } from '../../../../ui/page/date-text.ts'
import { PageColumns, PageHeader } from '../../../../ui/page/PageHeader.tsx'
import { PersonAvatar } from '../../../../ui/page/row/PersonAvatar.tsx'
import { Card } from '../../../../ui/page/Section.tsx'
import { toast } from '../../../../ui/toast/toast.ts'
import { RowSkeletons } from '../../../../ui/page/loading/ListStates.tsx'
import { Query } from '../../../../ui/page/loading/Query.tsx'
import { SharedEntryText } from './SharedEntryText.tsx'
import classes from './reading.module.css'

// The code for comments and replies loads separately, because the text must be visible first.
const EntryComments = lazyNamed(
  () => import('./EntryComments.tsx'),
  'EntryComments',
  <Skeleton height={250} radius={14} />,
)
const ReplyToEntry = lazyNamed(
  () => import('./ReplyToEntry.tsx'),
  'ReplyToEntry',
  <Skeleton height={230} radius={14} />,
)

const revokedCodes = ['NOT_FOUND', 'BAD_REQUEST']

/** Shows a shared entry. Loading the entry marks it as read. */
export function SharedEntryDetails({ id, onRevoked }: { id: JournalEntryId; onRevoked: () => void }) {
  const { t } = useTranslation('sharedJournal')
  const mark = useMarkUnread(id)
  const { read, revoked } = useSharedEntry(id, onRevoked, mark.isPending || mark.isSuccess)
  if (read.isPending || revoked) return <EntrySkeleton />
  if (!read.data)
    return (
      <Card>
        <VisuallyHidden component="h1">{t('entry')}</VisuallyHidden>
        <Query of={read} failed={t('readFailed')} again={t('again')} />
      </Card>
    )
  return (
    <>
      <SharedEntryHead entry={read.data} mark={mark} />
      <PageColumns
        main={
          <>
            <SharedEntryText entry={read.data} />
            <ReplyToEntry entry={read.data} onRevoked={onRevoked} />
          </>
        }
        side={<EntryComments entry={read.data} onRevoked={onRevoked} />}
      />
    </>
  )
}

/**
 * Loads the entry. Refetches it regularly, and when the entry, a comment or a reply changes, until `closing` is true.
 * Calls `onRevoked` when the entry is no longer shared.
 */
function useSharedEntry(id: JournalEntryId, onRevoked: () => void, closing: boolean) {
  // The entry is not cached, because its content must not remain in memory after the therapist leaves this page.
  const read = useQuery({
    ...orpc.journal.read.queryOptions({ input: { id } }),
    enabled: !closing,
    gcTime: 0,
    refetchOnMount: 'always',
    refetchInterval: usePolling(unreadPollSeconds),
  })
  const refetchIfAffected = (changes: { keys: Record<string, unknown> }[]) => {
    if (closing) return
    if (changes.length === 0 || changes.some(({ keys }) => keys['entry_id'] === id)) void read.refetch()
  }
  useSubscription('journal_publications', refetchIfAffected)
  useSubscription('journal_replies', refetchIfAffected)
  useSubscription('journal_comments', refetchIfAffected)
  const revoked = read.isError && revokedCodes.includes(errorCode(read.error))
  const notifyRevoked = useEffectEvent(onRevoked)
  useEffect(() => {
    if (revoked) notifyRevoked()
  }, [revoked])
  return { read, revoked }
}

type MarkUnread = ReturnType<typeof useMarkUnread>

function SharedEntryHead({ entry: { client, sharedAt }, mark }: { entry: SharedEntry; mark: MarkUnread }) {
  const { t } = useTranslation('sharedJournal')
  const locale = useLocale()
  const name = `${client.firstName} ${client.lastName}`
  return (
    <PageHeader
      title={t('entryBy', { name })}
      avatar={<PersonAvatar personId={client.personId} name={name} url={client.avatarUrl} size={56} />}
      facts={
        <>
          {t('sharedSince', { name: client.firstName, when: momentInSentence(sharedAt, locale) })}{' '}
          <Link
            className={classes.away}
            to="/dashboard/therapist/clients/$clientId/client-profile"
            params={{ clientId: client.id }}
            search={{ tab: 'journal' }}
          >
            {t('allOf', { name: client.firstName })}
          </Link>
        </>
      }
      actions={<UnreadButton mark={mark} />}
    />
  )
}

/**
 * Returns a mutation that marks the entry as unread and returns to the list, because refetching the entry would mark it as read again. For the
 * same reason, the mutation first waits for a running request to end.
 */
function useMarkUnread(id: JournalEntryId) {
  const { t } = useTranslation('sharedJournal')
  const cache = useQueryClient()
  const navigate = useNavigate()
  const { queryKey } = orpc.journal.read.queryOptions({ input: { id } })
  return useMutation({
    mutationFn: async () => {
      const running = cache.getQueryCache().find({ queryKey })?.promise
      await running?.catch(() => {})
      await api.journal.markUnread({ id })
    },
    onSuccess: () => {
      void cache.invalidateQueries({ queryKey: orpc.journal.counts.key() })
      void navigate({ to: '/dashboard/therapist/journals' })
    },
    onError: () => toast.error(t('unread.failed')),
  })
}

function UnreadButton({ mark }: { mark: MarkUnread }) {
  const { t } = useTranslation('sharedJournal')
  return (
    <Button
      variant="default"
      leftSection={<IconMailOpened size={18} stroke={1.6} aria-hidden />}
      loading={mark.isPending}
      onClick={() => mark.mutate()}
    >
      {t('unread.mark')}
    </Button>
  )
}

function EntrySkeleton() {
  const { t } = useTranslation('sharedJournal')
  return (
    <>
      <VisuallyHidden component="h1">{t('entry')}</VisuallyHidden>
      <Skeleton height={34} width={280} mb={10} />
      <Skeleton height={16} width={240} mb={28} />
      <PageColumns
        main={
          <Card>
            <RowSkeletons rows={6} avatar={false} />
          </Card>
        }
        side={
          <Card>
            <RowSkeletons rows={2} avatar={false} />
          </Card>
        }
      />
    </>
  )
}
