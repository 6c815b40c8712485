import type { ClientId } from '@attune/contract/common/ids'
import type { GuardianThread } from '@attune/contract/features/people/guardian/guardian.messages'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, orpc } from '../../../../platform/api/api.ts'
import { useViewedSubject } from '../../../../platform/push/use-viewed-subject.ts'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { RowSkeletons } from '../../../../ui/page/loading/ListStates.tsx'
import { Query } from '../../../../ui/page/loading/Query.tsx'
import classes from './GuardianThreadView.module.css'
import { ThreadComposer } from './ThreadComposer.tsx'
import { ThreadMessages } from './ThreadMessages.tsx'
import { useGuardianMessageSubscriptions } from './use-guardian-conversations.ts'
import { olderOf, threadOf, useInvalidateThreads } from './use-thread.ts'

/** A guardian's conversation with the therapist of a client: the messages, and the field for a new one. */
export function GuardianThreadView({ clientId }: { clientId: ClientId }) {
  const { t } = useTranslation('message')
  useGuardianMessageSubscriptions()
  const invalidate = useInvalidateThreads()
  const read = useInfiniteQuery(
    orpc.guardian.messages.infiniteOptions({
      input: (before: number | undefined) => ({
        actingFor: clientId,
        limit: 50,
        ...(before !== undefined && { before }),
      }),
      initialPageParam: undefined as number | undefined,
      getNextPageParam: olderOf,
    }),
  )
  const { latest, items } = threadOf(read.data)
  if (!latest)
    return <Query of={read} pending={<RowSkeletons rows={6} />} failed={t('guardian.failed')} again={t('again')} />
  const name = latest.therapistName
  return (
    <div className={classes.thread}>
      <Viewed thread={latest} />
      <ThreadMessages
        items={items}
        side="guardian"
        name={name}
        readSeq={latest.readSeq}
        older={{ has: read.hasNextPage, isLoading: read.isFetchingNextPage, load: () => void read.fetchNextPage() }}
        markRead={(upTo) => api.guardian.markMessagesRead({ actingFor: clientId, upTo }).then(invalidate)}
      />
      <div className={classes.notice}>
        <Callout kind="info">{t('guardian.urgent')}</Callout>
      </div>
      <ThreadComposer
        draft={`guardian-message-${clientId}`}
        name={name}
        closed={latest.closed && t(`guardian.closed.guardian.${latest.closed}`, { name })}
        send={(message) =>
          api.guardian.sendMessage({ actingFor: clientId, ...message }, { context: { offline: 'fail' } })
        }
        onSent={invalidate}
      />
    </div>
  )
}

function Viewed({ thread }: { thread: GuardianThread }) {
  useViewedSubject('guardian-messages', thread.id)
  return null
}
