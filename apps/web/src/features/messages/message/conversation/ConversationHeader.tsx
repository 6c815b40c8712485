import type { Conversation } from '@attune/contract/features/messages/message/message'
import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconSearch, IconUser } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { ButtonLink } from '../../../../ui/base/ButtonLink.tsx'
import { momentInSentence } from '../../../../ui/page/date-text.ts'
import { PersonAvatar } from '../../../../ui/page/row/PersonAvatar.tsx'
import { useNow } from '../../../../ui/page/use-now.ts'
import classes from '../messages.module.css'

const ConversationSearchDialog = lazyNamed(() => import('./ConversationSearchDialog.tsx'), 'ConversationSearchDialog')

type Props = {
  side: 'therapist' | 'client'
  /** The other participant; null until it is loaded. */
  person: Conversation['person'] | null
  conversation: Conversation | null
  /** The start of the next session with this person; null if none is scheduled. */
  nextStart: string | null
  onClose: () => void
}

/** The head of a conversation: the other participant, the next session, the search and, for a therapist, a link to the client's profile. */
export function ConversationHeader({ side, person, conversation, nextStart, onClose }: Props) {
  const { t } = useTranslation('message')
  const locale = useLocale()
  const now = useNow()
  const [searches, setSearches] = useState(false)
  return (
    <header className={classes.head}>
      <ActionIcon className={classes.back} variant="subtle" color="gray" aria-label={t('back')} onClick={onClose}>
        <IconChevronLeft size={20} stroke={1.75} aria-hidden />
      </ActionIcon>
      {person && (
        <>
          <PersonAvatar personId={person.id} name={person.name} url={person.avatarUrl} size={36} />
          <div className={classes.headText}>
            <h2 className={classes.headName}>{person.name}</h2>
            {nextStart && (
              <p className={classes.headNext}>{t('nextSession', { when: momentInSentence(nextStart, locale, now) })}</p>
            )}
          </div>
        </>
      )}
      {conversation && (
        <>
          <ActionIcon variant="default" size={36} aria-label={t('search.here')} onClick={() => setSearches(true)}>
            <IconSearch size={18} stroke={1.6} aria-hidden />
          </ActionIcon>
          {side === 'therapist' && (
            <ButtonLink
              variant="default"
              classNames={{ root: classes.profile, section: classes.profileIcon, label: classes.profileLabel }}
              to="/dashboard/therapist/clients/$clientId/client-profile"
              params={{ clientId: conversation.id }}
              leftSection={<IconUser size={18} stroke={1.6} aria-hidden />}
            >
              {t('profile')}
            </ButtonLink>
          )}
          {searches && (
            <ConversationSearchDialog conversation={conversation} side={side} onClose={() => setSearches(false)} />
          )}
        </>
      )}
    </header>
  )
}
