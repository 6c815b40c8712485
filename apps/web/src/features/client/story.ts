import type { StoryItem } from '@attune/contract/features/client'

type Told = Pick<StoryItem, 'kind' | 'by' | 'detail'>

const sessionActs = ['create', 'accept', 'acceptOnBehalf', 'decline', 'move'] as const

/** The words of the namespace `record` for something that happened with a client, told to the therapist. */
export function storyWords({ kind, by, detail }: Told) {
  if (kind === 'added') return detail === 'import' ? 'story.addedByImport' : 'story.added'
  if (kind === 'invited') return detail === 'again' ? 'story.invitedAgain' : 'story.invited'
  if (kind === 'joined') return detail === 'invitation' || detail === '' ? 'story.joined' : 'story.joinedByCode'
  if (kind === 'disconnected') return by === 'therapist' ? 'story.disconnectedYou' : 'story.disconnected'
  if (kind === 'status') return detail === 'active' ? 'story.active' : 'story.inactive'
  if (kind !== 'session') return `story.${kind}` as const
  if (detail === 'cancel') return by === 'therapist' ? 'story.session.cancelYou' : 'story.session.cancel'
  return `story.session.${sessionActs.find((act) => act === detail) ?? 'other'}` as const
}
