import type { Notification, RelatedType } from '@attune/contract/features/messages/notification/notification'
import { useQuery } from '@tanstack/react-query'
import { backend } from '../../../platform/backend/backend.ts'
import { PersonAvatar } from '../../../ui/page/row/PersonAvatar.tsx'

const { messages, profiles } = backend.table

/**
 * The picture of the person whom a notification concerns. If the notification names no person, finds one by the related type: the related person, the
 * sender of the related message, or the last other person who wrote in the related conversation [3.03]. Shows initials if there is no picture or the
 * picture is not found [8.09].
 */
export function NotificationAvatar({ item }: { item: Notification }) {
  const { kind, relatedType, relatedId, personId, personName, avatarUrl } = item
  const { data: related } = useQuery({
    queryKey: ['notification', 'relatedPerson', relatedType, relatedId],
    queryFn: () => (relatedType && relatedId ? findRelatedPerson(relatedType, relatedId) : null),
    // The server names the sender of a new message. Requesting the latest message would add an entry to the client's access log.
    enabled: personId === null && relatedId !== null && kind !== 'message-received',
    // Not kept in the query cache: a test that changes its mocked answers must not see the earlier ones.
    gcTime: 0,
  })
  return (
    <PersonAvatar
      personId={personId ?? related?.id ?? item.id}
      name={personName || (related?.name ?? '')}
      url={avatarUrl ?? related?.url}
      size={36}
    />
  )
}

async function findRelatedPerson(type: RelatedType, relatedId: string) {
  const id = await relatedPersonId(type, relatedId)
  if (!id) return null
  const { first_name, last_name, avatar_url } = await profiles.face(id)
  return { id, name: `${first_name} ${last_name}`.trim(), url: avatar_url }
}

async function relatedPersonId(type: RelatedType, id: string): Promise<string | null> {
  if (type === 'user' || type === 'profile' || type === 'profiles') return id
  if (type === 'message' || type === 'messages') return (await messages.sender(id)).sender_id
  if (type === 'conversation' || type === 'conversations') return (await messages.latestFromOther(id))?.senderId ?? null
  return null
}
