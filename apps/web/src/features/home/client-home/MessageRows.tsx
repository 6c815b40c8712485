import type { ConnectedTherapist } from '@attune/contract/features/people/connection/connection'
import { IconMessage } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { TextLink } from '../../../ui/base/TextLink.tsx'
import { firstNameOf } from '../../../ui/page/first-name.ts'
import { useUnreadByConversation } from '../../messages/message/message.ts'
import classes from './client-home.module.css'

type Person = Pick<ConnectedTherapist, 'clientId' | 'name'>

/** A row for each therapist with a link to the conversation, and one for unread messages in other conversations. */
export function MessageRows({ therapists }: { therapists: readonly Person[] }) {
  const unread = useUnreadByConversation()
  const ids = new Set<string>(therapists.map(({ clientId }) => clientId))
  const others = [...unread].reduce((sum, [id, count]) => sum + (ids.has(id) ? 0 : count), 0)
  return (
    <>
      {therapists.map((therapist) => (
        <MessageRow
          key={therapist.clientId}
          therapist={therapist}
          unread={unread.get(therapist.clientId) ?? 0}
          isNamed={therapists.length > 1}
        />
      ))}
      {others > 0 && <MessageRow unread={others} />}
    </>
  )
}

type RowProps = {
  /** The therapist of the conversation; undefined in the row for all other conversations. */
  therapist?: Person
  unread: number
  isNamed?: boolean
}

function MessageRow({ therapist, unread, isNamed = false }: RowProps) {
  const { t } = useTranslation(['dashboard', 'shell'])
  const name = therapist && firstNameOf(therapist.name)
  const arrived = therapist
    ? t('between.wrote', { count: unread, name: isNamed ? therapist.name : name })
    : t('shell:unreadMessages', { count: unread })
  return (
    <div className={classes.line}>
      <IconMessage size={20} stroke={1.6} aria-hidden />
      <span>
        {isNamed && unread === 0 && <strong className={classes.subject}>{therapist?.name}</strong>}
        {unread > 0 ? <strong>{arrived}</strong> : <span className={classes.why}>{t('between.noneUnread')}</span>}
      </span>
      <TextLink
        to="/dashboard/$userType/messages"
        params={{ userType: 'client' }}
        search={therapist ? { conversation: therapist.clientId } : {}}
      >
        {unread > 0 || !name ? t('client.read') : t('between.message', { name })}
      </TextLink>
    </div>
  )
}
