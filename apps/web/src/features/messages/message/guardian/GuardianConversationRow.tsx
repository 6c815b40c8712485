import type { GuardianConversation } from '@attune/contract/features/people/guardian/guardian.messages'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Locale } from '../../../../ui/page/date-text.ts'
import { PersonAvatar } from '../../../../ui/page/row/PersonAvatar.tsx'
import rowLink from '../../../../ui/page/row/RowLink.module.css'
import classes from '../list/conversation-list.module.css'
import { listTimeText } from '../list/text.ts'
import { UnreadBadge } from '../list/UnreadBadge.tsx'
import { useGuardianOf } from './use-guardian-of.ts'

type Props = { conversation: GuardianConversation; isOpen: boolean; locale: Locale; now: Date }

/** A conversation with a guardian in the therapist's list: the guardian, the client for whom the guardian acts, and the latest message. */
export function GuardianConversationRow({ conversation, isOpen, locale, now }: Props) {
  const { t } = useTranslation('message')
  const guardianOf = useGuardianOf()
  const { id, personId, name, latest, unread } = conversation
  return (
    <li className={classes.row} data-open={isOpen || undefined} data-unread={unread > 0 || undefined}>
      <PersonAvatar personId={personId} name={name} url={null} size={36} />
      <div className={classes.rowTexts}>
        <div className={classes.rowLine}>
          <Link
            to="/dashboard/$userType/messages"
            params={{ userType: 'therapist' }}
            search={{ guardian: id }}
            className={`${rowLink.whole} ${classes.rowName}`}
            aria-current={isOpen ? 'true' : undefined}
          >
            {name}
          </Link>
          {latest && (
            <time className={classes.rowTime} dateTime={latest.createdAt}>
              {listTimeText(latest.createdAt, locale, now)}
            </time>
          )}
        </div>
        <p className={classes.rowOf}>{guardianOf(conversation)}</p>
        <div className={classes.rowLine}>
          <span className={classes.rowText}>
            <span>{latest ? latestText(latest, t('you', { text: latest.text })) : t('noMessages')}</span>
          </span>
          {unread > 0 && <UnreadBadge unread={unread} />}
        </div>
      </div>
    </li>
  )
}

const latestText = ({ by, text }: NonNullable<GuardianConversation['latest']>, own: string) =>
  by === 'therapist' ? own : text
