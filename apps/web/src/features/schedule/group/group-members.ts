import type { ClientGroup, GroupMember } from '@attune/contract/features/schedule/group/group'
import { useState } from 'react'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { localDay } from '../../../ui/page/date-text.ts'

/** Returns the therapist's current day, which does not change while a page is open. */
export function useToday(): string {
  const { zone, language } = useLocale()
  const [now] = useState(() => new Date().toISOString())
  return localDay(now, { zone, language })
}

/** Returns the memberships that have not ended by a day, and those that have. */
export const membersAround = ({ members }: Pick<ClientGroup, 'members'>, day: string) => ({
  present: members.filter(({ leftOn }) => leftOn === null || leftOn > day),
  former: members.filter(({ leftOn }) => leftOn !== null && leftOn <= day),
})

export const memberName = ({ firstName, lastName }: Pick<GroupMember, 'firstName' | 'lastName'>) =>
  `${firstName} ${lastName}`.trim()
