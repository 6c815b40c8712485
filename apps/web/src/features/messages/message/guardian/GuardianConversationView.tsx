import type { GuardianConversationId } from '@attune/contract/common/ids'
import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconUser } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, orpc } from '../../../../platform/api/api.ts'
import { errorCode } from '../../../../platform/api/errors.ts'
import { useViewedSubject } from '../../../../platform/push/use-viewed-subject.ts'
import { ButtonLink } from '../../../../ui/base/ButtonLink.tsx'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { RowSkeletons } from '../../../../ui/page/loading/ListStates.tsx'
import { Query } from '../../../../ui/page/loading/Query.tsx'
import { PersonAvatar } from '../../../../ui/page/row/PersonAvatar.tsx'
import classes from '../messages.module.css'
import { ThreadComposer } from './ThreadComposer.tsx'
import { ThreadMessages } from './ThreadMessages.tsx'
import { useGuardianOf } from './use-guardian-of.ts'
import { olderOf, threadOf, useInvalidateThreads } from './use-thread.ts'

type Props = { id: GuardianConversationId; onClose: () => void }

/**
 * The therapist's open conversation with a guardian: the name of the client for whom the guardian acts, the messages, and the field for a new one.
 */
export function GuardianConversationView({ id, onClose }: Props) {
  const { t } = useTranslation('message')
  useViewedSubject('guardian-messages', id)
  const invalidate = useInvalidateThreads()
  const read = useTherapistThread(id)
  const { latest, items } = threadOf(read.data)
  return (
    <section
      className={classes.conversation}
      aria-label={latest ? t('conversationWith', { name: latest.name }) : t('conversation')}
    >
      <Header conversation={latest} onClose={onClose} />
      {latest ? (
        <ThreadMessages
          items={items}
          side="therapist"
          name={latest.name}
          readSeq={latest.readSeq}
          older={{ has: read.hasNextPage, isLoading: read.isFetchingNextPage, load: () => void read.fetchNextPage() }}
          markRead={(upTo) => api.guardian.markConversationRead({ id, upTo }).then(invalidate)}
        />
      ) : (
        <div className={classes.messages}>
          {errorCode(read.error) === 'NOT_FOUND' ? (
            <Callout kind="warning">{t('notFound')}</Callout>
          ) : (
            <Query of={read} pending={<RowSkeletons rows={6} />} failed={t('guardian.failed')} again={t('again')} />
          )}
        </div>
      )}
      {latest && (
        <ThreadComposer
          draft={`guardian-message-${id}`}
          name={latest.name}
          closed={
            latest.closed &&
            t(`guardian.closed.therapist.${latest.closed}`, { name: latest.name, client: latest.clientName })
          }
          send={(message) =>
            api.guardian.writeToGuardian({ conversationId: id, ...message }, { context: { offline: 'fail' } })
          }
          onSent={invalidate}
        />
      )}
    </section>
  )
}

/** Loads the latest messages of a conversation, and earlier ones on request. */
function useTherapistThread(id: GuardianConversationId) {
  return useInfiniteQuery(
    orpc.guardian.conversation.infiniteOptions({
      input: (before: number | undefined) => ({ id, limit: 50, ...(before !== undefined && { before }) }),
      initialPageParam: undefined as number | undefined,
      getNextPageParam: olderOf,
    }),
  )
}

type HeaderProps = { conversation: ReturnType<typeof threadOf<Opened>>['latest']; onClose: () => void }
type Opened = Awaited<ReturnType<typeof api.guardian.conversation>>

function Header({ conversation, onClose }: HeaderProps) {
  const { t } = useTranslation('message')
  const guardianOf = useGuardianOf()
  return (
    <header className={classes.head}>
      <ActionIcon className={classes.back} variant="subtle" color="gray" aria-label={t('back')} onClick={onClose}>
        <IconChevronLeft size={20} stroke={1.75} aria-hidden />
      </ActionIcon>
      {conversation && (
        <>
          <PersonAvatar personId={conversation.personId} name={conversation.name} url={null} size={36} />
          <div className={classes.headText}>
            <h2 className={classes.headName}>{conversation.name}</h2>
            <p className={classes.headNext}>{guardianOf(conversation)}</p>
          </div>
          <ButtonLink
            variant="default"
            classNames={{ root: classes.profile, section: classes.profileIcon, label: classes.profileLabel }}
            to="/dashboard/therapist/clients/$clientId/client-profile"
            params={{ clientId: conversation.clientId }}
            leftSection={<IconUser size={18} stroke={1.6} aria-hidden />}
          >
            {t('profile')}
          </ButtonLink>
        </>
      )}
    </header>
  )
}
