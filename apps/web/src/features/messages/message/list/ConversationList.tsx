import type { ClientId } from '@attune/contract/common/ids'
import { foldForSearch } from '@attune/contract/common/text/text'
import type { Conversation } from '@attune/contract/features/messages/message/message'
import type { GuardianConversation } from '@attune/contract/features/people/guardian/guardian.messages'
import { useDebouncedValue } from '@mantine/hooks'
import { IconMessage } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { NextPageButton } from '../../../../ui/list/NextPageButton.tsx'
import { EmptyState } from '../../../../ui/page/loading/EmptyState.tsx'
import { useFirstScreenful } from '../../../../ui/page/loading/use-first-screenful.ts'
import { LoadingOrLate, RowSkeletons } from '../../../../ui/page/loading/ListStates.tsx'
import { useNow } from '../../../../ui/page/use-now.ts'
import { SearchField } from '../../../../ui/input/SearchField.tsx'
import { GuardianConversationRow } from '../guardian/GuardianConversationRow.tsx'
import { useGuardianConversations } from '../guardian/use-guardian-conversations.ts'
import { ConversationRow } from './ConversationRow.tsx'
import { FoundMessages } from './FoundMessages.tsx'
import classes from './conversation-list.module.css'
import { useUnsentByConversation, type UnsentOfConversation } from '../outgoing-messages.ts'
import { useSender } from '../senders.ts'
import { WriteToSeveralButton } from '../several/WriteToSeveralButton.tsx'
import { useConversations } from './use-conversations.ts'
import { Query } from '../../../../ui/page/loading/Query.tsx'

const UnassignedTexts = lazyNamed(() => import('../../text-message/text-message.ts'), 'UnassignedTexts')

/** The router restores the scroll position of the list under this name. */
const scrollId = 'conversations'

type Props = {
  side: 'therapist' | 'client'
  /** The id of the open conversation, with a client or a guardian. */
  open: string | undefined
}

/** Lists the conversations. During a search, shows the matching people and messages instead. */
export function ConversationList({ side, open }: Props) {
  const { t } = useTranslation('message')
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), 200)
  const { read, conversations } = useConversations()
  const guardians = useGuardianConversations(side)
  useEffect(() => {
    document.title = `${t('title')} · Attune`
  }, [t])
  const matches = (name: string) => !search || matchesName(name, search)
  const shown = conversations.filter(({ person }) => matches(person.name))
  const shownGuardians = guardians.filter(({ name, clientName }) => matches(`${name} ${clientName}`))
  return (
    <section className={classes.list} aria-label={t('list')}>
      <div className={classes.listHead}>
        <h1 className={classes.listTitle}>{t('title')}</h1>
        {side === 'therapist' && <WriteToSeveralButton />}
      </div>
      <SearchField label={t('find')} value={typed} onChange={setTyped} />
      {side === 'therapist' && <UnassignedTexts />}
      <div className={classes.listScroll} data-scroll-restoration-id={scrollId}>
        <Query of={read} pending={<LoadingList />} failed={t('listFailed')} again={t('again')} />
        {read.isSuccess && conversations.length === 0 && guardians.length === 0 && (
          <EmptyState icon={IconMessage} title={t('empty.title')} text={t(`empty.${side}`)} />
        )}
        <Rows conversations={shown} guardians={shownGuardians} side={side} open={open} />
        {read.isError && <UnsentRows listed={conversations} side={side} open={open} />}
        {!search && <NextPageButton of={read}>{t('more')}</NextPageButton>}
        {search && <FoundMessages search={search} side={side} />}
      </div>
    </section>
  )
}

/** Shows skeletons while the list loads, and a message if loading takes long. */
function LoadingList() {
  const { t } = useTranslation('message')
  const cache = useQueryClient()
  const again = () => void cache.resetQueries({ queryKey: orpc.message.list.key() })
  return (
    <LoadingOrLate text={t('listLate')} again={t('again')} onAgain={again}>
      <RowSkeletons rows={6} />
    </LoadingOrLate>
  )
}

type Entry = Pick<Conversation, 'id' | 'unread' | 'latestAt'> & { conversation: Conversation }
type GuardianEntry = Pick<GuardianConversation, 'id' | 'unread' | 'latestAt'> & { guardian: GuardianConversation }
const entryOf = (conversation: Conversation): Entry => ({ ...conversation, conversation })
const guardianEntryOf = (guardian: GuardianConversation): GuardianEntry => ({ ...guardian, guardian })

/** Merges both kinds of conversations in the order in which the server sorts each kind: unread ones first, then by latest message. */
const inOrder = (conversations: readonly Conversation[], guardians: readonly GuardianConversation[]) =>
  guardians.length === 0
    ? conversations.map(entryOf)
    : [...conversations.map(entryOf), ...guardians.map(guardianEntryOf)].toSorted(
        (one, other) =>
          Number(other.unread > 0) - Number(one.unread > 0) || Date.parse(other.latestAt) - Date.parse(one.latestAt),
      )

type RowsProps = Props & {
  conversations: readonly Conversation[]
  guardians: readonly GuardianConversation[]
}

function Rows({ conversations, guardians, side, open }: RowsProps) {
  const locale = useLocale()
  const now = useNow()
  const unsent = useUnsentByConversation()
  const entries = inOrder(conversations, guardians)
  const shown = useFirstScreenful(entries, { rowHeight: 58, above: 180, scrollId })
  if (entries.length === 0) return null
  return (
    <ul className={classes.rows}>
      {shown.map((entry) =>
        'guardian' in entry ? (
          <GuardianConversationRow
            key={entry.id}
            conversation={entry.guardian}
            isOpen={entry.id === open}
            locale={locale}
            now={now}
          />
        ) : (
          <ConversationRow
            key={entry.id}
            conversation={entry.conversation}
            side={side}
            isOpen={entry.id === open}
            unsent={unsent.get(entry.id)}
            locale={locale}
            now={now}
          />
        ),
      )}
    </ul>
  )
}

/** The conversations with waiting messages that are not listed because the list could not be loaded. */
function UnsentRows({ listed, side, open }: Props & { listed: readonly Conversation[] }) {
  const unsent = useUnsentByConversation()
  const ids = [...unsent.keys()].filter((id) => !listed.some((conversation) => conversation.id === id))
  if (ids.length === 0) return null
  return (
    <ul className={classes.rows}>
      {ids.map((id) => (
        <UnsentRow key={id} id={id as ClientId} unsent={unsent.get(id)} side={side} isOpen={id === open} />
      ))}
    </ul>
  )
}

type UnsentRowProps = { id: ClientId; unsent: UnsentOfConversation | undefined; side: Props['side']; isOpen: boolean }

/** A conversation that could not be loaded, with the name that this device remembers. */
function UnsentRow({ id, ...props }: UnsentRowProps) {
  const { t } = useTranslation('message')
  const locale = useLocale()
  const now = useNow()
  const person = useSender(id, undefined) ?? { id, name: t('conversation'), avatarUrl: null }
  const counts = { lastSeq: 0, readSeq: 0, unread: 0, hasFailed: false }
  const conversation = { id, person, latest: null, latestAt: now.toISOString(), readOnly: null, ...counts }
  return <ConversationRow conversation={conversation} locale={locale} now={now} {...props} />
}

const wordsOf = (text: string) =>
  foldForSearch(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** Returns whether each word of the search is the beginning of a word of the name. */
function matchesName(name: string, search: string): boolean {
  const own = wordsOf(name)
  return wordsOf(search).every((word) => own.some((begins) => begins.startsWith(word)))
}
